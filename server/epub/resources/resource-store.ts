import { Failure } from '../../failure.ts';
import { deobfuscateFont, isFont, type Obfuscation } from '../container/deobfuscate-font.ts';
import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import type { Resource } from '../contract.ts';
import type { Manifest, ManifestItem } from '../package/manifest.ts';
import {
  type MediaKind,
  isRasterImage,
  mediaKindOf,
  normalizeMediaType,
} from '../package/media-type.ts';
import { checkSvg } from '../checks/check-images.ts';
import { epubFailure } from '../failure-reasons.ts';
import type { Warnings } from '../warnings.ts';
import { decodeJxl, measureImage, measureSvg } from './images.ts';
import { createHash } from 'node:crypto';

const MAX_DATA_URL_LENGTH = 8_000_000;
/**
 * The most that the files of a book may take unpacked, in bytes: they are held at once, here and where
 * they are stored. Pictures and sound do not pack; fonts and drawings of this size are in no book.
 */
export function maxResourceBytes(fileBytes: number): number {
  return 256_000_000 + fileBytes;
}

interface ResourceStoreOptions {
  archive: Archive;
  manifest: Manifest;
  obfuscated: Map<string, Obfuscation>;
  /** Keys of obfuscated fonts. */
  identifiers: string[];
  /** What all files together may take; see `mostResourceBytes`. */
  maxBytes: number;
  warnings: Warnings;
}

/** The files that compiled sections use. Only what something refers to is read and kept. */
export class ResourceStore {
  readonly #source: ResourceStoreOptions;
  readonly #kinds = new Map<string, { mediaType: string; kind: MediaKind }>();
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #loaded = new Map<string, Promise<Resource | null>>();
  #held = 0;

  constructor(source: ResourceStoreOptions) {
    this.#source = source;
  }

  /**
   * Path of the file that an address means, now in use: the file itself or its fallback of one of
   * the kinds. Null when it lies outside the book, is not there (told once) or of another kind.
   */
  use(basePath: string, address: string, kinds: readonly MediaKind[]): string | null {
    if (/^\s*data:/i.test(address)) return this.#useData(address, kinds);
    const found = this.#source.manifest.find(basePath, address);
    const item =
      found && this.#source.manifest.resolveFallback(found.item, (kind) => kinds.includes(kind));
    return item ? this.useItem(item) : null;
  }

  /** A file of the manifest, now in use. */
  useItem(item: ManifestItem): string {
    this.#kinds.set(item.path, item);
    return item.path;
  }

  /** Whether anything refers to a file. */
  isUsed(path: string): boolean {
    return this.#kinds.has(path);
  }

  /** The first picture in use that is large enough for a cover; null when the book has none. */
  async firstLargeImage(): Promise<string | null> {
    for (const [path, { kind }] of this.#kinds) {
      const image = kind === 'image' ? await this.load(path) : null;
      if ((image?.width ?? 0) >= 200 && (image?.height ?? 0) >= 200) return path;
    }
    return null;
  }

  /**
   * A used file with its bytes and size; null when it turned out to be broken.
   *
   * @throws Failure `epub_unsafe` when all that were loaded take more than `mostBytes`.
   */
  load(path: string): Promise<Resource | null> {
    const loaded = this.#loaded.get(path) ?? this.#read(path);
    this.#loaded.set(path, loaded);
    return loaded;
  }

  /** All used files that are sound. */
  async list(): Promise<Resource[]> {
    const resources: Resource[] = [];
    for (const path of this.#kinds.keys()) {
      const resource = await this.load(path);
      if (resource) resources.push(resource);
    }
    return resources;
  }

  #useData(address: string, kinds: readonly MediaKind[]): string | null {
    const file = parseDataUrl(address.trim());
    if (!file || !kinds.includes(file.kind)) return null;
    this.#kinds.set(file.path, file);
    this.#bytes.set(file.path, file.bytes);
    return file.path;
  }

  async #read(path: string): Promise<Resource | null> {
    const { warnings } = this.#source;
    const facts = this.#kinds.get(path);
    if (!facts) return null;
    const { kind } = facts;
    const isJxl = facts.mediaType === 'image/jxl';
    const mediaType = isJxl ? 'image/webp' : facts.mediaType;
    const stored = this.#bytes.get(path) ?? (await this.#readFile(path));
    const bytes = stored && isJxl ? await decodeJxl(stored) : stored;
    if (stored && !bytes) {
      warnings.add('image_unreadable', `${quote(path)} cannot be decoded; it is left out.`, path);
    }
    if (!bytes) return null;
    this.#hold(bytes.length);
    const resource: Resource = { path, mediaType, bytes, width: null, height: null };
    if (kind === 'font') return this.#readFont(resource);
    if (kind !== 'image' && kind !== 'svg') return resource;
    if (kind === 'svg') checkSvg(bytes, path, warnings);
    const isDrawing = kind === 'svg' && !isRasterImage(bytes);
    const image = (isDrawing ? null : await measureImage(bytes)) ?? measureSvg(bytes);
    if (image && image.mediaType !== mediaType) {
      const message = `${quote(path)} is listed as ${mediaType}, but is ${image.mediaType}.`;
      warnings.add('media_type', message, path);
    }
    if (!image && kind === 'image') {
      warnings.add('image_unreadable', `The size of ${quote(path)} cannot be read.`, path);
    }
    return { ...resource, ...image };
  }

  #hold(bytes: number): void {
    const { maxBytes } = this.#source;
    this.#held += bytes;
    if (this.#held <= maxBytes) return;
    const most = Math.ceil(maxBytes / 1e6);
    throw epubFailure(
      'resources_too_large',
      `The pictures, fonts and recordings of this book unpack to more than ${most} MB.`,
    );
  }

  async #readFile(path: string): Promise<Uint8Array | null> {
    const { archive, warnings } = this.#source;
    try {
      return await archive.read(path);
    } catch (cause) {
      if (!(cause instanceof Failure) || cause.reason !== 'file_damaged') throw cause;
      warnings.add('file_damaged', cause.message, path);
      return null;
    }
  }

  #readFont(resource: Resource): Resource | null {
    const { obfuscated, identifiers, warnings } = this.#source;
    const obfuscation = obfuscated.get(resource.path);
    const bytes = obfuscation
      ? deobfuscateFont(resource.bytes, obfuscation, identifiers)
      : resource.bytes;
    if (bytes && isFont(bytes)) return { ...resource, bytes };
    warnings.add(
      'font_unreadable',
      `The font ${quote(resource.path)} is damaged; it is left out.`,
      resource.path,
    );
    return null;
  }
}

interface DataFile {
  path: string;
  mediaType: string;
  kind: MediaKind;
  bytes: Uint8Array;
}

/** The file that a `data:` address holds, with a path made from its content; null when unreadable. */
function parseDataUrl(address: string): DataFile | null {
  const [, header, body] = /^data:([^,]*),(.*)$/is.exec(address) ?? [];
  if (header === undefined || body === undefined || body.length > MAX_DATA_URL_LENGTH) return null;
  const mediaType = normalizeMediaType(header.split(';')[0], '');
  const text = decodeUriText(body);
  const bytes = /;\s*base64\s*$/i.test(header)
    ? Buffer.from(text, 'base64')
    : Buffer.from(text, 'utf8');
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const extension = mediaType.replace(/^.*\//, '').replace(/\+.*$/, '');
  return { path: `svc-data/${name}.${extension}`, mediaType, kind: mediaKindOf(mediaType), bytes };
}

function decodeUriText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

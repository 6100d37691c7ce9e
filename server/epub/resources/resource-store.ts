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
import { decodeJxl, isDarkDrawing, measureImage, measureSvg } from './images.ts';
import { createHash } from 'node:crypto';

const MAX_DATA_URL_LENGTH = 8_000_000;
/**
 * Maximum total size of a book's unpacked resources in bytes. All of them are in memory at the same
 * time, here and while they are stored. Images and audio hardly compress, and fonts and SVG files
 * are never that large.
 */
export function maxResourceBytes(fileBytes: number): number {
  return 256_000_000 + fileBytes;
}

interface ResourceStoreOptions {
  archive: Archive;
  manifest: Manifest;
  obfuscated: Map<string, Obfuscation>;
  /** The book's identifiers, used as keys for obfuscated fonts. */
  identifiers: string[];
  /** Maximum total size of all files; see `maxResourceBytes`. */
  maxBytes: number;
  warnings: Warnings;
}

/** The files used by compiled sections. Only referenced files are loaded. */
export class ResourceStore {
  readonly #source: ResourceStoreOptions;
  readonly #kinds = new Map<string, { mediaType: string; kind: MediaKind }>();
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #loaded = new Map<string, Promise<Resource | null>>();
  #loadedBytes = 0;

  constructor(source: ResourceStoreOptions) {
    this.#source = source;
  }

  /**
   * Marks the file at a URL, or its fallback of an accepted kind, as used and returns the path.
   * Returns null if the file is remote, missing (with one warning) or of another kind.
   */
  use(basePath: string, address: string, kinds: readonly MediaKind[]): string | null {
    if (/^\s*data:/i.test(address)) return this.#useData(address, kinds);
    const found = this.#source.manifest.find(basePath, address);
    const item =
      found && this.#source.manifest.resolveFallback(found.item, (kind) => kinds.includes(kind));
    return item ? this.useItem(item) : null;
  }

  /** Marks a manifest item as used and returns its path. */
  useItem(item: ManifestItem): string {
    this.#kinds.set(item.path, item);
    return item.path;
  }

  /** Whether the file is used. */
  isUsed(path: string): boolean {
    return this.#kinds.has(path);
  }

  /** Returns the first used image that is large enough for a cover, or null if there is none. */
  async firstLargeImage(): Promise<string | null> {
    for (const [path, { kind }] of this.#kinds) {
      const image = kind === 'image' ? await this.load(path) : null;
      if ((image?.width ?? 0) >= 200 && (image?.height ?? 0) >= 200) return path;
    }
    return null;
  }

  /**
   * Loads a used file. Returns null if it is damaged.
   *
   * @throws Failure `epub_unsafe` if all loaded files together exceed `maxBytes`.
   */
  load(path: string): Promise<Resource | null> {
    const loaded = this.#loaded.get(path) ?? this.#read(path);
    this.#loaded.set(path, loaded);
    return loaded;
  }

  /** Returns all used files that could be loaded. */
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
    const entry = this.#kinds.get(path);
    if (!entry) return null;
    const { kind } = entry;
    const isJxl = entry.mediaType === 'image/jxl';
    const mediaType = isJxl ? 'image/webp' : entry.mediaType;
    const stored = this.#bytes.get(path) ?? (await this.#readFile(path));
    const bytes = stored && isJxl ? await decodeJxl(stored) : stored;
    if (stored && !bytes) {
      warnings.add('image_unreadable', `${quote(path)} cannot be decoded and was omitted.`, path);
    }
    if (!bytes) return null;
    this.#countBytes(bytes.length);
    const resource: Resource = { path, mediaType, bytes, width: null, height: null };
    if (kind === 'font') return this.#readFont(resource);
    if (kind !== 'image' && kind !== 'svg') return resource;
    if (kind === 'svg') checkSvg(bytes, path, warnings);
    const isSvg = kind === 'svg' && !isRasterImage(bytes);
    const image = (isSvg ? null : await measureImage(bytes)) ?? measureSvg(bytes);
    if (image && image.mediaType !== mediaType) {
      const message = `${quote(path)} is listed as ${mediaType}, but is ${image.mediaType}.`;
      warnings.add('media_type', message, path);
    }
    if (!image && kind === 'image') {
      warnings.add('image_unreadable', `Could not read the dimensions of ${quote(path)}.`, path);
    }
    const isDark = image !== null && (await isDarkDrawing(bytes, image.mediaType));
    return { ...resource, ...image, ...(isDark && { isDarkDrawing: true }) };
  }

  #countBytes(bytes: number): void {
    const { maxBytes } = this.#source;
    this.#loadedBytes += bytes;
    if (this.#loadedBytes <= maxBytes) return;
    const maxMegabytes = Math.ceil(maxBytes / 1e6);
    throw epubFailure(
      'resources_too_large',
      `The images, fonts and media of this book unpack to more than ${maxMegabytes} MB.`,
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
      `The font ${quote(resource.path)} is damaged and was omitted.`,
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

/**
 * Decodes a `data:` URL into a file with a path derived from its content. Returns null if the URL
 * is invalid.
 */
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

import type { Archive } from '../container/open-archive.ts';
import { quote } from '../container/entry-name.ts';
import { resolveReference, type Reference } from '../container/resolve-reference.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, tokensOf, type XmlElement } from '../xml/node.ts';
import { mediaKindOf, normalizeMediaType, type MediaKind } from './media-type.ts';

/** A file of the book, as the package document lists it. */
export interface ManifestItem {
  id: string;
  /** Path in the archive; the file is there, unless the kind is `missing`. */
  path: string;
  mediaType: string;
  kind: MediaKind;
  properties: string[];
  /** Id of the item to use where this one cannot be shown. */
  fallback: string | null;
  /** Id of the document of media overlays that speaks it. */
  overlay: string | null;
  /** Whether the book lists it with a fragment, as a part of another item's file. */
  hasFragment: boolean;
}

/** Honest chains have two or three members; hostile ones could cost each reference a whole manifest. */
const MAX_FALLBACK_CHAIN = 50;

/** The files of the book: only what is listed here is ever used (EPUB Reading Systems 3.3, 3.2). */
export class Manifest {
  readonly items: ManifestItem[] = [];
  /** Addresses outside of the book that it lists, without their fragments. */
  readonly remoteUrls = new Set<string>();
  readonly #archive: Archive;
  readonly #warnings: Warnings;
  readonly #byId = new Map<string, ManifestItem[]>();
  readonly #byPath = new Map<string, ManifestItem>();

  constructor(archive: Archive, warnings: Warnings) {
    this.#archive = archive;
    this.#warnings = warnings;
  }

  /** A missing file is known by its id alone, for the sake of its fallback. */
  add(item: ManifestItem): void {
    const same = this.#byId.get(item.id);
    if (same) same.push(item);
    else this.#byId.set(item.id, [item]);
    if (item.kind === 'missing') return;
    this.items.push(item);
    if (!this.#byPath.has(item.path)) this.#byPath.set(item.path, item);
  }

  /** The item of an id; of an id that several items share by mistake, that at `place` among them. */
  byId(id: string, place = 0): ManifestItem | undefined {
    const items = this.#byId.get(id);
    return items?.[place] ?? items?.[0];
  }

  byPath(path: string): ManifestItem | undefined {
    return this.#byPath.get(path);
  }

  /**
   * The file an address means, with its fragment; null, told once, when the book has none such.
   * Addresses outside the book give null in silence.
   */
  find(basePath: string, address: string): { item: ManifestItem; fragment: string | null } | null {
    const reference = resolveReference(basePath, address);
    const item = reference.kind === 'local' ? this.#findLocal(reference) : null;
    if (!item || reference.kind !== 'local') return null;
    if (address.includes('\\')) warnBackslash(address, basePath, this.#warnings);
    return { item, fragment: reference.fragment };
  }

  /** The item itself or the first of its fallbacks that `accepts` takes. */
  resolveFallback(item: ManifestItem, accepts: (kind: MediaKind) => boolean): ManifestItem | null {
    const seen = new Set<ManifestItem>();
    let candidate: ManifestItem | undefined = item;
    while (candidate && !seen.has(candidate) && seen.size < MAX_FALLBACK_CHAIN) {
      if (accepts(candidate.kind)) return candidate;
      seen.add(candidate);
      candidate = candidate.fallback === null ? undefined : this.byId(candidate.fallback);
    }
    return null;
  }

  /**
   * What is shown of an item: `usable`, and of a document that lives by its scripts, which never run, the
   * fallback that it names (EPUB Reading Systems 3.3, section 6.4).
   */
  resolveDisplayed(item: ManifestItem, accepts: (kind: MediaKind) => boolean): ManifestItem | null {
    const isScripted = item.properties.includes('scripted') && item.fallback !== null;
    const still = isScripted ? this.byId(item.fallback ?? '') : undefined;
    return (still && this.resolveFallback(still, accepts)) ?? this.resolveFallback(item, accepts);
  }

  #findLocal({ path }: Reference & { kind: 'local' }): ManifestItem | null {
    const direct = this.#byPath.get(path);
    if (direct) return direct;
    const found = this.#archive.find(path);
    const item = found === null ? undefined : this.#byPath.get(found);
    if (!item) {
      const fault = found === null ? 'is not in the archive' : 'is not listed in the manifest';
      this.#warnings.add('file_missing', `${quote(path)} ${fault}.`, path);
    }
    return item ?? null;
  }
}

/** Reads the manifest; an item whose file is missing costs a warning. */
export function readManifest(
  element: XmlElement | undefined,
  packagePath: string,
  archive: Archive,
  warnings: Warnings,
): Manifest {
  const manifest = new Manifest(archive, warnings);
  for (const child of element ? childrenOf(element, 'item') : []) {
    const href = attributeOf(child, 'href') ?? '';
    const reference = resolveReference(packagePath, href);
    if (reference.kind === 'remote') manifest.remoteUrls.add(reference.url.replace(/#.*/s, ''));
    if (reference.kind !== 'local') continue;
    if (reference.fragment !== null) {
      const message = `The manifest lists ${quote(href)} with a fragment.`;
      warnings.add('manifest_fragment', message, packagePath);
    }
    if (href.includes('\\')) warnBackslash(href, packagePath, warnings);
    const id = attributeOf(child, 'id')?.trim() ?? '';
    if (id !== '' && manifest.byId(id)) {
      warnings.add('id_duplicate', `The manifest has the id ${quote(id)} twice.`, packagePath);
    }
    const path = archive.find(reference.path);
    if (
      path !== null &&
      reference.fragment === null &&
      manifest.byPath(path)?.hasFragment === false
    ) {
      warnings.add('file_repeated', `The manifest lists ${quote(path)} twice.`, path);
    }
    if (path === null) {
      const message = `${quote(reference.path)} is not in the archive.`;
      warnings.add('file_missing', message, reference.path);
    }
    const mediaType = normalizeMediaType(attributeOf(child, 'media-type'), reference.path);
    manifest.add({
      id,
      path: path ?? reference.path,
      mediaType,
      kind: path === null ? 'missing' : mediaKindOf(mediaType),
      properties: tokensOf(attributeOf(child, 'properties')),
      fallback: attributeOf(child, 'fallback')?.trim() || null,
      overlay: attributeOf(child, 'media-overlay')?.trim() || null,
      hasFragment: reference.fragment !== null,
    });
  }
  return manifest;
}

function warnBackslash(address: string, path: string, warnings: Warnings): void {
  const message = `The address ${quote(address)} in ${quote(path)} has backslashes.`;
  warnings.add('href_backslash', message, path);
}

import type { Archive } from '../container/open-archive.ts';
import { quote } from '../container/entry-name.ts';
import { resolveReference, type Reference } from '../container/resolve-reference.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, tokensOf, type XmlElement } from '../xml/node.ts';
import { mediaKindOf, normalizeMediaType, type MediaKind } from './media-type.ts';

/** A file listed in the package document. */
export interface ManifestItem {
  id: string;
  /** Path in the archive. The file exists unless `kind` is `missing`. */
  path: string;
  mediaType: string;
  kind: MediaKind;
  properties: string[];
  /** Id of the item to use if this one cannot be shown. */
  fallback: string | null;
  /** Manifest id of the item's media overlay. */
  overlay: string | null;
  /** Whether the href has a fragment, which refers to part of a file. */
  hasFragment: boolean;
}

/**
 * Real fallback chains have two or three items. A malicious chain could lead through the whole
 * manifest for each reference.
 */
const MAX_FALLBACK_CHAIN = 50;

/**
 * The files of the book. An unlisted file is used, with a warning, only if a document shows it.
 * EPUB Reading Systems 3.3, section 3.2, recommends ignoring such files, but then the book would
 * lose an image.
 */
export class Manifest {
  readonly items: ManifestItem[] = [];
  /** Remote URLs listed in the manifest, without fragments. */
  readonly remoteUrls = new Set<string>();
  readonly #archive: Archive;
  readonly #warnings: Warnings;
  readonly #byId = new Map<string, ManifestItem[]>();
  readonly #byPath = new Map<string, ManifestItem>();
  /** Media types of unlisted files, by path. */
  readonly #offered = new Map<string, string>();

  constructor(archive: Archive, warnings: Warnings) {
    this.#archive = archive;
    this.#warnings = warnings;
  }

  /** Adds an item. A missing file can be found only by id, which makes its fallback usable. */
  add(item: ManifestItem): void {
    const same = this.#byId.get(item.id);
    if (same) same.push(item);
    else this.#byId.set(item.id, [item]);
    if (item.kind === 'missing') return;
    this.items.push(item);
    if (!this.#byPath.has(item.path)) this.#byPath.set(item.path, item);
  }

  /** Makes an unlisted file available. */
  offer(path: string, mediaType: string): void {
    this.#offered.set(path, mediaType);
  }

  /**
   * Returns the item with an id. If several items share the id by mistake, `index` selects one of
   * them.
   */
  byId(id: string, index = 0): ManifestItem | undefined {
    const items = this.#byId.get(id);
    return items?.[index] ?? items?.[0];
  }

  byPath(path: string): ManifestItem | undefined {
    return this.#byPath.get(path);
  }

  /**
   * Returns the file at a URL, with the fragment. Returns null if the URL is remote, or, with one
   * warning, if the book does not contain the file.
   */
  find(basePath: string, address: string): { item: ManifestItem; fragment: string | null } | null {
    const reference = resolveReference(basePath, address);
    const item = reference.kind === 'local' ? this.#findLocal(reference) : null;
    if (!item || reference.kind !== 'local') return null;
    if (address.includes('\\')) warnBackslash(address, basePath, this.#warnings);
    return { item, fragment: reference.fragment };
  }

  /** Returns an item, its fallback, the fallback's fallback and so on. */
  fallbackChain(item: ManifestItem): ManifestItem[] {
    const chain = new Set<ManifestItem>();
    let next: ManifestItem | undefined = item;
    while (next && !chain.has(next) && chain.size < MAX_FALLBACK_CHAIN) {
      chain.add(next);
      next = next.fallback === null ? undefined : this.byId(next.fallback);
    }
    return [...chain];
  }

  /** Returns the first item with an accepted kind in the fallback chain. */
  resolveFallback(item: ManifestItem, accepts: (kind: MediaKind) => boolean): ManifestItem | null {
    return this.fallbackChain(item).find(({ kind }) => accepts(kind)) ?? null;
  }

  /**
   * Returns the item to display. For a scripted document, this is its fallback because scripts
   * never run (EPUB Reading Systems 3.3, section 6.4); for other items, it is the first accepted
   * item in the fallback chain.
   */
  resolveDisplayed(item: ManifestItem, accepts: (kind: MediaKind) => boolean): ManifestItem | null {
    const isScripted = item.properties.includes('scripted') && item.fallback !== null;
    const staticFallback = isScripted ? this.byId(item.fallback ?? '') : undefined;
    return (
      (staticFallback && this.resolveFallback(staticFallback, accepts)) ??
      this.resolveFallback(item, accepts)
    );
  }

  #findLocal({ path }: Reference & { kind: 'local' }): ManifestItem | null {
    const direct = this.#byPath.get(path);
    if (direct) return direct;
    const found = this.#archive.find(path);
    const listed = found === null ? undefined : this.#byPath.get(found);
    const item = listed ?? (found === null ? undefined : this.#takeOffered(found));
    if (!item) {
      const problem = found === null ? 'is not in the archive' : 'is not listed in the manifest';
      this.#warnings.add('file_missing', `${quote(path)} ${problem}.`, path);
    }
    return item ?? null;
  }

  #takeOffered(path: string): ManifestItem | undefined {
    const mediaType = this.#offered.get(path);
    if (mediaType === undefined) return undefined;
    const message = `${quote(path)} is not listed in the manifest; it was used as ${mediaType}.`;
    this.#warnings.add('file_unlisted', message, path);
    const item: ManifestItem = {
      id: '',
      path,
      mediaType,
      kind: mediaKindOf(mediaType),
      properties: [],
      fallback: null,
      overlay: null,
      hasFragment: false,
    };
    this.items.push(item);
    this.#byPath.set(path, item);
    return item;
  }
}

/** Reads the manifest. Warns about items with a missing file. */
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
  const message = `The URL ${quote(address)} in ${quote(path)} contains backslashes.`;
  warnings.add('href_backslash', message, path);
}

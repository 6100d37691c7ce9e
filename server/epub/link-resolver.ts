import { quote } from './container/entry-name.ts';
import { resolveReference } from './container/resolve-reference.ts';
import type { Package } from './package/read-package.ts';
import type { ResourceStore } from './resources/resource-store.ts';
import { isExternalUrl } from '../../shared/allowlists/urls.ts';
import { parseCfi, type CfiPath } from './tree/cfi-markers.ts';
import type { Warnings } from './warnings.ts';

/** Target of a link: a section, and optionally an element id or a marker within it. */
export interface LinkTarget {
  section: number;
  id: string | null;
  marker: string | null;
}

/** Resolves URLs in the book to positions in the reading order. */
export class LinkResolver {
  readonly #book: Package;
  readonly #resources: ResourceStore;
  readonly #warnings: Warnings;
  readonly #firstSection = new Map<string, number>();
  readonly #followed: { from: string; target: LinkTarget }[] = [];

  constructor(book: Package, resources: ResourceStore, warnings: Warnings) {
    this.#book = book;
    this.#resources = resources;
    this.#warnings = warnings;
    // A link to a document that occurs in the spine twice leads to its first occurrence (EPUB RS
    // 3.3, 4.3).
    book.spine.forEach(({ item }, index) => {
      if (!this.#firstSection.has(item.path)) this.#firstSection.set(item.path, index);
    });
    // Links to the fallback of an image in the spine lead to the image.
    book.spine.forEach(({ item }, index) => {
      for (const { path } of book.manifest.fallbackChain(item))
        if (!this.#firstSection.has(path)) this.#firstSection.set(path, index);
    });
  }

  /** Resolves a URL from the navigation. Returns null if its target is not in the reading order. */
  resolveTarget(basePath: string, href: string): LinkTarget | null {
    const reference = resolveReference(basePath, href);
    if (reference.kind !== 'local') return null;
    const fragment = reference.fragment;
    if (fragment?.startsWith('epubcfi(') && reference.path === this.#book.path) {
      const section = this.resolveCfi(href)?.section;
      return section === undefined ? null : { section, id: null, marker: href };
    }
    const section = this.#sectionAt(basePath, href);
    return section === null ? null : { section, id: elementIdIn(fragment), marker: null };
  }

  /** The section and the path within it that an EPUB CFI refers to. */
  resolveCfi(href: string): { section: number; path: CfiPath } | null {
    const cfi = parseCfi(href.slice(href.indexOf('#') + 1));
    const section = this.#book.spine.findIndex(({ position }) => position === cfi?.itemref);
    return cfi && section !== -1 ? { section, path: cfi.path } : null;
  }

  /**
   * Compiles a link in section `index`. Returns null if its target is not allowed or cannot be
   * shown.
   */
  resolveLink(index: number, basePath: string, href: string): string | null {
    const reference = resolveReference(basePath, href);
    if (reference.kind === 'remote') return externalLink(reference.url);
    if (reference.kind === 'data') return null;
    const id = elementIdIn(reference.fragment);
    const section = reference.path === basePath ? index : this.#sectionAt(basePath, href);
    if (section !== null) {
      if (id !== null)
        this.#followed.push({ from: basePath, target: { section, id, marker: null } });
      return id === null ? `section:${section}` : `section:${section}#${id}`;
    }
    const path = this.#resources.use(basePath, href, ['image', 'svg', 'audio', 'video']);
    if (path !== null) return `resource:${path}`;
    const isDocument = this.#book.manifest.find(basePath, href)?.item.kind === 'document';
    const problem = isDocument ? 'is not in the spine' : 'cannot be shown';
    this.#warnings.add(
      'link_broken',
      `A link in ${quote(basePath)} points to ${quote(href)}, which ${problem}.`,
      basePath,
    );
    return null;
  }

  /** Warns about links to missing ids. Called after all sections are compiled. */
  checkLinks(hasId: (section: number, id: string) => boolean): void {
    for (const { from, target } of this.#followed) {
      if (target.id === null || hasId(target.section, target.id)) continue;
      this.#warnings.add(
        'link_broken',
        `A link in ${quote(from)} points to the missing id ${quote(target.id)}.`,
        from,
      );
    }
  }

  #sectionAt(basePath: string, href: string): number | null {
    const { manifest } = this.#book;
    const found = manifest.find(basePath, href);
    if (!found) return null;
    // A link to an item that cannot be shown resolves to its fallback, as in the spine.
    const shown =
      manifest.resolveDisplayed(found.item, (kind) => kind === 'document') ?? found.item;
    return this.#firstSection.get(found.item.path) ?? this.#firstSection.get(shown.path) ?? null;
  }
}

function elementIdIn(fragment: string | null): string | null {
  return fragment === null || fragment.includes('(') ? null : fragment;
}

/** Normalizes an external URL for a link. Returns null if it is not allowed. */
export function externalLink(url: string): string | null {
  const address = URL.parse(url)?.href ?? '';
  return isExternalUrl(address) ? address : null;
}

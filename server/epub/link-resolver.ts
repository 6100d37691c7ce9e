import { quote } from './container/entry-name.ts';
import { resolveReference } from './container/resolve-reference.ts';
import type { Package } from './package/read-package.ts';
import type { ResourceStore } from './resources/resource-store.ts';
import { isExternalUrl } from '../../shared/allowlists/urls.ts';
import { parseCfi, type CfiPath } from './tree/cfi-markers.ts';
import type { Warnings } from './warnings.ts';

/** Where an address leads: a section, and there to an id or to a marked place. */
export interface LinkTarget {
  section: number;
  id: string | null;
  marker: string | null;
}

/** Translates the book's addresses into places of the reading order. */
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
    // A document that stands in the spine twice is reached at its first place (EPUB RS 3.3, 4.3).
    book.spine.forEach(({ item }, index) => {
      if (!this.#firstSection.has(item.path)) this.#firstSection.set(item.path, index);
    });
  }

  /** The place that an address of the navigation means; null when it is none of the reading order. */
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

  /** The section and the path in it that an EPUB CFI means. */
  resolveCfi(href: string): { section: number; path: CfiPath } | null {
    const cfi = parseCfi(href.slice(href.indexOf('#') + 1));
    const section = this.#book.spine.findIndex(({ position }) => position === cfi?.itemref);
    return cfi && section !== -1 ? { section, path: cfi.path } : null;
  }

  /** What a link in section `index` becomes; null when it may go nowhere. */
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
    const why = isDocument ? 'is not in the spine' : 'cannot be shown';
    this.#warnings.add(
      'link_broken',
      `A link in ${quote(basePath)} leads to ${quote(href)}, which ${why}.`,
      basePath,
    );
    return null;
  }

  /** Tells of links to ids that are nowhere, once all sections are known. */
  checkLinks(hasId: (section: number, id: string) => boolean): void {
    for (const { from, target } of this.#followed) {
      if (target.id === null || hasId(target.section, target.id)) continue;
      this.#warnings.add(
        'link_broken',
        `A link in ${quote(from)} leads to the missing id ${quote(target.id)}.`,
        from,
      );
    }
  }

  #sectionAt(basePath: string, href: string): number | null {
    const { manifest } = this.#book;
    const found = manifest.find(basePath, href);
    if (!found) return null;
    // A link to what cannot be shown leads to its fallback, as the spine does.
    const shown =
      manifest.resolveDisplayed(found.item, (kind) => kind === 'document') ?? found.item;
    return this.#firstSection.get(found.item.path) ?? this.#firstSection.get(shown.path) ?? null;
  }
}

function elementIdIn(fragment: string | null): string | null {
  return fragment === null || fragment.includes('(') ? null : fragment;
}

/** An address out of the book, as links may have it; null for one that may go nowhere. */
export function externalLink(url: string): string | null {
  const address = URL.parse(url)?.href ?? '';
  return isExternalUrl(address) ? address : null;
}

import {
  attributeOf,
  childrenOf,
  descendantsOf,
  EPUB,
  firstDescendant,
  textOf,
  tokensOf,
  type XmlElement,
} from '../xml/node.ts';

/** A table of contents entry with an unresolved URL. */
export interface RawEntry {
  title: string;
  /** URL relative to the file that contains the entry. */
  href: string | null;
  children: RawEntry[];
}

export interface RawLandmark {
  type: string;
  title: string;
  href: string;
}

export interface RawNavigation {
  /** The book's title, if the file states it. */
  title?: string;
  /** Path of the file to which the URLs are relative. */
  path: string;
  toc: RawEntry[];
  pageList: RawEntry[];
  landmarks: RawLandmark[];
}

/**
 * Reads the navigation document (EPUB 3.3, section 7). Includes parts hidden by CSS or `hidden`,
 * which are hidden only when the document itself is shown.
 */
export function readNavigation(root: XmlElement, path: string): RawNavigation {
  const navs = [...descendantsOf(root, 'nav')];
  const navOfType = (type: string) =>
    navs.find((nav) => tokensOf(typeOf(nav)).includes(type)) ??
    navs.find((nav) => attributeOf(nav, 'role') === `doc-${type.replace('-', '')}`);
  const toc = navOfType('toc') ?? navs.find((nav) => typeOf(nav) === undefined);
  return {
    path,
    toc: readList(toc),
    pageList: flatten(readList(navOfType('page-list'))),
    landmarks: readLandmarks(navOfType('landmarks')),
  };
}

/** Reads the EPUB 2 NCX (OPF 2.0.1, section 2.4.1). */
export function readNcx(root: XmlElement, path: string): RawNavigation {
  const navMap = firstDescendant(root, 'navMap');
  const pages = [...descendantsOf(root, 'pageTarget')];
  const title = firstDescendant(root, 'docTitle');
  return {
    path,
    ...(title && { title: textOf(title) }),
    toc: navMap ? readNavPoints(navMap) : [],
    pageList: pages.map((page) => ({
      title: labelOf(page) || (attributeOf(page, 'value') ?? ''),
      href: contentOf(page),
      children: [],
    })),
    landmarks: [],
  };
}

/** Reads the EPUB 2 `guide` as landmarks with the types of EPUB 3. */
export function readGuide(guide: XmlElement, path: string): RawNavigation {
  const landmarks = childrenOf(guide, 'reference').flatMap((reference) => {
    const href = attributeOf(reference, 'href');
    const type = attributeOf(reference, 'type')?.trim().toLowerCase() ?? '';
    if (!href || !type) return [];
    return [{ type: guideTypes[type] ?? type, title: attributeOf(reference, 'title') ?? '', href }];
  });
  return { path, toc: [], pageList: [], landmarks };
}

const guideTypes: Record<string, string> = {
  text: 'bodymatter',
  start: 'bodymatter',
  'title-page': 'titlepage',
  'copyright-page': 'copyright-page',
  acknowledgements: 'acknowledgments',
  notes: 'endnotes',
};

function readList(parent: XmlElement | undefined): RawEntry[] {
  const list = parent && (childrenOf(parent, 'ol')[0] ?? childrenOf(parent, 'ul')[0]);
  if (!list) return [];
  return childrenOf(list, 'li').flatMap((item) => {
    const label = childrenOf(item).find(({ name }) => name !== 'ol' && name !== 'ul');
    const link = label && (label.name === 'a' ? label : firstDescendant(label, 'a'));
    const title = label ? textOf(label) || (attributeOf(link ?? label, 'title')?.trim() ?? '') : '';
    const href = (link && attributeOf(link, 'href')) ?? null;
    const children = readList(item);
    return title === '' && href === null ? children : [{ title, href, children }];
  });
}

function readLandmarks(nav: XmlElement | undefined): RawLandmark[] {
  const links = nav ? [...descendantsOf(nav, 'a')] : [];
  return links.flatMap((link) => {
    const href = attributeOf(link, 'href');
    const types = tokensOf(typeOf(link));
    return href ? types.map((type) => ({ type, title: textOf(link), href })) : [];
  });
}

function readNavPoints(parent: XmlElement): RawEntry[] {
  return childrenOf(parent, 'navPoint').map((point) => ({
    title: labelOf(point),
    href: contentOf(point),
    children: readNavPoints(point),
  }));
}

function labelOf(point: XmlElement): string {
  const label = childrenOf(point, 'navLabel')[0];
  return label ? textOf(label) : '';
}

function contentOf(point: XmlElement): string | null {
  const content = childrenOf(point, 'content')[0];
  return (content && attributeOf(content, 'src')) ?? null;
}

function flatten(entries: RawEntry[]): RawEntry[] {
  return entries.flatMap((entry) => [{ ...entry, children: [] }, ...flatten(entry.children)]);
}

function typeOf(element: XmlElement): string | undefined {
  return attributeOf(element, 'type', EPUB) ?? attributeOf(element, 'epub:type');
}

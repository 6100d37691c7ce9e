import { checkDoctype } from '../checks/check-declarations.ts';
import type { Archive } from '../container/open-archive.ts';
import { tryReadText } from '../container/read-text.ts';
import type { Warnings } from '../warnings.ts';
import { parseDocument } from '../xml/parse-document.ts';
import type { ManifestItem } from './manifest.ts';
import { readGuide, readNavigation, readNcx, type RawNavigation } from './read-navigation.ts';
import type { Package } from './read-package.ts';
import { quote } from '../container/entry-name.ts';
import { attributeOf, descendantsOf, type XmlElement } from '../xml/node.ts';

const ncxPageTypes = new Set(['front', 'normal', 'special']);
/** The book's navigation. Each part is from the first source that contains it. */
export interface Navigation {
  /** The book's title in the NCX. */
  title: string | null;
  toc: RawNavigation;
  pageList: RawNavigation;
  landmarks: RawNavigation;
  /** Duplicate tables of contents from other sources. */
  otherTocs: RawNavigation[];
}

/**
 * Reads the navigation document, NCX and guide. EPUB 3 books often have all three. If one lacks a
 * part, the next is used.
 */
export async function loadNavigation(
  archive: Archive,
  book: Package,
  warnings: Warnings,
): Promise<Navigation> {
  const empty: RawNavigation = { path: book.path, toc: [], pageList: [], landmarks: [] };
  const sources: RawNavigation[] = [];
  if (book.nav) sources.push(await load(book.nav, readNavigation, 'html'));
  if (book.ncx) sources.push(await load(book.ncx, readNcx, 'xml'));
  if (book.guide) sources.push(readGuide(book.guide, book.path));
  const toc = sources.find((source) => source.toc.length > 0) ?? empty;
  return {
    title: sources.find(({ title }) => title)?.title ?? null,
    toc,
    pageList: sources.find(({ pageList }) => pageList.length > 0) ?? empty,
    landmarks: sources.find(({ landmarks }) => landmarks.length > 0) ?? empty,
    otherTocs: sources.filter((source) => source.toc.length > 0 && source !== toc),
  };

  async function load(
    { path }: ManifestItem,
    read: typeof readNavigation,
    language: 'html' | 'xml',
  ): Promise<RawNavigation> {
    const text = await tryReadText(archive, path, warnings);
    const document = text === null ? null : parseDocument(text, path, language, warnings);
    if (!document) return { ...empty, path };
    if (book.metadata.epubVersion.startsWith('3')) checkDoctype(document.doctype, path, warnings);
    if (path === book.ncx?.path) checkNcx(document.root, path, book.metadata.identifier, warnings);
    return read(document.root, path);
  }
}

/** Warns about an NCX that contradicts its book (OPF 2.0.1, section 2.4.1). */
function checkNcx(root: XmlElement, path: string, identifier: string, warnings: Warnings): void {
  for (const meta of descendantsOf(root, 'meta')) {
    const stated = attributeOf(meta, 'content')?.trim();
    if (attributeOf(meta, 'name') !== 'dtb:uid' || !stated || stated === identifier.trim())
      continue;
    const message = `${quote(path)} has the identifier ${quote(stated)}, but the package has ${quote(identifier)}.`;
    warnings.add('ncx_identifier', message, path);
  }
  for (const point of [...descendantsOf(root, 'navPoint'), ...descendantsOf(root, 'pageTarget')]) {
    const id = attributeOf(point, 'id');
    if (id === undefined || /^[\p{L}_][\p{L}\p{N}\p{M}._\u00B7-]*$/u.test(id)) continue;
    warnings.add('ncx_faulty', `${quote(path)} has the invalid id ${quote(id)}.`, path);
  }
  for (const page of descendantsOf(root, 'pageTarget')) {
    const type = attributeOf(page, 'type');
    if (type === undefined || ncxPageTypes.has(type)) continue;
    const message = `${quote(path)} has a page of type ${quote(type)}, but only front, normal and special are allowed.`;
    warnings.add('ncx_faulty', message, path);
  }
}

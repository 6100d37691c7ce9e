import { checkDoctype } from '../checks/check-doctype.ts';
import { checkNcx } from '../checks/check-ncx.ts';
import type { Archive } from '../container/open-archive.ts';
import { readSoundText } from '../container/read-text.ts';
import type { Warnings } from '../warnings.ts';
import { parseDocument } from '../xml/parse-document.ts';
import type { ManifestItem } from './manifest.ts';
import { readGuide, readNavigation, readNcx, type RawNavigation } from './read-navigation.ts';
import type { Package } from './read-package.ts';

/** The book's ways in, each part from the best source that has it. */
export interface Navigation {
  /** Title of the book, as the NCX names it. */
  title: string | null;
  toc: RawNavigation;
  pageList: RawNavigation;
  landmarks: RawNavigation;
  /** Where parts of it stand once more. */
  others: RawNavigation[];
}

/**
 * Reads navigation document, NCX and guide: EPUB 3 books often carry all of them, and where one is
 * empty the next serves.
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
    others: sources.filter((source) => source.toc.length > 0 && source !== toc),
  };

  async function load(
    { path }: ManifestItem,
    read: typeof readNavigation,
    language: 'html' | 'xml',
  ): Promise<RawNavigation> {
    const text = await readSoundText(archive, path, warnings);
    const document = text === null ? null : parseDocument(text, path, language, warnings);
    if (!document) return { ...empty, path };
    if (book.metadata.epubVersion.startsWith('3')) checkDoctype(document.doctype, path, warnings);
    if (path === book.ncx?.path) checkNcx(document.root, path, book.metadata.identifier, warnings);
    return read(document.root, path);
  }
}

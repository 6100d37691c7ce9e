import type { OpenBook } from './reading-environment.ts';
import type { TextError } from './reading-reports.ts';

/** Result of reading one book from its first page to its last. */
export interface TextReport {
  sections: number;
  pages: number;
  characters: number;
  unshown: number;
  /** Number of pages by section. */
  sectionPages: Map<number, number>;
  faults: (TextError & { section: number })[];
  /** Pages without anything visible, by section. */
  blankPages: Map<number, number[]>;
}

/** Reads every section: first in page order, then those that page turns skipped. */
export async function verifyText(book: OpenBook, only?: number[]): Promise<TextReport> {
  const found: TextReport = {
    sections: 0,
    pages: 0,
    characters: 0,
    unshown: 0,
    sectionPages: new Map(),
    faults: [],
    blankPages: new Map(),
  };
  const left = new Set(only ?? book.sections);
  let at: number | null = null;
  while (left.size > 0) {
    const [first] = left;
    if (at === null || !left.has(at)) {
      at = first ?? 0;
      await book.goTo(at, 0);
    }
    const { section, pages, characters, unshown, faults, blankPages, next } = await book.read();
    left.delete(section);
    // A skipped section would be requested again forever.
    left.delete(at);
    found.sections += 1;
    found.pages += pages;
    found.sectionPages.set(section, pages);
    found.characters += characters;
    found.unshown += unshown;
    if (blankPages.length > 0) found.blankPages.set(section, blankPages);
    found.faults.push(...faults.map((fault) => ({ ...fault, section })));
    at = next;
  }
  return found;
}

/**
 * Sections with far more pages in one engine than in another, whose fonts and line breaks differ
 * only slightly. They have empty pages in one engine, or lost text in the other.
 */
export function differingSections(
  sectionPages: ReadonlyMap<number, number>,
  others: ReadonlyMap<number, number>,
): { section: number; pages: number; otherPages: number }[] {
  return [...sectionPages].flatMap(([section, pages]) => {
    const otherPages = others.get(section) ?? pages;
    const [fewer, more] = [Math.min(pages, otherPages), Math.max(pages, otherPages)];
    return more > fewer * 1.3 + 2 ? [{ section, pages, otherPages }] : [];
  });
}

import { QuoteFinder } from './find-quote.ts';
import type { Mark } from './mark.ts';

/** A section that has come into the document. */
export interface PlacedSection {
  index: number;
  href: string;
  /** Of a serial. */
  chapter: string | null;
  /** Whole, or as far as the sample goes. */
  text: string;
  /** Whether more of it stands in the book. */
  isCut: boolean;
}

export interface Placed {
  found: Mark[];
  lost: string[];
}

/**
 * Finds the marks that belong into a section, and those that were lost where they had been: at once those
 * that stand in their place, the others one by one.
 *
 * @param hrefs - Of all sections: a mark whose document is gone belongs where it was seen last.
 */
export function* placeMarks(
  marks: readonly Mark[],
  section: PlacedSection,
  by: { lost: ReadonlySet<string>; hrefs: ReadonlySet<string> },
): Generator<Placed> {
  const finder = new QuoteFinder(section.text);
  const { index, href } = section;
  const wanted = marks.filter((mark) => by.lost.has(mark.id) || isHome(mark, section, by.hrefs));
  const standing = new Set(wanted.filter((mark) => stands(mark, section, finder)));
  yield { found: [...standing].map((mark) => ({ ...mark, section: index, href })), lost: [] };
  for (const mark of wanted) {
    if (standing.has(mark)) continue;
    const isHere = isHome(mark, section, by.hrefs);
    const place = finder.find(mark.quote, isHere ? mark : { start: 0, end: 0 });
    if (place) yield { found: [{ ...mark, ...place, section: index, href }], lost: [] };
    else if (isHere && !isUnread(mark, section)) yield { found: [], lost: [mark.id] };
  }
}

function stands(mark: Mark, section: PlacedSection, finder: QuoteFinder): boolean {
  // On a page without text there is but the place.
  if (mark.quote.exact.trim() === '') return mark.start <= section.text.length;
  return finder.stands(mark.quote, mark);
}

function isHome(mark: Mark, section: PlacedSection, hrefs: ReadonlySet<string>): boolean {
  if (mark.chapter !== null || section.chapter !== null) return mark.chapter === section.chapter;
  return hrefs.has(mark.href) ? mark.href === section.href : mark.section === section.index;
}

/** What the sample does not have is not lost. */
function isUnread({ end }: Mark, { text, isCut }: PlacedSection): boolean {
  return isCut && end > text.length;
}

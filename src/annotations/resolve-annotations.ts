import { QuoteFinder } from './quote-finder.ts';
import type { Annotation } from './annotation.ts';

/** A section that has come into the document. */
export interface SectionText {
  index: number;
  href: string;
  /** Of a serial. */
  chapter: string | null;
  /** Whole, or as far as the sample goes. */
  text: string;
  /** Whether more of it stands in the book. */
  isTruncated: boolean;
}

export interface ResolvedAnnotations {
  found: Annotation[];
  orphaned: string[];
}

/**
 * Finds the marks that belong into a section, and those that were lost where they had been: at once those
 * that stand in their place, the others one by one.
 *
 * @param hrefs - Of all sections: a mark whose document is gone belongs where it was seen last.
 */
export function* resolveAnnotations(
  marks: readonly Annotation[],
  section: SectionText,
  by: { lost: ReadonlySet<string>; hrefs: ReadonlySet<string> },
): Generator<ResolvedAnnotations> {
  const finder = new QuoteFinder(section.text);
  const { index, href } = section;
  const wanted = marks.filter(
    (mark) => by.lost.has(mark.id) || belongsToSection(mark, section, by.hrefs),
  );
  const standing = new Set(wanted.filter((mark) => isInPlace(mark, section, finder)));
  yield { found: [...standing].map((mark) => ({ ...mark, section: index, href })), orphaned: [] };
  for (const mark of wanted) {
    if (standing.has(mark)) continue;
    const isHere = belongsToSection(mark, section, by.hrefs);
    const place = finder.find(mark.quote, isHere ? mark : { start: 0, end: 0 });
    if (place) yield { found: [{ ...mark, ...place, section: index, href }], orphaned: [] };
    else if (isHere && !isBeyondSample(mark, section)) yield { found: [], orphaned: [mark.id] };
  }
}

function isInPlace(mark: Annotation, section: SectionText, finder: QuoteFinder): boolean {
  // On a page without text there is but the place.
  if (mark.quote.exact.trim() === '') return mark.start <= section.text.length;
  return finder.matchesAt(mark.quote, mark);
}

function belongsToSection(
  mark: Annotation,
  section: SectionText,
  hrefs: ReadonlySet<string>,
): boolean {
  if (mark.chapter !== null || section.chapter !== null) return mark.chapter === section.chapter;
  return hrefs.has(mark.href) ? mark.href === section.href : mark.section === section.index;
}

/** What the sample does not have is not lost. */
function isBeyondSample({ end }: Annotation, { text, isTruncated }: SectionText): boolean {
  return isTruncated && end > text.length;
}

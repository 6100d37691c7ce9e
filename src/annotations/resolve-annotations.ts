import { QuoteFinder } from './quote-finder.ts';
import type { Annotation } from './annotation.ts';

/** A loaded section. */
export interface SectionText {
  index: number;
  href: string;
  /** Id of the chapter in a serial, or null in other books. */
  chapter: string | null;
  /** The section's text. In a sample, only the part that the sample includes. */
  text: string;
  /** Whether the end of a sample cuts off the text. */
  isTruncated: boolean;
}

export interface ResolvedAnnotations {
  found: Annotation[];
  orphaned: string[];
}

/**
 * Locates a section's annotations and any orphaned annotations that may have moved there. The first
 * result contains all annotations that have not moved. The others follow one by one.
 *
 * @param scope - `lost` contains the ids of orphaned annotations, and `hrefs` the documents of all
 * sections. If an annotation's document no longer exists, the section in which it was last found is
 * searched.
 */
export function* resolveAnnotations(
  annotations: readonly Annotation[],
  section: SectionText,
  scope: { lost: ReadonlySet<string>; hrefs: ReadonlySet<string> },
): Generator<ResolvedAnnotations> {
  const finder = new QuoteFinder(section.text);
  const { index, href } = section;
  const candidates = annotations.filter(
    (annotation) =>
      scope.lost.has(annotation.id) || belongsToSection(annotation, section, scope.hrefs),
  );
  const unmoved = new Set(candidates.filter((one) => isInPlace(one, section, finder)));
  yield { found: [...unmoved].map((one) => ({ ...one, section: index, href })), orphaned: [] };
  for (const annotation of candidates) {
    if (unmoved.has(annotation)) continue;
    const isHere = belongsToSection(annotation, section, scope.hrefs);
    const range = finder.find(annotation.quote, isHere ? annotation : { start: 0, end: 0 });
    if (range) yield { found: [{ ...annotation, ...range, section: index, href }], orphaned: [] };
    else if (isHere && !isBeyondSample(annotation, section))
      yield { found: [], orphaned: [annotation.id] };
  }
}

function isInPlace(annotation: Annotation, section: SectionText, finder: QuoteFinder): boolean {
  // A page without text has no quote to compare, only an offset.
  if (annotation.quote.exact.trim() === '') return annotation.start <= section.text.length;
  return finder.matchesAt(annotation.quote, annotation);
}

function belongsToSection(
  annotation: Annotation,
  section: SectionText,
  hrefs: ReadonlySet<string>,
): boolean {
  if (annotation.chapter !== null || section.chapter !== null)
    return annotation.chapter === section.chapter;
  return hrefs.has(annotation.href)
    ? annotation.href === section.href
    : annotation.section === section.index;
}

/** Whether an annotation is past the end of a sample, in which case it is not orphaned. */
function isBeyondSample({ end }: Annotation, { text, isTruncated }: SectionText): boolean {
  return isTruncated && end > text.length;
}

import { foldQuery, type FoldedText, letterAt } from './folded-text.ts';
import type { SectionText } from './section-text.ts';

/** A section, ready to be searched. */
export interface SearchableSection extends SectionText {
  folded: FoldedText;
}

/** A place in a book, in UTF-16 code units of the section’s text. */
export interface TextMatch {
  section: number;
  offset: number;
  length: number;
}

/** How much of the text around a match is shown, in UTF-16 code units. */
const shownAround = 80;

/**
 * Finds a text as it is typed, in whatever case and with or without accents.
 *
 * @param after - The match that the page before ended with.
 * @returns Matches behind `after`, at most `limit`, and how many the whole book has.
 */
export function findInText(
  sections: SearchableSection[],
  query: string,
  { after, limit }: { after: Pick<TextMatch, 'section' | 'offset'> | null; limit: number },
): { matches: TextMatch[]; total: number } {
  const wanted = foldQuery(query);
  const matches: TextMatch[] = [];
  let total = 0;
  if (wanted === '') return { matches, total };
  sections.forEach(({ text, folded }, section) => {
    let at = folded.text.indexOf(wanted);
    let before = -1;
    while (at !== -1) {
      const offset = folded.sourceOf(at);
      // One letter may fold to two, each of which matches: ß to ss.
      const isNew = offset !== before;
      before = offset;
      if (isNew) total += 1;
      if (isNew && matches.length < limit) {
        if (
          !after ||
          section > after.section ||
          (section === after.section && offset > after.offset)
        ) {
          const last = folded.sourceOf(at + wanted.length - 1);
          const length = last + letterAt(text, last).length - offset;
          matches.push({ section, offset, length });
        }
      }
      at = folded.text.indexOf(wanted, at + wanted.length);
    }
  });
  return { matches, total };
}

/** The match with what stands around it in its paragraph, white space as one space. */
export function snippetOf({ text, breaks }: SectionText, { offset, length }: TextMatch) {
  const end = offset + length;
  const blockStart = breaks.findLast((at) => at <= offset) ?? 0;
  const blockEnd = breaks.find((at) => at >= end) ?? text.length;
  const from = Math.max(blockStart, offset - shownAround);
  const to = Math.min(blockEnd, end + shownAround);
  const before = oneLine(text.slice(from, offset)).trimStart();
  const behind = oneLine(text.slice(end, to)).trimEnd();
  return {
    before:
      from > blockStart
        ? before.replace(/^\S{1,20}(?=\s)|^[\udc00-\udfff]/, '').trimStart()
        : before,
    match: oneLine(text.slice(offset, end)),
    after:
      to < blockEnd ? behind.replace(/(?<=\s)\S{1,20}$|[\ud800-\udbff]$/, '').trimEnd() : behind,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

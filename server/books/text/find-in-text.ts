import { foldQuery, type FoldedText, letterAt } from './folded-text.ts';
import type { SectionText } from './section-text.ts';
import { isOfWords, type WordQuery } from './word-query.ts';

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

export interface TextSearch {
  /** The match that the page before ended with. */
  after: Pick<TextMatch, 'section' | 'offset'> | null;
  limit: number;
  /** Left out, a match may stand anywhere in a word. */
  words?: WordQuery['words'];
  /** Once there are so many, no more are counted than the page needs. */
  mostCounted?: number;
}

/** How much of the text around a match is shown, in UTF-16 code units. */
const shownAround = 80;

/**
 * Finds a text as it is typed, in whatever case and with or without accents.
 *
 * @returns Matches behind `after`, at most `limit`, and how many the whole book has.
 */
export function findInText(
  sections: SearchableSection[],
  query: string,
  { after, limit, words, mostCounted = Infinity }: TextSearch,
): { matches: TextMatch[]; total: number } {
  const wanted = foldQuery(query);
  const matches: TextMatch[] = [];
  let total = 0;
  if (wanted === '') return { matches, total };
  for (const [section, searched] of sections.entries()) {
    for (const match of matchesIn(searched, wanted, words)) {
      total += 1;
      const { offset } = match;
      const isBehind =
        !after || section > after.section || (section === after.section && offset > after.offset);
      if (isBehind && matches.length < limit) matches.push({ section, ...match });
      if (total >= mostCounted && matches.length >= limit) return { matches, total };
    }
  }
  return { matches, total };
}

function* matchesIn(
  section: SearchableSection,
  wanted: string,
  words: TextSearch['words'],
): Generator<{ offset: number; length: number }> {
  const { text, folded } = section;
  let before = -1;
  for (let at = folded.text.indexOf(wanted); at !== -1;) {
    const end = at + wanted.length;
    const offset = folded.sourceOf(at);
    const isMeant = !words || isOfWords(section, [at, end], words);
    // One letter may fold to two, each of which matches: ß to ss.
    if (isMeant && offset !== before) {
      before = offset;
      const last = folded.sourceOf(end - 1);
      yield { offset, length: last + letterAt(text, last).length - offset };
    }
    at = folded.text.indexOf(wanted, isMeant ? end : at + 1);
  }
}

/** The match with what stands around it in its paragraph, as it is searched; white space as one space. */
export function snippetOf(section: SectionText, { offset, length }: TextMatch) {
  const { text, breaks } = section;
  const end = offset + length;
  const blockStart = breaks.findLast((at) => at <= offset) ?? 0;
  const blockEnd = breaks.find((at) => at >= end) ?? text.length;
  const from = Math.max(blockStart, offset - shownAround);
  const to = Math.min(blockEnd, end + shownAround);
  const before = oneLine(searched(section, from, offset)).trimStart();
  const behind = oneLine(searched(section, end, to)).trimEnd();
  return {
    before:
      from > blockStart
        ? before.replace(/^\S{1,20}(?=\s)|^[\udc00-\udfff]/, '').trimStart()
        : before,
    match: oneLine(searched(section, offset, end)),
    after:
      to < blockEnd ? behind.replace(/(?<=\s)\S{1,20}$|[\ud800-\udbff]$/, '').trimEnd() : behind,
  };
}

/** A piece of a section without what stands beside its text. */
function searched({ text, beside }: SectionText, from: number, to: number): string {
  let kept = '';
  let at = from;
  for (const [start, end] of beside) {
    if (end <= at || start >= to) continue;
    kept += text.slice(at, Math.max(at, start));
    at = Math.min(end, to);
  }
  return kept + text.slice(at, to);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

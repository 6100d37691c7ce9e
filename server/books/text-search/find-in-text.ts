import { foldQuery, type FoldedText, letterAt } from './folded-text.ts';
import type { SectionText } from './section-text.ts';

const quoted = /^\s*["“”„‟«»″〝〞](.*?)(["“”„‟«»″〝〞]\s*)?$/su;

const apostrophe = /^['’‘ʼ`´]$/u;

const beginsWord = /^[\p{L}\p{M}\p{N}]/u;

const endsWord = /[\p{L}\p{M}\p{N}]$/u;

const spaceless =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆]';

const beginsSpaceless = new RegExp(`^${spaceless}`, 'u');

const endsSpaceless = new RegExp(`${spaceless}\\p{M}*$`, 'u');
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

export interface TextSearchOptions {
  /** The match that the page before ended with. */
  after: Pick<TextMatch, 'section' | 'offset'> | null;
  limit: number;
  /** Left out, a match may stand anywhere in a word. */
  wordMatch?: WordQuery['wordMatch'];
  /** Once there are so many, no more are counted than the page needs. */
  maxCount?: number;
}

/** How much of the text around a match is shown, in UTF-16 code units. */
const snippetContext = 80;

/**
 * Finds a text as it is typed, in whatever case and with or without accents.
 *
 * @returns Matches behind `after`, at most `limit`, and how many the whole book has.
 */
export function findInText(
  sections: SearchableSection[],
  query: string,
  { after, limit, wordMatch, maxCount = Infinity }: TextSearchOptions,
): { matches: TextMatch[]; total: number } {
  const wanted = foldQuery(query);
  const matches: TextMatch[] = [];
  let total = 0;
  if (wanted === '') return { matches, total };
  for (const [section, searched] of sections.entries()) {
    for (const match of matchesIn(searched, wanted, wordMatch)) {
      total += 1;
      const { offset } = match;
      const isBehind =
        !after || section > after.section || (section === after.section && offset > after.offset);
      if (isBehind && matches.length < limit) matches.push({ section, ...match });
      if (total >= maxCount && matches.length >= limit) return { matches, total };
    }
  }
  return { matches, total };
}

function* matchesIn(
  section: SearchableSection,
  wanted: string,
  words: TextSearchOptions['wordMatch'],
): Generator<{ offset: number; length: number }> {
  const { text, folded } = section;
  let before = -1;
  for (let at = folded.text.indexOf(wanted); at !== -1;) {
    const end = at + wanted.length;
    const offset = folded.sourceOffset(at);
    const isMeant = !words || isAtWordBoundaries(section, [at, end], words);
    // One letter may fold to two, each of which matches: ß to ss.
    if (isMeant && offset !== before) {
      before = offset;
      const last = folded.sourceOffset(end - 1);
      yield { offset, length: last + letterAt(text, last).length - offset };
    }
    at = folded.text.indexOf(wanted, isMeant ? end : at + 1);
  }
}

/** The match with what stands around it in its paragraph, as it is searched; white space as one space. */
export function buildSnippet(section: SectionText, { offset, length }: TextMatch) {
  const { text, breaks } = section;
  const end = offset + length;
  const blockStart = breaks.findLast((at) => at <= offset) ?? 0;
  const blockEnd = breaks.find((at) => at >= end) ?? text.length;
  const from = Math.max(blockStart, offset - snippetContext);
  const to = Math.min(blockEnd, end + snippetContext);
  const before = collapseWhiteSpace(searchableText(section, from, offset)).trimStart();
  const behind = collapseWhiteSpace(searchableText(section, end, to)).trimEnd();
  return {
    before:
      from > blockStart
        ? before.replace(/^\S{1,20}(?=\s)|^[\udc00-\udfff]/, '').trimStart()
        : before,
    match: collapseWhiteSpace(searchableText(section, offset, end)),
    after:
      to < blockEnd ? behind.replace(/(?<=\s)\S{1,20}$|[\ud800-\udbff]$/, '').trimEnd() : behind,
  };
}

/** A piece of a section without what stands beside its text. */
function searchableText({ text, rubyRanges }: SectionText, from: number, to: number): string {
  let kept = '';
  let at = from;
  for (const [start, end] of rubyRanges) {
    if (end <= at || start >= to) continue;
    kept += text.slice(at, Math.max(at, start));
    at = Math.min(end, to);
  }
  return kept + text.slice(at, to);
}

function collapseWhiteSpace(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** What a reader types into a search: words as they begin, or in quotes as they are. */
interface WordQuery {
  text: string;
  wordMatch: 'begun' | 'whole';
}

/** A quote that is still open is one whose last word is still being typed. */
export function parseWordQuery(typed: string): WordQuery {
  const [, inside = '', closing] = quoted.exec(typed) ?? [];
  if (inside.trim() === '') return { text: typed, wordMatch: 'begun' };
  return { text: inside, wordMatch: closing === undefined ? 'begun' : 'whole' };
}

/** Whether a piece of folded text is words: from where one begins, and for whole ones to an end. */
export function isAtWordBoundaries(
  { text, folded }: SearchableSection,
  [at, end]: [at: number, end: number],
  words: WordQuery['wordMatch'],
): boolean {
  if (!isWordBoundary(folded.text, at) && !isApostrophe(folded.sourceOffset(at) - 1)) return false;
  if (words === 'begun' || isWordBoundary(folded.text, end)) return true;
  const behind = folded.sourceOffset(end) - 1;
  return behind > folded.sourceOffset(end - 1) && isApostrophe(behind);

  // Folding leaves apostrophes out, though a word ends at them.
  function isApostrophe(offset: number): boolean {
    return apostrophe.test(text.charAt(offset));
  }
}

/** Whether no word goes on from one side of a place to the other. */
function isWordBoundary(text: string, at: number): boolean {
  // Most letters are of ASCII, and one of them stands a hundred thousand times in a long book.
  if (text.charCodeAt(at - 1) < 0x80 && text.charCodeAt(at) < 0x80) {
    return !isAsciiLetter(text.charCodeAt(at - 1)) || !isAsciiLetter(text.charCodeAt(at));
  }
  const before = text.slice(Math.max(0, at - 4), at);
  const behind = text.slice(at, at + 2);
  if (!endsWord.test(before) || !beginsWord.test(behind)) return true;
  return endsSpaceless.test(before) || beginsSpaceless.test(behind);
}

/** Of folded text, which has no capitals. */
function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

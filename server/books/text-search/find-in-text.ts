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

/**
 * Folded particles that Arabic and Hebrew write together with the following word, such as the
 * article, from the start of a word.
 */
const attachedParticles =
  /(?<![\p{L}\p{M}\p{N}])(?:[وف]?(?:[بكلس]|[بك]?ال|لل)|[وف]|[והבכלמש]{1,3})$/u;
/** More than the longest particles. */
const particleContext = 8;
/** Minimum length of text that is found after particles. Shorter text occurs in many words. */
const minLengthAfterParticles = 3;
const firstHebrewCode = 0x590;
const lastArabicCode = 0x6ff;

/** A section with its folded text. */
export interface SearchableSection extends SectionText {
  folded: FoldedText;
}

/** A match in a book, in UTF-16 code units from the start of the section's text. */
export interface TextMatch {
  section: number;
  offset: number;
  length: number;
}

export interface TextSearchOptions {
  /** The previous page's last match. */
  after: Pick<TextMatch, 'section' | 'offset'> | null;
  limit: number;
  /** How matches align with words. If omitted, a match may start anywhere in a word. */
  wordMatch?: WordQuery['wordMatch'];
  /** Counting stops at this number after the page is full. */
  maxCount?: number;
}

/** Length of the text shown on either side of a match, in UTF-16 code units. */
const snippetContext = 80;

/**
 * Finds text, ignoring case and accents.
 *
 * @returns At most `limit` matches after `after`, and the total number of matches in the book.
 */
export function findInText(
  sections: SearchableSection[],
  query: string,
  { after, limit, wordMatch, maxCount = Infinity }: TextSearchOptions,
): { matches: TextMatch[]; total: number } {
  const needle = foldQuery(query);
  const matches: TextMatch[] = [];
  let total = 0;
  if (needle === '') return { matches, total };
  for (const [section, searched] of sections.entries()) {
    for (const match of matchesIn(searched, needle, wordMatch)) {
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
  needle: string,
  words: TextSearchOptions['wordMatch'],
): Generator<{ offset: number; length: number }> {
  const { text, folded } = section;
  let before = -1;
  for (let at = folded.text.indexOf(needle); at !== -1;) {
    const end = at + needle.length;
    const offset = folded.sourceOffset(at);
    const isMatch = !words || isAtWordBoundaries(section, [at, end], words);
    // One letter may fold to several letters that match separately, such as ß to ss.
    if (isMatch && offset !== before) {
      before = offset;
      const last = folded.sourceOffset(end - 1);
      yield { offset, length: last + letterAt(text, last).length - offset };
    }
    at = folded.text.indexOf(needle, isMatch ? end : at + 1);
  }
}

/**
 * Returns the match with the surrounding text from its paragraph, without ruby text and with
 * collapsed white space.
 */
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

/** Returns a range of a section's text without ruby text. */
function searchableText({ text, rubyRanges }: SectionText, from: number, to: number): string {
  let result = '';
  let at = from;
  for (const [start, end] of rubyRanges) {
    if (end <= at || start >= to) continue;
    result += text.slice(at, Math.max(at, start));
    at = Math.min(end, to);
  }
  return result + text.slice(at, to);
}

function collapseWhiteSpace(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** A parsed query: `begun` matches words by prefix, `whole` (quoted) matches complete words. */
interface WordQuery {
  text: string;
  wordMatch: 'begun' | 'whole';
}

/** Parses a query. The last word of a quote without a closing mark may be incomplete. */
export function parseWordQuery(typed: string): WordQuery {
  const [, inside = '', closing] = quoted.exec(typed) ?? [];
  if (inside.trim() === '') return { text: typed, wordMatch: 'begun' };
  return { text: inside, wordMatch: closing === undefined ? 'begun' : 'whole' };
}

/** Whether a range of folded text starts at a word boundary and, for `whole`, also ends at one. */
export function isAtWordBoundaries(
  { text, folded }: SearchableSection,
  [at, end]: [at: number, end: number],
  words: WordQuery['wordMatch'],
): boolean {
  const startsWord =
    isWordBoundary(folded.text, at) ||
    isApostrophe(folded.sourceOffset(at) - 1) ||
    (words === 'begun' && followsParticles(folded.text, at, end));
  if (!startsWord) return false;
  if (words === 'begun' || isWordBoundary(folded.text, end)) return true;
  const behind = folded.sourceOffset(end) - 1;
  return behind > folded.sourceOffset(end - 1) && isApostrophe(behind);

  // Folding removes apostrophes, although they separate words.
  function isApostrophe(offset: number): boolean {
    return apostrophe.test(text.charAt(offset));
  }
}

/** Whether a range of folded text follows particles at the start of an Arabic or Hebrew word. */
function followsParticles(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at);
  if (code < firstHebrewCode || code > lastArabicCode) return false;
  if (end - at < minLengthAfterParticles) return false;
  return attachedParticles.test(text.slice(Math.max(0, at - particleContext), at));
}

/** Whether an offset is not inside a word. */
function isWordBoundary(text: string, at: number): boolean {
  // Fast path, because most letters are ASCII and a letter may occur 100,000 times in a long book.
  if (text.charCodeAt(at - 1) < 0x80 && text.charCodeAt(at) < 0x80) {
    return !isAsciiLetter(text.charCodeAt(at - 1)) || !isAsciiLetter(text.charCodeAt(at));
  }
  const before = text.slice(Math.max(0, at - 4), at);
  const behind = text.slice(at, at + 2);
  if (!endsWord.test(before) || !beginsWord.test(behind)) return true;
  return endsSpaceless.test(before) || beginsSpaceless.test(behind);
}

/** For folded text, which contains no capital letters. */
function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

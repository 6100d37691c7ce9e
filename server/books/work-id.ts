import { createHash } from 'node:crypto';
import { fold } from '../values/fold.ts';
import type { BookMetadata } from './stored-book.ts';

/**
 * Returns the id of the work of which a book is an edition. Two books are editions of one work if
 * the first lines of their titles have the same words, the remaining lines name the same volumes,
 * and the author names have the same words in any order. Without an author, the whole title must be
 * the same.
 */
export function computeWorkId(
  title: string,
  {
    contributors,
    subtitle,
  }: Pick<BookMetadata, 'contributors'> & Partial<Pick<BookMetadata, 'subtitle'>>,
): string {
  const [main = '', ...more] = title.split(/\n| \/ /);
  const rest = [...more, subtitle ?? ''].join(' ');
  const authors = contributors
    .filter(({ role }) => role === 'aut')
    // Parentheses contain spelled-out initials, which only some sources provide.
    .map(({ name }) => name.replace(/\([^)]*\)/g, ' '));
  const names = [...new Set(authors.flatMap(foldedWordsIn))]
    .filter((word) => !honorifics.has(word))
    .sort();
  const key = [
    foldedWordsIn(main),
    names.length > 0 ? volumeNumbers(rest) : foldedWordsIn(rest),
    names,
  ];
  return `wrk_${createHash('sha256').update(JSON.stringify(key)).digest('base64url').replace(/[-_]/g, '').slice(0, 20)}`;
}

function foldedWordsIn(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Ranks and titles that only some sources include in names. */
const honorifics = new Set(
  'sir lord lady dame count countess graf baron baroness earl saint dr mrs mr'.split(' '),
);

const volumeNumber = '\\d+|[ivxlcdm]+|one|two|three|four|five|six|seven|eight|nine|ten';
const ordinal =
  '(?:first|second|third|fourth|erste|zweite|dritte|vierte|premier|deuxieme|troisieme|prim|segund|tercer)[a-z]{0,2}';
const volumeKeyword =
  'vol(?:ume|umen)?s?|part[es]?|partie|books?|chapters?|nos?|numbers?|series|band|bd|th?eil|heft|tome|tomo|deel|osa|del|dil|cz|kirja|livre|libro';
const volumePattern = new RegExp(
  `\\b(?:${volumeKeyword})\\b\\W*(${volumeNumber})\\b(?:\\W*(?:to|and|-|–)\\W*(${volumeNumber})\\b)?|\\b(${ordinal})\\W+(?:${volumeKeyword})\\b`,
  'g',
);

/** Returns the volume and part numbers in a subtitle. Two volumes are two works. */
function volumeNumbers(text: string): string[] {
  return [...fold(text).matchAll(volumePattern)].flatMap(([, ...numbers]) =>
    numbers.filter((found) => found !== undefined),
  );
}

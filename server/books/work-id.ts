import { createHash } from 'node:crypto';
import { fold } from '../values/fold.ts';
import type { BookMetadata } from './stored-book.ts';

/**
 * Names the work that a book is an edition of: the same words in the first line of the title, the
 * same volume in whatever follows it, and the same words in the names of its authors, in whatever
 * order. Without an author the whole title counts.
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
    // What stands in parentheses spells initials out, and only some sources have it.
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

/** Some sources file a name with its rank, others without. */
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

/** Numbers of volumes and parts that a subtitle names: two volumes are two works. */
function volumeNumbers(text: string): string[] {
  return [...fold(text).matchAll(volumePattern)].flatMap(([, ...numbers]) =>
    numbers.filter((found) => found !== undefined),
  );
}

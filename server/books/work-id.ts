import { createHash } from 'node:crypto';
import { fold } from '../text/fold.ts';
import type { BookMetadata } from './stored-book.ts';

/**
 * Names the work that a book is an edition of: the same words in the first line of the title, the
 * same volume in whatever follows it, and the same words in the names of its authors, in whatever
 * order. Without an author the whole title counts.
 */
export function workIdOf(
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
  const names = [...new Set(authors.flatMap(wordsOf))].filter((word) => !ranks.has(word)).sort();
  const key = [wordsOf(main), names.length > 0 ? volumesOf(rest) : wordsOf(rest), names];
  return `wrk_${createHash('sha256').update(JSON.stringify(key)).digest('base64url').replace(/[-_]/g, '').slice(0, 20)}`;
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Some sources file a name with its rank, others without. */
const ranks = new Set(
  'sir lord lady dame count countess graf baron baroness earl saint dr mrs mr'.split(' '),
);

const number = '\\d+|[ivxlcdm]+|one|two|three|four|five|six|seven|eight|nine|ten';
const ordinal =
  '(?:first|second|third|fourth|erste|zweite|dritte|vierte|premier|deuxieme|troisieme|prim|segund|tercer)[a-z]{0,2}';
const part =
  'vol(?:ume|umen)?s?|part[es]?|partie|books?|chapters?|nos?|numbers?|series|band|bd|th?eil|heft|tome|tomo|deel|osa|del|dil|cz|kirja|livre|libro';
const volume = new RegExp(
  `\\b(?:${part})\\b\\W*(${number})\\b(?:\\W*(?:to|and|-|–)\\W*(${number})\\b)?|\\b(${ordinal})\\W+(?:${part})\\b`,
  'g',
);

/** Numbers of volumes and parts that a subtitle names: two volumes are two works. */
function volumesOf(text: string): string[] {
  return [...fold(text).matchAll(volume)].flatMap(([, ...numbers]) =>
    numbers.filter((found) => found !== undefined),
  );
}

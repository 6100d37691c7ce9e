import * as danish from 'n2words/da-DK';
import * as german from 'n2words/de-DE';
import * as greek from 'n2words/el-GR';
import * as english from 'n2words/en-GB';
import * as american from 'n2words/en-US';
import * as spanish from 'n2words/es-ES';
import * as finnish from 'n2words/fi-FI';
import * as french from 'n2words/fr-FR';
import * as hungarian from 'n2words/hu-HU';
import * as italian from 'n2words/it-IT';
import * as norwegian from 'n2words/nb-NO';
import * as dutch from 'n2words/nl-NL';
import * as polish from 'n2words/pl-PL';
import * as portuguese from 'n2words/pt-PT';
import * as russian from 'n2words/ru-RU';
import * as swedish from 'n2words/sv-SE';
import { fold } from '../values/fold.ts';
import { isFunctionWord } from './function-words.ts';

const languages = [
  english,
  american,
  french,
  german,
  spanish,
  italian,
  portuguese,
  dutch,
  swedish,
  danish,
  norwegian,
  finnish,
  hungarian,
  polish,
  russian,
  greek,
];

/** Numbers in titles. */
const numbers = [
  ...Array.from({ length: 100 }, (_, at) => at + 1),
  101,
  120,
  150,
  200,
  300,
  365,
  400,
  500,
  600,
  700,
  800,
  900,
  1000,
  1001,
  2000,
  3000,
  4000,
  5000,
  6000,
  7000,
  8000,
  9000,
  10_000,
  20_000,
  30_000,
  40_000,
  50_000,
  60_000,
  80_000,
  100_000,
  1_000_000,
];

/** Numbers by their folded words, such as `thirty nine` or `quatre vingts`. */
const numbersByWords = new Map<string, number>();
const wordsByNumber = new Map<number, string[]>();
let longestPhrase = 1;
/** First words of all numbers, so that most words can be ruled out with one lookup. */
const firstWords = new Set<string>();

for (const { toCardinal, toOrdinal } of languages) {
  for (const number of numbers) {
    addPhrase(toCardinal(number), number);
    // For titles such as “The Thousand and One Nights”.
    addPhrase(toCardinal(number).replace(/^one (?=hundred|thousand)/, ''), number);
    if (number <= 31) addPhrase(toOrdinal(number), number);
  }
}

function addPhrase(phrase: string, number: number): void {
  const words = fold(phrase.replace(/[-\u2010\u2011]/g, ' ')).match(/[\p{L}\p{M}]+/gu) ?? [];
  const [first] = words;
  if (!first || (words.length === 1 && (isFunctionWord(first) || first.length < 2))) return;
  const key = words.join(' ');
  if (numbersByWords.has(key)) return;
  numbersByWords.set(key, number);
  firstWords.add(first);
  longestPhrase = Math.max(longestPhrase, words.length);
  if (words.length === 1) wordsByNumber.set(number, [...(wordsByNumber.get(number) ?? []), key]);
}

/** A number in a sequence of words: the words from `from` (inclusive) to `to` (exclusive). */
export interface NumberSpan {
  from: number;
  to: number;
  value: number;
}

const digits = /^\d{1,7}$/;
const ordinalDigits = /^(\d{1,3})(?:st|nd|rd|th|er|re|e|eme|o|a|te|ten)$/;
const roman = /^x{0,3}(?:ix|iv|v?i{0,3})$/;
const romanLetters: Record<string, number> = { i: 1, v: 5, x: 10 };

/**
 * Returns the numbers among folded words: digits, ordinals, Roman numerals up to 39, and number
 * words in sixteen languages.
 *
 * @param isRoman - Whether a word in the form of a Roman numeral is one. In books, only those in
 * capital letters are.
 */
export function findNumbers(words: string[], isRoman: (at: number) => boolean): NumberSpan[] {
  const spans: NumberSpan[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const span = numberAt(words, at, isRoman);
    if (!span) continue;
    spans.push(span);
    at = span.to - 1;
  }
  return spans;
}

function numberAt(
  words: string[],
  at: number,
  isRoman: (at: number) => boolean,
): NumberSpan | null {
  const word = words[at] ?? '';
  if (digits.test(word)) {
    let [to, text] = [at + 1, word];
    // “20,000” has been split at its comma.
    while (word.length < 4 && /^\d{3}$/.test(words[to] ?? '') && text.length < 7) {
      text += words[to] ?? '';
      to += 1;
    }
    return spanOf(at, to, Number(text));
  }
  const ordinal = ordinalDigits.exec(word);
  if (ordinal) return spanOf(at, at + 1, Number(ordinal[1]));
  if (firstWords.has(word)) {
    for (let to = Math.min(words.length, at + longestPhrase); to > at; to -= 1) {
      const value = numbersByWords.get(words.slice(at, to).join(' '));
      if (value !== undefined) return spanOf(at, to, value);
    }
  }
  if (word !== '' && roman.test(word) && isRoman(at)) return spanOf(at, at + 1, romanValue(word));
  return null;
}

function spanOf(from: number, to: number, value: number): NumberSpan | null {
  return value > 0 ? { from, to, value } : null;
}

function romanValue(word: string): number {
  const values = [...word].map((letter) => romanLetters[letter] ?? 0);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}

/**
 * Returns every way to write a number as one word: in digits, and in the languages of
 * `findNumbers`.
 */
export function writtenNumbers(value: number): string[] {
  return [String(value), `0${value}`, ...romanForm(value), ...(wordsByNumber.get(value) ?? [])];
}

/** Returns the Roman numeral up to 39, in lower case. A single I is a pronoun. */
function romanForm(value: number): string[] {
  if (value < 2 || value > 39) return [];
  const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][value % 10] ?? '';
  return ['x'.repeat(Math.floor(value / 10)) + ones];
}

/** Returns the index word for a number in any notation. No typed word equals it. */
export function numberWord(value: number): string {
  return `#${value}`;
}

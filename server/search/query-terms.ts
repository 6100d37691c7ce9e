import { toIsbn13 } from '../values/isbn.ts';
import { abbreviatedPhrase, abbreviationsOf } from './abbreviations.ts';
import { isFunctionWord } from './function-words.ts';
import { findNumbers, numberWord, writtenNumbers } from './number-words.ts';
import { firstLetterWord } from './book-words.ts';
import { formsOfName } from './name-forms.ts';
import { lowerBound } from './number-arrays.ts';
import {
  completionsOf,
  isInitial,
  isOptional,
  maxTerms,
  qualities,
  type Term,
  type Variant,
  weightOf,
} from './term.ts';
import { type Token, tokenize } from './tokenize.ts';
import { addChinese } from './chinese-terms.ts';
import { transliterate } from './transliterate.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The index in which the terms of a query are looked up. */
export interface TermSource {
  vocabulary: Vocabulary;
  /** Returns the number of books that contain the word. */
  frequencyOf: (word: number) => number;
  /** Returns the number of books that contain both words in one field. */
  frequencyOfBoth: (one: number, other: number) => number;
  /** Number of books. */
  size: number;
}

/** Minimum length of both parts of a compound, which can be written as one word or two. */
const shortestPart = 3;
/** A typed word in more books than this is not split. */
const rareWord = 3;
const maxSplits = 4;
/** Weight of a function word that may also be the beginning of another word. */
const unfinishedWeight = 0.5;
/** Weight of a function word that is also an abbreviation of two words. */
const phraseWeight = 1;
/**
 * A prefix of at most this length, typed alone, is completed only to words that enough books
 * contain.
 */
const shortBeginning = 3;
const booksPerBeginning = 20_000;
/**
 * Maximum number of completions of a beginning. Large catalogs have tens of thousands of words with
 * the same two letters, most of them in one book. `CandidateFinder` finds those only in titles that
 * match the other words.
 */
export const maxCompletions = 2000;
/** Words before the number of a volume, after which a single letter is a Roman numeral. */
const volumeWords = new Set(
  'vol volume part book series tome tomo tom band bd teil theil deel del osa bind kotet act'.split(
    ' ',
  ),
);
/** Quality of the form of a name in another language. Most people want editions in theirs. */
const otherFormQuality = 0.75 * qualities.transliteration;
/** Quality of a single letter for titles and names that start with it. */
const firstLetterQuality = 0.8 * qualities.prefix;

/**
 * The typed words of a query, with the index words that have the same meaning. Repeated words count
 * once.
 */
export function typedTerms(text: string, source: TermSource): Term[] {
  const { vocabulary } = source;
  const isbn = toIsbn13(text.replace(/^\s*isbn[\s:-]*/i, ''));
  if (isbn) {
    const variants = exactVariants(vocabulary, isbn);
    return [{ typed: isbn, variants, weight: 1, isContent: true, isPrefix: false }];
  }
  const all = tokenize(text);
  const tokens = all.filter(isWholeWord);
  // A query in a script without spaces may end with a complete pair of characters.
  const isOpen = all.at(-1)?.kind !== 'last';
  const isOnlyWord = tokens.length === 1 || tokens.every(({ word }) => isOptional(word));
  const terms = tokens.map(({ word, end }, at) => {
    // A space after the last word marks it as complete.
    const isLast = at === tokens.length - 1 && isOpen && !/\s/.test(text.slice(end));
    const isPrefix = isSingleHanCharacter(word) || isLast;
    // After “call of”, “th” is the beginning of “the”.
    const isAfterFunctionWord =
      isFunctionWord(tokens[at - 1]?.word ?? '') &&
      tokens.slice(0, at).some((one) => !isOptional(one.word));
    return makeTerm(word, { isPrefix, isOnlyWord, isAfterFunctionWord }, source);
  });
  addNumbers(terms, tokens, text, vocabulary);
  addCompounds(terms, source);
  addChinese(terms, source);
  for (const term of terms) term.variants.sort((a, b) => b.quality - a.quality);
  const distinct = [...new Map(terms.map((term) => [term.typed, term])).values()];
  if (!distinct.some(({ isContent }) => isContent)) {
    for (const term of distinct) makeContent(term, source);
  }
  // Long queries keep only their rarest words.
  if (distinct.length <= maxTerms) return distinct;
  const heaviest = new Set(distinct.toSorted((a, b) => b.weight - a.weight).slice(0, maxTerms));
  return distinct.filter((term) => heaviest.has(term));
}

/** Context of a word in a query. */
type TypedAs = 'isPrefix' | 'isOnlyWord' | 'isAfterFunctionWord';

function makeTerm(
  typed: string,
  { isPrefix, isOnlyWord, isAfterFunctionWord }: Record<TypedAs, boolean>,
  source: TermSource,
): Term {
  const { vocabulary } = source;
  const isContent = !isOptional(typed);
  const variants = exactVariants(vocabulary, typed);
  const exact = variants[0]?.word;
  type Kind = 'abbreviation' | 'inflection' | 'transliteration';
  const addWord = (word: number, kind: Kind, quality: number = qualities[kind]): void => {
    if (variants.some((one) => one.word === word)) return;
    variants.push({ word, quality, kind, typos: 0 });
  };
  const add = (word: string, kind: Kind, quality?: number): void => {
    const number = vocabulary.numberOf(word);
    if (number !== undefined) addWord(number, kind, quality);
  };
  for (const word of abbreviationsOf(typed)) add(word, 'abbreviation');
  const phrase = phraseVariant(typed, vocabulary);
  if (phrase) variants.push(phrase);
  if (isContent) for (const word of inflectionsOf(typed)) add(word, 'inflection');
  const latin = transliterate(typed);
  if (latin !== null) add(latin, 'transliteration');
  for (const word of formsOfName(typed)) add(word, 'transliteration', otherFormQuality);
  if (isContent)
    for (const word of vocabulary.sounds.romanizedLike(typed)) addWord(word, 'transliteration');
  let lacksRare = false;
  if (isPrefix && isOnlyWord && isInitial(typed)) {
    const word = vocabulary.numberOf(firstLetterWord(typed));
    if (word !== undefined)
      variants.push({ word, quality: firstLetterQuality, kind: 'prefix', typos: 0 });
  } else if (isPrefix && (isContent || typed.length > 1)) {
    const known = new Set(variants.map(({ word }) => word));
    const least = isOnlyWord && typed.length < shortBeginning ? source.size / booksPerBeginning : 0;
    const words = vocabulary.withPrefix(typed);
    lacksRare = words.length > maxCompletions;
    const isLikely = mostFrequent(words, least, source);
    for (const one of completionsOf(vocabulary, typed, exact, isLikely, isAfterFunctionWord)) {
      if (!known.has(one.word)) variants.push(one);
    }
  }
  const term = { typed, variants, weight: 0, isContent, isPrefix, lacksRare };
  term.weight = weightOf(typed, frequencyOfTerm(term, source), source.size, isContent);
  // “us” can be a pronoun or a country.
  if (phrase && !isContent) term.weight = Math.max(term.weight, phraseWeight);
  // “of” may also be the beginning of “officer”.
  if (isPrefix && !isContent) term.weight = Math.max(term.weight, unfinishedWeight);
  return term;
}

/**
 * Returns whether a completion is among the `maxCompletions` words in most books, and in at least
 * `least` of them.
 */
function mostFrequent(
  words: number[],
  least: number,
  { frequencyOf }: TermSource,
): (word: number) => boolean {
  if (words.length <= maxCompletions) return (word) => frequencyOf(word) >= least;
  const frequencies = Uint32Array.from(words, frequencyOf);
  const ascending = frequencies.toSorted();
  const last = ascending[ascending.length - maxCompletions] ?? 0;
  const above = ascending.length - lowerBound(ascending, 0, ascending.length, last + 1);
  const kept = new Set<number>();
  let room = maxCompletions - above;
  for (const [at, word] of words.entries()) {
    const frequency = frequencies[at] ?? 0;
    if (frequency < Math.max(last, least)) continue;
    if (frequency === last) room -= 1;
    if (frequency > last || room >= 0) kept.add(word);
  }
  return (word) => kept.has(word);
}

/** Best quality among the closest matches. Completions count only if there are no other matches. */
function frequencyOfTerm({ variants }: Term, { frequencyOf }: TermSource): number {
  const close = variants.filter(({ kind }) => kind === 'exact' || kind === 'inflection');
  const counted = close.length > 0 ? close : variants;
  return counted.reduce((sum, { word }) => sum + frequencyOf(word), 0);
}

function makeContent(term: Term, source: TermSource): void {
  term.isContent = true;
  term.weight = weightOf(term.typed, frequencyOfTerm(term, source), source.size, true);
}

function exactVariants(vocabulary: Vocabulary, typed: string): Variant[] {
  const word = vocabulary.numberOf(typed);
  return word === undefined ? [] : [{ word, quality: 1, kind: 'exact', typos: 0 }];
}

/** Returns the two words that the typed word abbreviates, if books contain both. */
function phraseVariant(typed: string, vocabulary: Vocabulary): Variant | null {
  const [first, second] = abbreviatedPhrase(typed)?.map((word) => vocabulary.numberOf(word)) ?? [];
  if (first === undefined || second === undefined) return null;
  const { abbreviation: quality } = qualities;
  return { word: first, withWord: second, quality, kind: 'abbreviation', typos: 0 };
}

/** Returns the word with and without a plural or possessive ending, in languages that use `s`. */
function inflectionsOf(typed: string): string[] {
  if (!/^[a-z]{3,}$/.test(typed)) return [];
  const forms = [`${typed}s`];
  if (typed.endsWith('ies')) forms.push(`${typed.slice(0, -3)}y`);
  if (typed.endsWith('es')) forms.push(typed.slice(0, -2));
  if (/[^s]s$/.test(typed) && typed.length > 3) forms.push(typed.slice(0, -1));
  if (/[^aeiou]y$/.test(typed)) forms.push(`${typed.slice(0, -1)}ies`);
  return forms;
}

/**
 * Numbers match in any notation, such as “80”, “eighty” or “IV”. “LXXX” is beyond the supported
 * Roman numerals.
 */
function addNumbers(terms: Term[], tokens: Token[], text: string, vocabulary: Vocabulary): void {
  const isRoman = (at: number) => {
    const { start, end, word } = tokens[at] ?? { start: 0, end: 0, word: '' };
    if (word.length > 1 || word === 'v' || /^[VX]$/.test(text.slice(start, end))) return true;
    return volumeWords.has(tokens[at - 1]?.word ?? '');
  };
  const words = tokens.map(({ word }) => word);
  for (const { from, to, value } of findNumbers(words, isRoman)) {
    const forms = [numberWord(value), ...writtenNumbers(value)];
    const found = forms.flatMap((form) => vocabulary.numberOf(form) ?? []);
    for (const term of terms.slice(from, to)) {
      const known = new Set(term.variants.map(({ word }) => word));
      for (const word of found) {
        if (known.has(word)) continue;
        term.variants.push({ word, quality: qualities.number, kind: 'number', typos: 0 });
      }
    }
  }
}

/** Compounds match as one word and as two, such as “dollhouse” and “doll house”. */
function addCompounds(terms: Term[], source: TermSource): void {
  const { vocabulary, frequencyOf, frequencyOfBoth } = source;
  for (const [at, term] of terms.entries()) {
    const next = terms[at + 1];
    const joined = next && vocabulary.numberOf(term.typed + next.typed);
    if (next && joined !== undefined && term.typed.length > 1) {
      const one = {
        word: joined,
        quality: qualities.compound,
        kind: 'compound' as const,
        typos: 0,
      };
      term.variants.push(one);
      next.variants.push(one);
      continue;
    }
    const exact = term.variants.find(({ kind }) => kind === 'exact');
    if (exact && frequencyOf(exact.word) > rareWord) continue;
    term.variants.push(...splitsOf(term.typed, vocabulary, frequencyOf, frequencyOfBoth));
  }
}

function splitsOf(
  typed: string,
  vocabulary: Vocabulary,
  frequencyOf: TermSource['frequencyOf'],
  frequencyOfBoth: TermSource['frequencyOfBoth'],
): Variant[] {
  if (!/^\p{L}{6,}$/u.test(typed) || isHan.test(typed)) return [];
  const splits: { word: number; withWord: number; rarer: number }[] = [];
  for (let at = shortestPart; at <= typed.length - shortestPart; at += 1) {
    const word = vocabulary.numberOf(typed.slice(0, at));
    const withWord = vocabulary.numberOf(typed.slice(at));
    if (word === undefined || withWord === undefined) continue;
    splits.push({ word, withWord, rarer: Math.min(frequencyOf(word), frequencyOf(withWord)) });
  }
  return splits
    .sort((a, b) => b.rarer - a.rarer)
    .slice(0, maxSplits)
    .filter(({ word, withWord }) => frequencyOfBoth(word, withWord) > 0)
    .map(({ word, withWord }) => ({
      word,
      withWord,
      quality: qualities.compound,
      kind: 'compound' as const,
      typos: 0,
    }));
}

const isHan = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Excludes parts of words, which only the index uses. A typed apostrophe belongs to the whole word.
 */
export function isWholeWord({ kind }: Token): boolean {
  return kind === 'word';
}

/** A single character of a script without spaces is a prefix of character pairs. */
export function isSingleHanCharacter(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u.test(word);
}

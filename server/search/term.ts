import { isFunctionWord, isRequestWord } from './function-words.ts';
import type { SimilarWord, TypoTolerance, Vocabulary } from './vocabulary.ts';

/** Fields of a book as bits, so that a posting can hold several. */
export const searchFields = {
  title: 1,
  subtitle: 2,
  contributor: 4,
  alias: 8,
  series: 16,
  subject: 32,
  publisher: 64,
  identifier: 128,
} as const;

export type SearchField = keyof typeof searchFields;

export const fieldBits = 8;

export const fieldMask = (1 << fieldBits) - 1;

/** The relationship between an index word and the typed word. */
export type MatchKind =
  | 'exact'
  | 'number'
  | 'abbreviation'
  | 'inflection'
  | 'transliteration'
  | 'compound'
  | 'language'
  | 'prefix'
  | 'typo';

/** An index word that a typed word may match. */
export interface Variant {
  word: number;
  /** 0–1; an exact match is 1. */
  quality: number;
  kind: MatchKind;
  typos: number;
  /** The second word of a compound that was typed as one word. Both words must occur. */
  withWord?: number;
}

/** A typed word. */
export interface Term {
  typed: string;
  /** Sorted by quality, best first. */
  variants: Variant[];
  /** Its share of the score before normalization. */
  weight: number;
  /** Whether the term can exclude a book. Function words never do. */
  isContent: boolean;
  /** Whether the word may be incomplete because the person is still typing. */
  isPrefix: boolean;
  /** Whether `variants` lacks the completions that are in the fewest books. */
  lacksRare?: boolean;
}

/**
 * Quality of a match by its kind. For a completion, it also depends on how much of the word was
 * typed.
 */
export const qualities = {
  exact: 1,
  number: 0.95,
  abbreviation: 0.9,
  inflection: 0.85,
  transliteration: 0.8,
  compound: 0.9,
  language: 0.9,
  prefix: 0.72,
  typo: 0.6,
} satisfies Record<MatchKind, number>;

const functionWordWeight = 0.12;
const initialWeight = 0.3;
export const requestWordWeight = 0.3;
/** A year distinguishes editions, but most records and titles lack the year that people type. */
const yearWeight = 1;

/** Returns the weight of a typed word. Rare words count up to four times as much as common ones. */
export function weightOf(
  typed: string,
  frequency: number,
  size: number,
  isContent: boolean,
): number {
  if (!isContent) {
    if (isInitial(typed)) return initialWeight;
    if (isYear(typed)) return yearWeight;
    return isRequestWord(typed) ? requestWordWeight : functionWordWeight;
  }
  // Rounded to whole steps, so that pages of one list agree even if books are added in the
  // meantime.
  const rarity = Math.round(Math.log2(1 + size / Math.max(1, frequency)));
  return 1 + Math.min(rarity, 12) / 4;
}

/** Whether a match may omit a typed word. Words that name a kind of text never exclude a book. */
export function isOptional(typed: string): boolean {
  return isFunctionWord(typed) || isRequestWord(typed) || isInitial(typed) || isYear(typed);
}

/** Whether a word is a number from 1400 to 2099. */
function isYear(typed: string): boolean {
  return /^(?:1[4-9]|20)\d\d$/.test(typed);
}

/** Whether a word is a single letter, which usually stands for a given name. */
export function isInitial(typed: string): boolean {
  return /^\p{Script=Latin}$|^\p{Script=Cyrillic}$|^\p{Script=Greek}$/u.test(typed);
}

/**
 * Returns longer words that start with the typed word.
 *
 * @param hasFunctionWords - Whether function words are among them. Most match only as typed.
 */
export function completionsOf(
  vocabulary: Vocabulary,
  typed: string,
  own: number | undefined,
  isLikely: (word: number) => boolean = () => true,
  hasFunctionWords = false,
): Variant[] {
  const completions: Variant[] = [];
  for (const word of vocabulary.withPrefix(typed)) {
    if (!isLikely(word) || word === own) continue;
    if (vocabulary.isFunction(word) && !hasFunctionWords) continue;
    completions.push(completion(vocabulary, typed, word));
  }
  return completions;
}

/** The variant for a longer word that starts with the typed word. */
export function completion(vocabulary: Vocabulary, typed: string, word: number): Variant {
  const share = typed.length / vocabulary.lengthOf(word);
  return { word, quality: qualities.prefix * (0.7 + 0.3 * share), kind: 'prefix', typos: 0 };
}

/**
 * Returns the words that may have been intended if the typed word has typos. Returns none for a
 * number, because other numbers name other books.
 */
export function typosOf(vocabulary: Vocabulary, term: Term, tolerance: TypoTolerance): Variant[] {
  if (/^\d+$/.test(term.typed)) return [];
  const known = new Set(term.variants.map(({ word }) => word));
  const found = new Map<number, SimilarWord & { isCompletion: boolean }>();
  const add = (similar: SimilarWord[], isCompletion: boolean): void => {
    for (const one of similar) {
      const before = found.get(one.word);
      if (known.has(one.word) || (before && before.typos <= one.typos)) continue;
      found.set(one.word, { ...one, isCompletion });
    }
  };
  add(vocabulary.findSimilar(term.typed, tolerance, false), false);
  if (term.isPrefix && term.typed.length >= shortestBeginning && tolerance !== 'generous') {
    add(vocabulary.findSimilar(term.typed, tolerance, true), true);
  }
  add(
    vocabulary.findAlike(term.typed).map((word) => ({ word, typos: 1 })),
    false,
  );
  if (term.typed.length === 4) {
    // Words with three letters are too short for the typo index.
    for (const at of [1, 2, 3]) {
      const word = vocabulary.numberOf(term.typed.slice(0, at) + term.typed.slice(at + 1));
      if (word !== undefined) add([{ word, typos: 1 }], false);
    }
  }
  const typos = [...found.values()].map(({ word, typos: count, isCompletion }): Variant => ({
    word,
    quality: qualities.typo * (count > 1 ? 0.75 : 1) * (isCompletion ? qualities.prefix : 1),
    kind: 'typo',
    typos: count,
  }));
  return [...typos, ...shortFormsOf(vocabulary, term, new Set([...known, ...found.keys()]))];
}

/** Returns completions of abbreviated words, such as “huck finn”, anywhere in a query. */
function shortFormsOf(vocabulary: Vocabulary, term: Term, known: Set<number>): Variant[] {
  if (term.isPrefix || !/^\p{L}{4,}$/u.test(term.typed)) return [];
  const own = term.variants.find(({ kind }) => kind === 'exact')?.word;
  return completionsOf(vocabulary, term.typed, own)
    .filter(({ word }) => !known.has(word))
    .slice(0, maxShortForms)
    .map((one) => ({ ...one, quality: one.quality * 0.9, typos: 1 }));
}

const maxShortForms = 200;
/** Shorter prefixes are not corrected. */
const shortestBeginning = 6;

/** Weight of the best field of a posting, by field bits. */
export const fieldWeights = fieldWeightTable({
  title: 1,
  subtitle: 0.8,
  contributor: 0.95,
  alias: 0.9,
  series: 0.75,
  subject: 0.5,
  publisher: 0.4,
  identifier: 1,
});

function fieldWeightTable(weights: Record<SearchField, number>): Float64Array {
  const table = new Float64Array(1 << fieldBits);
  for (let bits = 1; bits < table.length; bits += 1) {
    for (const [field, bit] of Object.entries(searchFields)) {
      if (bits & bit) table[bits] = Math.max(table[bits] ?? 0, Reflect.get(weights, field));
    }
  }
  return table;
}

/** Maximum number of terms, because each needs a bit. Further terms are ignored. */
export const maxTerms = 30;

/** Tolerance for comparing sums of weights. */
export const rounding = 1e-6;

/**
 * Returns whether the terms with these bits have a combined weight of at least `least`. Caches the
 * sums because few combinations occur.
 */
export function enoughWeight(weights: number[], least: number): (bits: number) => boolean {
  let all = 0;
  weights.forEach((weight, term) => (all |= weight > 0 ? 1 << term : 0));
  if (least >= weights.reduce((sum, weight) => sum + weight, 0) - rounding) {
    return (bits) => (bits & all) === all;
  }
  const known = new Map<number, boolean>();
  let [last, isLast] = [0, least <= rounding];
  return (bits) => {
    if (bits === last) return isLast;
    let isEnough = known.get(bits);
    if (isEnough === undefined) {
      const sum = weights.reduce((sum, weight, term) => sum + (bits & (1 << term) ? weight : 0), 0);
      isEnough = sum >= least - rounding;
      known.set(bits, isEnough);
    }
    [last, isLast] = [bits, isEnough];
    return isEnough;
  };
}

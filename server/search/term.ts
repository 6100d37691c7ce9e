import type { TypoTolerance, Vocabulary } from './vocabulary.ts';

/** Fields of a book, most important first. Each is a bit because a posting may have several. */
export const searchFields = {
  title: 1,
  subtitle: 2,
  contributor: 4,
  subject: 8,
  publisher: 16,
  other: 32,
} as const;

export const fieldBits = 6;

export const fieldMask = (1 << fieldBits) - 1;

const anyField = fieldMask;

/** An index word that a typed word may match. */
export interface Variant {
  word: number;
  typos: number;
  /** Whether only the beginning of the word was typed. */
  isCompletion: boolean;
}

/** A word that matching books must contain. */
export interface Term {
  typed: string;
  variants: Variant[];
  /** Fields in which it may occur, as bits. */
  fields: number;
  /** Whether it affects ranking. If not, it only filters. */
  isRanked: boolean;
  /** Whether the word may be incomplete because the user is still typing. */
  isPrefix: boolean;
}

/** Creates a term that matches only the typed word. */
export function exactTerm(
  vocabulary: Vocabulary,
  typed: string,
  options: Partial<Pick<Term, 'fields' | 'isRanked' | 'isPrefix'>> = {},
): Term {
  const { fields = anyField, isRanked = true, isPrefix = false } = options;
  const exact = vocabulary.numberOf(typed);
  const words = isPrefix ? vocabulary.withPrefix(typed) : exact === undefined ? [] : [exact];
  const variants = words.map((word) => ({ word, typos: 0, isCompletion: word !== exact }));
  return { typed, variants, fields, isRanked, isPrefix };
}

/** Creates a term that also matches the words that may have been meant. */
export function typoTolerantTerm(
  vocabulary: Vocabulary,
  term: Term,
  tolerance: TypoTolerance,
): Term {
  const variants = new Map(term.variants.map((variant) => [variant.word, variant]));
  const add = (word: number, typos: number, isCompletion: boolean): void => {
    const known = variants.get(word);
    if (!known || typos < known.typos) variants.set(word, { word, typos, isCompletion });
  };
  for (const { word, typos } of vocabulary.findSimilar(term.typed, tolerance, false)) {
    add(word, typos, false);
  }
  if (term.isPrefix) {
    for (const { word, typos } of vocabulary.findSimilar(term.typed, tolerance, true)) {
      add(word, typos, true);
    }
  }
  return { ...term, variants: [...variants.values()] };
}

/** Returns the most important field in the mask as a number from 0. */
export function heaviestField(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

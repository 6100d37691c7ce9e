import type { TypoTolerance, Vocabulary } from './vocabulary.ts';

/** Where in a book a word stands, the weightiest first; as bits, so that a posting holds several. */
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
/** A word of the index that a typed word may stand for. */
export interface Variant {
  word: number;
  typos: number;
  /** Whether only its beginning was typed. */
  isCompletion: boolean;
}

/** A word that a book must have. */
export interface Term {
  typed: string;
  variants: Variant[];
  /** Fields that it may stand in, as bits. */
  fields: number;
  /** Whether it says how well a book matches, or only narrows. */
  isRanked: boolean;
  /** Whether the person may still be typing it. */
  isPrefix: boolean;
}

/** The term as it was typed. */
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

/** The same with the words that may have been meant. */
export function typoTolerantTerm(
  vocabulary: Vocabulary,
  term: Term,
  forgiveness: TypoTolerance,
): Term {
  const variants = new Map(term.variants.map((variant) => [variant.word, variant]));
  const add = (word: number, typos: number, isCompletion: boolean): void => {
    const known = variants.get(word);
    if (!known || typos < known.typos) variants.set(word, { word, typos, isCompletion });
  };
  for (const { word, typos } of vocabulary.findSimilar(term.typed, forgiveness, false)) {
    add(word, typos, false);
  }
  if (term.isPrefix) {
    for (const { word, typos } of vocabulary.findSimilar(term.typed, forgiveness, true)) {
      add(word, typos, true);
    }
  }
  return { ...term, variants: [...variants.values()] };
}

/** Of the fields in the mask the weightiest, as a number from 0. */
export function heaviestField(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

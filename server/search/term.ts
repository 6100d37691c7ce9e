import { anyField } from './fields.ts';
import type { Forgiveness, Vocabulary } from './vocabulary.ts';

/** A word of the index that a typed word may stand for. */
export interface Variant {
  word: number;
  typos: number;
  /** Whether only its beginning was typed. */
  isLonger: boolean;
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
  isBeginning: boolean;
}

/** The term as it was typed. */
export function strictTerm(
  vocabulary: Vocabulary,
  typed: string,
  options: Partial<Pick<Term, 'fields' | 'isRanked' | 'isBeginning'>> = {},
): Term {
  const { fields = anyField, isRanked = true, isBeginning = false } = options;
  const exact = vocabulary.numberOf(typed);
  const words = isBeginning ? vocabulary.withPrefix(typed) : exact === undefined ? [] : [exact];
  const variants = words.map((word) => ({ word, typos: 0, isLonger: word !== exact }));
  return { typed, variants, fields, isRanked, isBeginning };
}

/** The same with the words that may have been meant. */
export function forgivingTerm(vocabulary: Vocabulary, term: Term, forgiveness: Forgiveness): Term {
  const variants = new Map(term.variants.map((variant) => [variant.word, variant]));
  const add = (word: number, typos: number, isLonger: boolean): void => {
    const known = variants.get(word);
    if (!known || typos < known.typos) variants.set(word, { word, typos, isLonger });
  };
  for (const { word, typos } of vocabulary.similar(term.typed, forgiveness, false)) {
    add(word, typos, false);
  }
  if (term.isBeginning) {
    for (const { word, typos } of vocabulary.similar(term.typed, forgiveness, true)) {
      add(word, typos, true);
    }
  }
  return { ...term, variants: [...variants.values()] };
}

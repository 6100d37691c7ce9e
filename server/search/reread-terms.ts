import { languageWord } from './book-words.ts';
import { isGenreRequest } from './function-words.ts';
import { languagesNamed } from './language-names.ts';
import { qualities, type Term, type Variant, weightOf } from './term.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Returns the term without words that are only similar to the typed one. “homes” is rare, but
 * “home” is not.
 */
export function asTyped(term: Term): Term {
  return { ...term, variants: term.variants.filter(({ kind }) => kind !== 'inflection') };
}

/** Returns the term with only the typed word. */
export function asSpelled(term: Term): Term {
  return { ...term, variants: term.variants.filter(({ kind }) => kind === 'exact') };
}

/**
 * Returns the terms, where the name of a language also matches books in that language: “faust
 * german”.
 */
export function withLanguages(terms: Term[], vocabulary: Vocabulary): Term[] {
  return terms.map((term) => {
    const words = languagesNamed(term.typed).flatMap(
      (code) => vocabulary.numberOf(languageWord(code)) ?? [],
    );
    const { language: quality } = qualities;
    const own = words.map((word): Variant => ({ word, quality, kind: 'language', typos: 0 }));
    return own.length > 0 ? { ...term, variants: [...term.variants, ...own] } : term;
  });
}

/**
 * Returns the terms with genre words as content words: “roman history”. Null if the query has no
 * genre words or nothing else.
 */
export function withGenres(
  terms: Term[],
  frequencyOf: (term: Term) => number,
  size: number,
): Term[] | null {
  const isRequest = ({ typed, isContent }: Term) => !isContent && isGenreRequest(typed);
  if (!terms.some(isRequest) || !terms.some(({ isContent }) => isContent)) return null;
  return terms.map((term) =>
    isRequest(term)
      ? { ...term, isContent: true, weight: weightOf(term.typed, frequencyOf(term), size, true) }
      : term,
  );
}

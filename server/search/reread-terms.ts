import { languageWord } from './book-words.ts';
import { isGenreRequest } from './function-words.ts';
import { languagesNamed } from './language-names.ts';
import { isPhraseWord } from './phrase-words.ts';
import { qualities, requestWordWeight, type Term, type Variant, weightOf } from './term.ts';
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
 * german”. A language alone matches only as a word.
 *
 * @param isUseful - Whether books in the language that this variant stands for are worth finding.
 */
export function withLanguages(
  terms: Term[],
  vocabulary: Vocabulary,
  isUseful: (variant: Variant) => boolean,
): Term[] {
  if (terms.filter(({ isContent }) => isContent).length < 2) return terms;
  return terms.map((term) => {
    if (!term.isContent) return term;
    const known = new Set(term.variants.map(({ word }) => word));
    const { language: quality } = qualities;
    const own = languagesNamed(term.typed)
      .flatMap((code) => vocabulary.numberOf(languageWord(code)) ?? [])
      .map((word): Variant => ({ word, quality, kind: 'language', typos: 0 }))
      .filter((variant) => !known.has(variant.word) && isUseful(variant));
    return own.length > 0 ? { ...term, variants: [...term.variants, ...own] } : term;
  });
}

/** Bits of the terms that name a language; see `withLanguages`. */
export function languageBits(terms: Term[]): number {
  let bits = 0;
  for (const [at, { variants }] of terms.entries()) {
    if (variants.some(({ kind }) => kind === 'language')) bits |= 1 << at;
  }
  return bits;
}

/**
 * Returns the terms where words of questions and editions are optional: “i am looking for emma”.
 * Null if the query has no such words or nothing else.
 *
 * @param belong - Whether two words typed one after the other often occur together, so that both
 * are content words: “canterbury tales”.
 */
export function withoutPhrases(
  terms: Term[],
  belong: (one: Term, other: Term) => boolean,
): Term[] | null {
  const content = terms.filter(({ isContent }) => isContent);
  const phrases = new Set(content.filter(({ typed }) => isPhraseWord(typed)));
  if (phrases.size === 0 || phrases.size === content.length) return null;
  for (const [at, term] of content.entries()) {
    const neighbors = [content[at - 1], content[at + 1]].filter((one) => one !== undefined);
    // Two of the words together are a series or a phrase: “penguin classics”.
    const isAlone = neighbors.every(({ typed }) => !isPhraseWord(typed));
    if (isAlone && neighbors.some((one) => belong(term, one))) phrases.delete(term);
  }
  if (phrases.size === 0) return null;
  return terms.map((term) =>
    phrases.has(term) ? { ...term, isContent: false, weight: requestWordWeight } : term,
  );
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

/** Whether the same words match two versions of a query's terms. */
export function haveSameVariants(terms: Term[], others: Term[]): boolean {
  return terms.every((term, at) => {
    const variants = others[at]?.variants ?? [];
    return (
      term === others[at] ||
      (term.variants.length === variants.length &&
        term.variants.every(
          ({ word, quality }, index) =>
            word === variants[index]?.word && quality === variants[index]?.quality,
        ))
    );
  });
}

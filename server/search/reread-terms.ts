import { languageWord } from './book-words.ts';
import { isGenreRequest } from './function-words.ts';
import { languagesNamed } from './language-names.ts';
import { qualities, type Term, type Variant, weightOf } from './term.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Without the words that only resemble the typed one: “homes” is rare, “home” is not. */
export function asTyped(term: Term): Term {
  return { ...term, variants: term.variants.filter(({ kind }) => kind !== 'inflection') };
}

/** With only the typed word itself. */
export function asSpelled(term: Term): Term {
  return { ...term, variants: term.variants.filter(({ kind }) => kind === 'exact') };
}

/** The terms, with books in a language as matches of its name: “faust german”. */
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

/** The terms, with genres as content: “roman history”. Null if there are none beside content. */
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

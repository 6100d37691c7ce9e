import { foldedWords } from '../../../../server/values/fold.ts';
import type { IndexedBook } from '../../../../server/search/indexed-book.ts';

/** A query with the books that answer it. */
export interface RelevanceQuery {
  kind: string;
  text: string;
  languages: string[] | null;
  /** Grades by ordinal: 3 for the intended work, 1 for related works, otherwise 0. */
  grades: ReadonlyMap<number, number>;
}

/** The intended books: by title, by author, or both. */
export interface Meant {
  title: string;
  author: string;
}

const leadingArticles =
  /^(?:the|an?|der|die|das|ein|eine|le|la|les|l|un|une|el|los|las|una|il|lo|gli|i|o|os|as|um|uma|de|het|een|en|ett|az|egy) /;

/** Folded words of a title without its leading article. */
export function titleKey(title: string): string {
  return wordsOf(title).join(' ').replace(leadingArticles, '');
}

/** Folded words in order, with repetitions. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}'’]+/u).flatMap((word) => foldedWords(word));
}

/** The first part of a title, before a colon, a semicolon or an alternative title. */
export function mainTitle(title: string): string {
  return title.split(/[:;,([]| -- | — | or,? /)[0]?.trim() || title;
}

interface Keys {
  title: string;
  main: string;
  names: Set<string>;
}
const keys = new WeakMap<IndexedBook, Keys>();

function keysOf(book: IndexedBook): Keys {
  const known = keys.get(book);
  if (known) return known;
  const made = {
    title: titleKey(book.title),
    main: titleKey(mainTitle(book.title)),
    names: new Set([...book.contributors, ...book.otherNames].flatMap(wordsOf)),
  };
  keys.set(book, made);
  return made;
}

/** Grades every book: 3 if it is intended, or 1 if only its title continues the intended title. */
export function gradesOf(books: IndexedBook[], { title, author }: Meant): Map<number, number> {
  const wantedTitle = titleKey(title);
  const wantedMain = titleKey(mainTitle(title));
  const surname = wordsOf(author);
  const grades = new Map<number, number>();
  for (const book of books) {
    const { title: own, main, names } = keysOf(book);
    if (surname.length > 0 && !surname.every((word) => names.has(word))) continue;
    if (wantedTitle === '' || own === wantedTitle || main === wantedMain) {
      grades.set(book.ordinal, 3);
    } else if (` ${own} `.includes(` ${wantedMain} `)) {
      grades.set(book.ordinal, author === '' ? 1 : 2);
    }
  }
  return grades;
}

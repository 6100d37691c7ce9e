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

/** Properties of a book that determine its grade. Each string has spaces around its words. */
interface Keys {
  title: string;
  main: string;
  names: string;
}
const keys = new WeakMap<IndexedBook, Keys>();

function keysOf(book: IndexedBook): Keys {
  const known = keys.get(book);
  if (known) return known;
  const made = {
    title: ` ${titleKey(book.title)} `,
    main: ` ${titleKey(mainTitle(book.title))} `,
    names: ` ${[...book.contributors, ...book.otherNames].flatMap(wordsOf).join(' ')} `,
  };
  keys.set(book, made);
  return made;
}

const byName = new WeakMap<IndexedBook[], Map<string, IndexedBook[]>>();

/** Books by each word of their contributors' names. */
function booksByName(books: IndexedBook[]): Map<string, IndexedBook[]> {
  let found = byName.get(books);
  if (!found) {
    found = new Map();
    for (const book of books) {
      for (const word of new Set(keysOf(book).names.trim().split(' '))) {
        const named = found.get(word);
        if (named) named.push(book);
        else found.set(word, [book]);
      }
    }
    byName.set(books, found);
  }
  return found;
}

/** Grades every book: 3 if it is intended, or 1 if only its title continues the intended title. */
export function gradesOf(books: IndexedBook[], { title, author }: Meant): Map<number, number> {
  const wantedTitle = titleKey(title);
  const [whole, part] = [` ${wantedTitle} `, ` ${titleKey(mainTitle(title))} `];
  const [surname, ...others] = wordsOf(author);
  const grades = new Map<number, number>();
  for (const book of surname ? (booksByName(books).get(surname) ?? []) : books) {
    const { title: own, main, names } = keysOf(book);
    if (!others.every((word) => names.includes(` ${word} `))) continue;
    if (wantedTitle === '' || own === whole || main === part) grades.set(book.ordinal, 3);
    else if (own.includes(part)) grades.set(book.ordinal, author === '' ? 1 : 2);
  }
  return grades;
}

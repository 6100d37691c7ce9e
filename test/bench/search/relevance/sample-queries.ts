import { toCardinal as german } from 'n2words/de-DE';
import { toCardinal as english } from 'n2words/en-US';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as french } from 'n2words/fr-FR';
import { toCardinal as italian } from 'n2words/it-IT';
import type { IndexedBook } from '../../../../server/search/indexed-book.ts';
import type { Random } from '../random.ts';
import { gradesOf, mainTitle, type RelevanceQuery, titleKey, wordsOf } from './graded-query.ts';
import { mistypeWord } from './typing-errors.ts';
import { typingHabits } from './typing-habits.ts';

/** “by” between title and author. */
const by: Record<string, string> = {
  en: 'by',
  fr: 'de',
  de: 'von',
  es: 'de',
  it: 'di',
  pt: 'de',
  nl: 'van',
  sv: 'av',
  da: 'af',
  hu: '-',
  fi: '-',
  pl: '-',
};

const numberWords: Record<string, (number: number) => string> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
  it: italian,
};

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const shortWords = 3;

/** The queries of one class, made from one book, or null if the book does not suit the class. */
type Make = (book: IndexedBook, random: Random) => string | Sample | null;

interface Sample {
  text: string;
  /** The intended book, if it is not this title by this author. */
  title?: string;
  author?: string;
  languages?: string[];
  wanted?: (book: IndexedBook) => boolean;
}

/** The part of a title that people could type, which is its main part, at most eight words. */
function typedTitle({ title }: IndexedBook): string | null {
  const main = mainTitle(title);
  const count = wordsOf(main).length;
  return count > 0 && count <= 8 && main.length <= 60 ? main.toLowerCase() : null;
}

function surnameOf({ authors: [author] }: IndexedBook): string | null {
  const words = (author ?? '').replace(/,.*$/, '').split(/\s+/).filter(Boolean);
  const last = words.at(-1);
  if (words.length < 2 || words.length > 4 || !last || !/^\p{L}{3,}$/u.test(last)) return null;
  return last.toLowerCase();
}

function withoutArticle(text: string): string | null {
  const bare = text.replace(
    /^(?:(?:the|an?|der|die|das|le|la|les|el|los|las|il|lo|i|o|os|as|de|het|een) |l['’] ?)/i,
    '',
  );
  return bare === text || bare.length < 3 ? null : bare;
}

const isSearchable = (word: string) => word.length > shortWords;

const makers: Record<string, Make> = {
  ...Object.fromEntries(
    Object.entries(typingHabits).map(([kind, make]): [string, Make] => [
      kind,
      (book, random) => make({ book, title: typedTitle(book), surname: surnameOf(book) }, random),
    ]),
  ),
  title: (book) => typedTitle(book),
  'without-article': (book) => withoutArticle(typedTitle(book) ?? ''),
  'partial-title': (book) => {
    const words = (typedTitle(book) ?? '').split(' ');
    return words.length < 4 ? null : words.slice(0, Math.ceil(words.length * 0.7)).join(' ');
  },
  'as-you-type': (book, random) => {
    const title = typedTitle(book) ?? '';
    const end = Math.ceil(title.length * 0.6) + random.below(Math.ceil(title.length * 0.3));
    return title.length < 10 || spaceless.test(title) ? null : title.slice(0, end).trim();
  },
  author: (book) => {
    const [author = ''] = book.authors;
    return surnameOf(book) ? { text: author.toLowerCase(), title: '', author } : null;
  },
  surname: (book) => {
    const surname = surnameOf(book);
    return surname && { text: surname, title: '', author: surname };
  },
  'surname-title': (book, random) => {
    const [title, surname] = [typedTitle(book), surnameOf(book)];
    if (!title || !surname) return null;
    return random.below(2) === 0 ? `${surname} ${title}` : `${title} ${surname}`;
  },
  'title-by-author': (book) => {
    const title = typedTitle(book);
    const [author = ''] = book.authors;
    if (!title || !surnameOf(book)) return null;
    return `${title} ${by[book.languages[0] ?? ''] ?? 'by'} ${author.toLowerCase()}`;
  },
  'words-and-surname': (book, random) => {
    const words = wordsOf(typedTitle(book) ?? '').filter(isSearchable);
    const surname = surnameOf(book);
    if (words.length < 2 || !surname) return null;
    return random.shuffle([...words.slice(0, 2), surname]).join(' ');
  },
  'swapped-words': (book, random) => {
    const words = (typedTitle(book) ?? '').split(' ');
    if (words.length < 3) return null;
    return random.shuffle(words).join(' ');
  },
  'title-typo': (book, random) => mistype(typedTitle(book), random, 5),
  'short-word-typo': (book, random) => {
    const [title, surname] = [typedTitle(book), surnameOf(book)];
    if (!title || !surname) return null;
    const typed = mistype(title, random, 4, 4);
    return typed && `${typed} ${surname}`;
  },
  'author-typo': (book, random) => {
    const [author = ''] = book.authors;
    const surname = surnameOf(book);
    if (!surname || surname.length < 5) return null;
    const words = author.toLowerCase().split(' ');
    const text = [...words.slice(0, -1), mistypeWord(surname, random)].join(' ');
    return text === author.toLowerCase() ? null : { text, title: '', author };
  },
  'surname-typo-title': (book, random) => {
    const [title, surname] = [typedTitle(book), surnameOf(book)];
    if (!title || !surname || surname.length < 5) return null;
    return `${mistypeWord(surname, random)} ${title}`;
  },
  initials: (book, random) => {
    const [author = ''] = book.authors;
    const surname = surnameOf(book);
    const given = author.split(/\s+/).slice(0, -1);
    if (!surname || given.some((name) => !/^\p{Lu}/u.test(name))) return null;
    const letters = given.map((name) => name.charAt(0).toLowerCase());
    const text = random.pick([letters.join(''), letters.join(' '), `${letters.join('. ')}.`]);
    const title = typedTitle(book);
    return title && `${text} ${surname} ${title}`;
  },
  'number-as-word': (book) => {
    const write = numberWords[book.languages[0] ?? ''];
    const title = typedTitle(book) ?? '';
    if (!write || !/\b\d{1,2}\b/.test(title) || /\d[.,'\d]*\d{2}/.test(title)) return null;
    return title.replace(/\b\d{1,2}\b/, (digits) => write(Number(digits)));
  },
  'word-as-number': (book) => {
    const write = numberWords[book.languages[0] ?? ''];
    const title = typedTitle(book) ?? '';
    if (!write) return null;
    for (const number of [20, 30, 40, 50, 80, 100, 1000, 12, 10, 8, 7, 5, 4, 3, 2]) {
      const word = new RegExp(`(?<![\\p{L}-])${write(number)}(?![\\p{L}-])`, 'u');
      if (word.test(title) && title.split(' ').length > 2) return title.replace(word, `${number}`);
    }
    return null;
  },
  'no-apostrophe': (book) => {
    const title = typedTitle(book) ?? '';
    return /\p{L}['’]\p{L}/u.test(title) ? title.replace(/['’]/g, '') : null;
  },
  concatenated: (book, random) => {
    const words = wordsOf(typedTitle(book) ?? '');
    const at = words.findIndex(
      (word, place) => isSearchable(word) && isSearchable(words[place + 1] ?? ''),
    );
    if (at < 0 || words.some((word) => spaceless.test(word))) return null;
    const joined = words.toSpliced(at, 2, `${words[at]}${words[at + 1]}`).join(' ');
    return random.below(3) === 0 && words.length === 2 ? null : joined;
  },
  'no-diacritics': (book) => {
    const title = typedTitle(book) ?? '';
    const bare = title.normalize('NFKD').replace(/\p{Mn}/gu, '');
    // Marks of other scripts are vowels, which people never omit.
    const hasDiacritics = !/(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{L}/u.test(
      bare,
    );
    return bare === title.normalize('NFKD') || !hasDiacritics ? null : bare;
  },
  quoted: (book) => {
    const title = typedTitle(book);
    const surname = surnameOf(book);
    return title && surname ? `“${title}”, ${surname}!` : null;
  },
  'with-subtitle': (book) => {
    const title = typedTitle(book);
    const words = (book.subtitle ?? '').toLowerCase().split(/\s+/).slice(0, 3);
    return title && words.length === 3 ? `${title} ${words.join(' ')}` : null;
  },
  'noise-words': (book, random) => {
    const [title, surname] = [typedTitle(book), surnameOf(book)];
    if (!title || !surname) return null;
    const noise = random.pick(['book', 'novel', 'ebook', 'full text', 'read online', 'epub']);
    return `${title} ${surname} ${noise}`;
  },
  alias: (book, random) => {
    const names = book.otherNames.filter((name) => /^\p{L}[\p{L}\s,.]{5,}$/u.test(name));
    const title = typedTitle(book);
    if (names.length === 0 || !title) return null;
    return `${random.pick(names).split(',')[0]?.toLowerCase()} ${title}`;
  },
  'other-script': (book, random) => {
    const names = book.otherNames.filter((name) =>
      /^[\p{Script=Han}\p{Script=Cyrillic}\p{Script=Greek}]{2,}/u.test(name),
    );
    if (names.length === 0) return null;
    const [name = ''] = random.pick(names).split(',');
    const text = random.below(2) === 0 ? name : name.replace(/\s/g, '');
    return { text, wanted: (one) => one.otherNames.some((other) => other.startsWith(name)) };
  },
  'cjk-substring': (book, random) => {
    const [run = ''] =
      book.title.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/u) ?? [];
    if (run.length < 3) return null;
    const length = Math.min(run.length, 3 + random.below(2));
    const start = random.below(run.length - length + 1);
    const text = run.slice(start, start + length);
    return { text, wanted: ({ title, subtitle }) => `${title}${subtitle}`.includes(text) };
  },
  'subject-language': (book, random) => {
    const [language = ''] = book.languages;
    const heading = book.subjects.find((subject) => /^[A-Z][a-z]{4,}$/.test(subject));
    if (!heading || language === 'en') return null;
    return {
      text: random.below(2) === 0 ? heading.toLowerCase() : `${heading.toLowerCase()} `,
      languages: [language],
      wanted: ({ subjects, languages, title }) =>
        languages.includes(language) &&
        [title, ...subjects].some((one) => wordsOf(one).includes(heading.toLowerCase())),
    };
  },
  isbn: ({ isbns: [isbn], ordinal }, random) => {
    if (!isbn) return null;
    const hyphenated = isbn.replace(/^(...)(..)(...)(....)/, '$1-$2-$3-$4-');
    return {
      text: random.pick([isbn, hyphenated, `ISBN ${isbn}`]),
      wanted: (one) => one.ordinal === ordinal,
    };
  },
};

/** Makes one typo in the longest word of at least `shortest` letters. */
function mistype(
  text: string | null,
  random: Random,
  shortest: number,
  longest = 40,
): string | null {
  const words = (text ?? '').split(' ');
  const [target] = words
    .filter((word) => word.length >= shortest && word.length <= longest && /^[a-z]+$/.test(word))
    .sort((a, b) => b.length - a.length);
  if (!target) return null;
  const typed = mistypeWord(target, random);
  return typed === target ? null : words.map((word) => (word === target ? typed : word)).join(' ');
}

/**
 * The groups from which books are drawn in turn, so that fame, language and length are all covered.
 */
function strata(books: IndexedBook[]): IndexedBook[][] {
  const languagesOf = new Map<string, Set<string>>();
  const copies = new Map<string, number>();
  for (const { authors, languages, workId } of books) {
    copies.set(workId, (copies.get(workId) ?? 0) + 1);
    for (const author of authors) {
      const known = languagesOf.get(author) ?? new Set();
      for (const language of languages) known.add(language);
      languagesOf.set(author, known);
    }
  }
  const isFamous = (book: IndexedBook) =>
    (copies.get(book.workId) ?? 0) > 1 && (languagesOf.get(book.authors[0] ?? '')?.size ?? 0) > 2;
  const words = ({ title }: IndexedBook) => titleKey(title).split(' ').length;
  const isEnglish = ({ languages }: IndexedBook) => languages.includes('en');
  return [
    books.filter(isFamous),
    books.filter((book) => isEnglish(book) && words(book) <= 3),
    books.filter((book) => isEnglish(book) && words(book) > 3),
    books.filter((book) => !isEnglish(book) && words(book) <= 3),
    books.filter((book) => !isEnglish(book) && words(book) > 3),
    books.filter(({ title }) => /(?=\p{L})\P{Script=Latin}/u.test(title)),
    books.filter(({ otherNames }) => otherNames.length > 0),
  ];
}

/**
 * Queries of every class about books drawn at random. The same books and seed give the same
 * queries.
 */
export function sampleQueries(
  books: IndexedBook[],
  random: Random,
  ofEachKind: number,
): RelevanceQuery[] {
  const groups = strata(books);
  const withIsbn = books.filter(({ isbns }) => isbns.length > 0);
  return Object.entries(makers).flatMap(([kind, make]) => {
    const queries: RelevanceQuery[] = [];
    for (let tries = 0; queries.length < ofEachKind && tries < 20_000; tries += 1) {
      const group = kind === 'isbn' ? withIsbn : (groups[tries % groups.length] ?? books);
      const book = random.pick(group);
      const query = queryAbout(book, kind, make, books, random);
      if (query) queries.push(query);
    }
    return queries;
  });
}

function queryAbout(
  book: IndexedBook,
  kind: string,
  make: Make,
  books: IndexedBook[],
  random: Random,
): RelevanceQuery | null {
  const made = make(book, random);
  if (!made) return null;
  const { text, languages = null, ...sample } = typeof made === 'string' ? { text: made } : made;
  if (text.length > 200 || wordsOf(text).length === 0) return null;
  const isOfTitle = sample.title === undefined && !sample.wanted;
  const meant = {
    title: sample.title ?? book.title,
    // A title alone means any book with this title.
    author: sample.author ?? (surnameIn(text, book) || ''),
  };
  const { wanted } = sample;
  const grades = wanted
    ? new Map(books.filter(wanted).map(({ ordinal }) => [ordinal, 3]))
    : gradesOf(books, meant);
  // A query without an author means every book whose title begins with it.
  if (isOfTitle && meant.author === '') {
    for (const { ordinal } of booksStarting(books, text)) grades.set(ordinal, 3);
  }
  grades.set(book.ordinal, 3);
  return { kind, text, languages, grades };
}

/** The surname if the query contains it or a misspelling of it beside the title. */
function surnameIn(text: string, book: IndexedBook): string | null {
  const surname = surnameOf(book);
  if (!surname) return null;
  const title = new Set(wordsOf(mainTitle(book.title)));
  const extra = wordsOf(text).filter((word) => !title.has(word));
  return extra.includes(wordsOf(surname)[0] ?? '') ? surname : null;
}

const startKeys = new WeakMap<IndexedBook, string>();

function booksStarting(books: IndexedBook[], text: string): IndexedBook[] {
  const start = titleKey(text);
  return books.filter((book) => {
    let key = startKeys.get(book);
    if (key === undefined) {
      key = titleKey(book.title);
      startKeys.set(book, key);
    }
    return key.startsWith(start);
  });
}

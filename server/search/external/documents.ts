import { fold } from '../../values/fold.ts';
import { readBookWords, mainTitleLength } from '../book-words.ts';
import { isArticle, isFunctionWord, isGenreWord } from '../function-words.ts';
import type { IndexedBook } from '../indexed-book.ts';
import { soundKeysOf } from '../sound-index.ts';
import { sortTitleOf } from '../sort-title.ts';
import { type SearchField, searchFields } from '../term.ts';
import { allowsTypos } from '../typo-index.ts';
import type { Json } from './engine.ts';

/** Returns a book's document and its words. Extracts the words with the embedded index's code. */
export function toDocument(
  book: IndexedBook,
  revision: number,
): { document: Json; words: string[] } {
  const byField = new Map<number, Set<string>>();
  const all = new Set<string>();
  const title: string[] = [];
  readBookWords(book, (word, field, isInOrder) => {
    all.add(word);
    const words = byField.get(field) ?? new Set();
    byField.set(field, words.add(word));
    if (isInOrder && field === searchFields.title) title.push(word);
  });
  const mainTitle = title.slice(0, mainTitleLength(book.title) || title.length);
  const wordsOf = (field: SearchField) => [...(byField.get(searchFields[field]) ?? [])];
  const keysOf = (values: string[]) => values.map((value) => fold(value).trim());
  const publishers = book.publisher === null ? [] : [book.publisher];
  const document = {
    book: JSON.stringify(book),
    all: [...all],
    ...Object.fromEntries(fieldNames.map((field) => [field, wordsOf(field)])),
    mainTitle: [...new Set(mainTitle)],
    titleShare: shareOf(title),
    mainShare: shareOf(mainTitle),
    ordinal: book.ordinal,
    revision,
    popularity: book.popularity,
    published: book.published,
    updatedMs: book.updatedMs,
    sortTitle: sortTitleOf(book.title),
    accountId: book.accountId,
    isPrivate: book.isPrivate,
    isTest: book.isTest ?? false,
    isReadable: book.isReadable,
    workId: book.workId,
    firstAuthor: book.authors[0] ?? null,
    firstLanguage: book.languages[0] ?? '',
    authors: book.authors,
    languages: book.languages,
    subjects: book.subjects,
    publishers,
    languageKeys: book.languages.map((tag) => tag.toLowerCase()),
    authorKeys: keysOf(book.authors),
    subjectKeys: keysOf(book.subjects),
    publisherKeys: keysOf(publishers),
  };
  return { document, words: [...all] };
}

/** Fields that contain words. */
export const fieldNames = Object.keys(searchFields) as SearchField[];

/**
 * Weight of a completely typed title in quarters of a word, as in `matchTitle`. A leading article
 * counts zero and minor words count one.
 */
function shareOf(words: string[]): number {
  return words.reduce((sum, word, at) => {
    if (at === 0 && isArticle(word)) return sum;
    return sum + (isFunctionWord(word) || isGenreWord(word) ? 1 : 4);
  }, 0);
}

const shortestBeginning = 4;
const longestBeginning = 16;

/** A word's document, with all keys by which typed words can match it. */
export function toWordDocument(word: string): Json {
  if (!allowsTypos(word)) return { word, sounds: soundKeysOf(word) };
  const beginnings: string[] = [];
  for (let end = shortestBeginning; end <= Math.min(longestBeginning, word.length); end += 1) {
    beginnings.push(word.slice(0, end));
  }
  return { word, typed: word, beginnings, sounds: soundKeysOf(word) };
}

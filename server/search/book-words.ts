import { namesOfHeading } from './heading-names.ts';
import { findNumbers, numberWord } from './number-words.ts';
import type { IndexedBook } from './indexed-book.ts';
import { isArticle } from './function-words.ts';
import { isInitial, searchFields } from './term.ts';
import { type Token, tokenize } from './tokenize.ts';

/**
 * Receives the words of a field. All words are searchable. Words with `isInOrder` also count for
 * phrases.
 */
type AddWord = (word: string, field: number, isInOrder: boolean) => void;

const hasHan = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Reads the words of a book field by field. */
export function readBookWords(book: IndexedBook, add: AddWord): void {
  addText(book.title, searchFields.title, add, true);
  addText(book.subtitle ?? '', searchFields.subtitle, add, true);
  for (const name of book.contributors) addName(name, searchFields.contributor, add);
  for (const name of book.otherNames) addName(name, searchFields.alias, add);
  for (const subject of book.subjects) {
    addText(subject, searchFields.subject, add, false);
    const names = namesOfHeading(subject);
    if (names !== '') addText(names, searchFields.subject, add, false);
  }
  addText(book.publisher ?? '', searchFields.publisher, add, false);
  addText(book.series ?? '', searchFields.series, add, true);
  for (const isbn of book.isbns) add(isbn, searchFields.identifier, false);
  addFirstLetters(book, add);
  for (const tag of book.languages)
    add(languageWord(tag.split('-')[0] ?? ''), searchFields.identifier, false);
}

/** Returns the index word for fields that start with this letter. No text contains it. */
export function firstLetterWord(letter: string): string {
  return `^${letter}`;
}

/** The index word for books in this language. No text contains it. @param code - ISO 639. */
export function languageWord(code: string): string {
  return `^${code}-`;
}

/** Whether an index word stands for a property of a text field instead of a word in it. */
export function isIndexOnly(word: string): boolean {
  return word.startsWith('^') || word.startsWith('#');
}

/**
 * First letters of the title, without its article, and of the names and surnames of contributors.
 */
function addFirstLetters(book: IndexedBook, add: AddWord): void {
  const addLetter = (word: string | undefined, field: number) => {
    const letter = word?.charAt(0) ?? '';
    if (isInitial(letter)) add(firstLetterWord(letter), field, false);
  };
  const title = wordsIn(book.title);
  addLetter(
    title.length > 1 && isArticle(title[0] ?? '') ? title[1] : title[0],
    searchFields.title,
  );
  book.contributors.forEach((name, at) => {
    const words = wordsIn(name);
    const surname = wordsIn(book.surnames[at] ?? '')[0] ?? words.at(-1);
    addLetter(words[0], searchFields.contributor);
    addLetter(surname, searchFields.contributor);
  });
}

function wordsIn(text: string): string[] {
  return tokenize(text)
    .filter(({ kind }) => kind === 'word')
    .map(({ word }) => word);
}

/** “R.U.R.” and “H. M. S.” are typed without periods. */
const acronym = /(?<![\p{L}\p{N}])\p{L}\.(?:\s?\p{L}\.)+/gu;

function addText(text: string, field: number, add: AddWord, hasNumbers: boolean): void {
  const tokens = tokenize(text);
  for (const { word, kind } of tokens) add(word, field, kind === 'word');
  for (const [letters] of text.matchAll(acronym)) {
    const [word] = wordsIn(letters.replaceAll(/[.\s]/g, ''));
    if (word) add(word, field, false);
  }
  if (!hasNumbers) return;
  const words = tokens.filter(({ kind }) => kind === 'word');
  // Only capital letters form Roman numerals, and a single I is a pronoun.
  const isRoman = (at: number) => {
    const { start, end } = words[at] ?? { start: 0, end: 0 };
    return /^(?:[IVX]{2,}|[VX])$/.test(text.slice(start, end));
  };
  for (const { value } of findNumbers(
    words.map(({ word }) => word),
    isRoman,
  )) {
    add(numberWord(value), field, false);
  }
}

/**
 * Adds a name, including its initials as one word (“hg”) and without the spaces of Chinese and
 * Japanese.
 */
function addName(name: string, field: number, add: AddWord): void {
  const tokens = tokenize(name);
  for (const { word, kind } of tokens) add(word, field, kind === 'word');
  if (hasHan.test(name)) {
    for (const { word } of tokenize(name.replace(/\s+/g, ''))) add(word, field, false);
    return;
  }
  const initials = initialsOf(name, tokens);
  if (initials.length > 1) add(initials, field, false);
}

/**
 * Returns the first letters of the given names: those after a comma, otherwise all words except the
 * last.
 */
function initialsOf(name: string, tokens: Token[]): string {
  const comma = name.indexOf(',');
  const words = tokens.filter(({ kind }) => kind === 'word');
  const given =
    comma > 0 ? words.filter(({ start }) => start > comma).slice(0, 4) : words.slice(0, -1);
  return given.length > 4 ? '' : given.map(({ word }) => word.charAt(0)).join('');
}

/**
 * Returns the number of title words before a colon, a semicolon, a bracket, or “or” after a comma.
 */
export function mainTitleLength(title: string): number {
  const end = title.search(/\s?[:;([—–]|,\s+or\b|\s+--?\s/);
  if (end <= 0) return 0;
  return tokenize(title.slice(0, end)).filter(({ kind }) => kind === 'word').length;
}

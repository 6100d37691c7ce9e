import { countBits, ensureLength } from './number-arrays.ts';

/** The number of books by each row's first author, and of the languages of these books. */
export class AuthorTable {
  /** Author of each row plus one, or zero if there is none. */
  #authors = new Uint32Array(0);
  /** Books and bits of their languages, by author. */
  #books = new Uint32Array(0);
  #languages = new Uint32Array(0);

  /** @param author - Facet value of the author, or null if there is none. */
  add(row: number, author: number | null, languageBits: number): void {
    this.#authors = ensureLength(this.#authors, row + 1);
    this.#authors[row] = author === null ? 0 : author + 1;
    if (author === null) return;
    this.#books = ensureLength(this.#books, author + 1);
    this.#languages = ensureLength(this.#languages, author + 1);
    this.#books[author] = (this.#books[author] ?? 0) + 1;
    this.#languages[author] = (this.#languages[author] ?? 0) | languageBits;
  }

  remove(row: number): void {
    const author = this.#authors[row] ?? 0;
    if (author > 0) this.#books[author - 1] = (this.#books[author - 1] ?? 1) - 1;
  }

  /** Counts of the row's author. A row without an author counts as the only one of its author. */
  countsOf(row: number): { books: number; languages: number } {
    const author = this.#authors[row] ?? 0;
    if (author === 0) return { books: 1, languages: 1 };
    return {
      books: this.#books[author - 1] ?? 1,
      languages: countBits(this.#languages[author - 1] ?? 1),
    };
  }
}

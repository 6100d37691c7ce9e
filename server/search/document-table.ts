import { AuthorTable } from './author-table.ts';
import { ensureLength } from './number-arrays.ts';
import { bookOwnersFor, liveAccountOf } from '../values/environment.ts';
import { WorkTable } from './work-table.ts';

/** The properties by which lists are filtered and sorted, except words. */
export interface DocumentFacts {
  ordinal: number;
  /** Null for the shared catalog. */
  accountId: string | null;
  isPrivate: boolean;
  /** Whether every key of the owning test environment can see it. Other environments never can. */
  isTest?: boolean;
  isReadable: boolean;
  popularity: number;
  /** Result of `dateKey`, or null if unknown. */
  published: number | null;
  updatedMs: number;
  /** Folded title, for sorting by title. */
  sortTitle: string;
  /** Word numbers of the title in order, followed by those of the subtitle. */
  titleWords: number[];
  /** Number of `titleWords` that belong to the title. */
  titleLength: number;
  /** Number of `titleWords` before a colon or an alternative title. */
  mainTitleLength: number;
  /** Result of `leastTitleShare`. */
  titleShare: number;
  /** The article with which the title starts, or -1 if there is none or the title repeats it. */
  leadingArticle: number;
  /** Numbers of the book's facet values. */
  facets: number[];
  /** Numbers of its contributors' names, in `NameTable`. */
  names: number[];
  /** Facet value of its first author, or null if it has none. */
  author: number | null;
  /** Bits of its languages. */
  languageBits: number;
  /** Number of its first language, or null if it has none. */
  language: number | null;
  /** Identical for all editions of a work. */
  workId: string;
}

/** Divides the shares of all kinds of words; see `quarters`. */
const titleShareUnit = 0.2;

const sharedAccount = -1;
const isPrivate = 1;
const isReadable = 2;
const isRemoved = 4;
/** Public within the test environment that owns the book. */
const isTest = 8;
/** Sorts before every known date, and therefore last in descending order. */
const unknownDate = -0x80000000;

/**
 * The books as columns of numbers with one row per document. A changed book gets a new row, and its
 * old row is marked as removed, so values are only ever appended to the index's lists.
 */
export class DocumentTable {
  /** Number of rows, including removed ones. */
  size = 0;
  removedCount = 0;
  /** Changes with every added or removed row. */
  get version(): number {
    return this.size + this.removedCount;
  }
  /** Number of books. */
  get bookCount(): number {
    return this.size - this.removedCount;
  }
  ordinals = new Uint32Array(0);
  popularities = new Int32Array(0);
  published = new Int32Array(0);
  updatedMs = new Float64Array(0);
  readonly sortTitles: string[] = [];
  #flags = new Uint8Array(0);
  #accounts = new Int32Array(0);
  readonly #accountNumbers = new Map<string, number>();
  /** Number of public books. */
  publicBooks = 0;
  /** Rows of private books, including removed ones, by account number. */
  readonly #privateRows = new Map<number, number[]>();
  /** Each ordinal's row plus one, or zero if there is none. */
  #rows = new Uint32Array(0);
  #titleWords = new Uint32Array(0);
  #titleStarts = new Uint32Array(1);
  #titleLengths = new Uint16Array(0);
  #mainTitleLengths = new Uint16Array(0);
  /** In units of `titleShareUnit`. */
  #titleShares = new Uint16Array(0);
  /** By row: index in `#articles`, or zero. */
  #leadingArticles = new Uint8Array(0);
  readonly #articles = [-1];
  #facets = new Uint32Array(0);
  #facetStarts = new Uint32Array(1);
  #names = new Uint32Array(0);
  #nameStarts = new Uint32Array(1);
  readonly works = new WorkTable();
  /** Number of the row's work in `works`. */
  workNumbers = new Uint32Array(0);
  readonly #authors = new AuthorTable();
  /**
   * First language of each row, and the number of rows with it. Rare languages may share a number.
   */
  #languages = new Uint8Array(0);
  readonly #languageBooks = new Uint32Array(256);

  add(facts: DocumentFacts): number {
    this.remove(facts.ordinal);
    const row = this.size;
    this.size += 1;
    this.#grow(this.size);
    this.ordinals[row] = facts.ordinal;
    this.popularities[row] = facts.popularity;
    this.published[row] = facts.published ?? unknownDate;
    this.updatedMs[row] = facts.updatedMs;
    this.sortTitles.push(facts.sortTitle);
    this.#flags[row] =
      (facts.isPrivate ? isPrivate : 0) |
      (facts.isTest ? isTest : 0) |
      (facts.isReadable ? isReadable : 0);
    this.#accounts[row] =
      facts.accountId === null ? sharedAccount : this.#accountNumber(facts.accountId);
    this.#rows = ensureLength(this.#rows, facts.ordinal + 1);
    this.#rows[facts.ordinal] = row + 1;
    this.#titleLengths[row] = facts.titleLength;
    this.#titleWords = append(this.#titleWords, this.#titleStarts, row, facts.titleWords);
    this.#mainTitleLengths[row] = facts.mainTitleLength;
    this.#titleShares[row] = Math.min(0xffff, Math.floor(facts.titleShare / titleShareUnit));
    this.#leadingArticles[row] = this.#articleNumber(facts.leadingArticle);
    this.#facets = append(this.#facets, this.#facetStarts, row, facts.facets);
    this.#names = append(this.#names, this.#nameStarts, row, facts.names);
    this.workNumbers[row] = this.works.addEdition(facts.workId, row, !facts.isPrivate);
    if (facts.isPrivate) this.#addPrivate(row);
    else this.publicBooks += 1;
    this.#authors.add(row, facts.author, facts.languageBits);
    const language = facts.language === null ? 0 : 1 + (facts.language % 255);
    this.#languages[row] = language;
    this.#languageBooks[language] = (this.#languageBooks[language] ?? 0) + 1;
    return row;
  }

  remove(ordinal: number): void {
    const row = this.rowOf(ordinal);
    if (row === null) return;
    const isPublic = ((this.#flags[row] ?? 0) & isPrivate) === 0;
    this.#flags[row] = isRemoved;
    this.works.removeEdition(this.workNumbers[row] ?? 0, row, isPublic);
    if (isPublic) this.publicBooks -= 1;
    this.#authors.remove(row);
    this.#rows[ordinal] = 0;
    this.removedCount += 1;
  }

  rowOf(ordinal: number): number | null {
    const row = this.#rows[ordinal];
    return row ? row - 1 : null;
  }

  hasAccount(accountId: string): boolean {
    return bookOwnersFor(accountId).some((owner) => this.#accountNumbers.has(owner));
  }

  /**
   * Returns a function that decides whether an account may see a row.
   *
   * @param viewer - `privateOrdinals` are its visible private books, or null for all of them.
   */
  visibility({
    accountId,
    privateOrdinals,
  }: {
    accountId: string;
    privateOrdinals: number[] | null;
  }): (row: number) => boolean {
    const numberOf = (id: string) => this.#accountNumbers.get(id) ?? sharedAccount - 1;
    const account = numberOf(accountId);
    const liveAccount = numberOf(liveAccountOf(accountId) ?? accountId);
    const flags = this.#flags;
    const accounts = this.#accounts;
    const listed = privateOrdinals && new Set(privateOrdinals);
    const isListed = (row: number) => listed === null || listed.has(this.ordinals[row] ?? 0);
    return (row) => {
      const flag = flags[row] ?? isRemoved;
      if ((flag & isRemoved) !== 0) return false;
      if ((flag & isPrivate) === 0) return true;
      const owner = accounts[row];
      if ((flag & isTest) !== 0) return owner === account;
      return (owner === account || owner === liveAccount) && isListed(row);
    };
  }

  /**
   * Numbers of books and works that an account may see.
   *
   * @param isVisible - Result of `visibility` for this account.
   */
  countVisible(
    accountId: string,
    isVisible: (row: number) => boolean,
  ): { books: number; works: number } {
    let books = this.publicBooks;
    const works = new Set<number>();
    for (const owner of bookOwnersFor(accountId)) {
      const account = this.#accountNumbers.get(owner);
      if (account === undefined) continue;
      for (const row of this.#privateRows.get(account) ?? []) {
        if (!isVisible(row)) continue;
        books += 1;
        const work = this.workNumbers[row] ?? 0;
        if (this.works.publicEditions[work] === 0) works.add(work);
      }
    }
    return { books, works: this.works.publicCount + works.size };
  }

  isRemoved(row: number): boolean {
    return ((this.#flags[row] ?? 0) & isRemoved) !== 0;
  }

  isReadable(row: number): boolean {
    return ((this.#flags[row] ?? 0) & isReadable) !== 0;
  }

  hasDate(row: number): boolean {
    return this.published[row] !== unknownDate;
  }

  /** Index of each row's first value in `facets`. */
  get facetStarts(): Uint32Array {
    return this.#facetStarts;
  }

  /** Returns a function that decides whether a row has one of these facet values. */
  hasFacet(values: ReadonlySet<number>): (row: number) => boolean {
    const [facets, starts] = [this.#facets, this.#facetStarts];
    const [only] = values;
    // Most filters have one value, and comparing it is faster than a lookup.
    const isWanted =
      values.size === 1 ? (facet: number) => facet === only : (facet: number) => values.has(facet);
    return (row) => {
      const to = starts[row + 1] ?? 0;
      for (let at = starts[row] ?? 0; at < to; at += 1) if (isWanted(facets[at] ?? 0)) return true;
      return false;
    };
  }

  get facets(): Uint32Array {
    return this.#facets;
  }

  get titleWords(): Uint32Array {
    return this.#titleWords;
  }

  /** Index of the row's first title word in `titleWords`. */
  titleStart(row: number): number {
    return this.#titleStarts[row] ?? 0;
  }

  /** Index of the row's first name in `names`. */
  nameStart(row: number): number {
    return this.#nameStarts[row] ?? 0;
  }

  /** Result of `leastTitleShare`. */
  titleShare(row: number): number {
    return (this.#titleShares[row] ?? 0) * titleShareUnit;
  }

  /** Returns the article with which the row's title starts, or -1; see `DocumentFacts`. */
  leadingArticle(row: number): number {
    return this.#articles[this.#leadingArticles[row] ?? 0] ?? -1;
  }

  #articleNumber(word: number): number {
    const known = this.#articles.indexOf(word);
    return known >= 0 ? known : this.#articles.push(word) - 1;
  }

  titleLength(row: number): number {
    return this.#titleLengths[row] ?? 0;
  }

  /** Number of `titleWords` of the row before a colon or an alternative title. */
  mainTitleLength(row: number): number {
    return this.#mainTitleLengths[row] ?? 0;
  }

  get names(): Uint32Array {
    return this.#names;
  }

  /** Returns the number of books of the row's work in the whole index. */
  editionsOf(row: number): number {
    return this.works.editions[this.workNumbers[row] ?? 0] ?? 1;
  }

  /** Returns the number of books by the row's first author, and the number of their languages. */
  authorOf(row: number): { books: number; languages: number } {
    return this.#authors.countsOf(row);
  }

  /** Returns the share of all books that are in the row's language. */
  languageShare(row: number): number {
    const books = this.#languageBooks[this.#languages[row] ?? 0] ?? 0;
    // Rounded to eighths, so that pages of one list agree even if books are added in the meantime.
    return Math.round((8 * books) / Math.max(1, this.size)) / 8;
  }

  #addPrivate(row: number): void {
    const account = this.#accounts[row] ?? sharedAccount;
    const rows = this.#privateRows.get(account);
    if (rows) rows.push(row);
    else this.#privateRows.set(account, [row]);
  }

  #grow(size: number): void {
    this.ordinals = ensureLength(this.ordinals, size);
    this.popularities = ensureLength(this.popularities, size);
    this.published = ensureLength(this.published, size);
    this.updatedMs = ensureLength(this.updatedMs, size);
    this.#flags = ensureLength(this.#flags, size);
    this.#accounts = ensureLength(this.#accounts, size);
    this.#titleLengths = ensureLength(this.#titleLengths, size);
    this.#titleStarts = ensureLength(this.#titleStarts, size + 1);
    this.#mainTitleLengths = ensureLength(this.#mainTitleLengths, size);
    this.#titleShares = ensureLength(this.#titleShares, size);
    this.#leadingArticles = ensureLength(this.#leadingArticles, size);
    this.#facetStarts = ensureLength(this.#facetStarts, size + 1);
    this.#nameStarts = ensureLength(this.#nameStarts, size + 1);
    this.workNumbers = ensureLength(this.workNumbers, size);
    this.#languages = ensureLength(this.#languages, size);
  }

  #accountNumber(accountId: string): number {
    const known = this.#accountNumbers.get(accountId);
    if (known !== undefined) return known;
    this.#accountNumbers.set(accountId, this.#accountNumbers.size);
    return this.#accountNumbers.size - 1;
  }
}

/** Appends a row's numbers after those of the previous row. */
function append(
  pool: Uint32Array<ArrayBuffer>,
  starts: Uint32Array,
  row: number,
  numbers: number[],
): Uint32Array<ArrayBuffer> {
  const start = starts[row] ?? 0;
  const larger = ensureLength(pool, start + numbers.length);
  larger.set(numbers, start);
  starts[row + 1] = start + numbers.length;
  return larger;
}

/**
 * Converts a date to a number with the same sort order: the year followed by 4 bits for the month
 * and 5 for the day. Missing parts count as zero or, for the end of a range, as the maximum.
 * Returns null if the text is not a date.
 */
export function dateKey(date: string, missing: 'first' | 'last' = 'first'): number | null {
  const parts = /^([-+]?\d{1,6})(?:-(\d\d))?(?:-(\d\d))?(?:T|$)/.exec(date);
  if (!parts) return null;
  const [, year, month, day] = parts;
  const last = missing === 'last';
  return (
    Number(year) * 512 + Number(month ?? (last ? 15 : 0)) * 32 + Number(day ?? (last ? 31 : 0))
  );
}

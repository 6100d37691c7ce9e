/** The values, other than words, by which lists are filtered and sorted. */
export interface DocumentFacts {
  ordinal: number;
  /** Null for the shared catalog. */
  accountId: string | null;
  isPrivate: boolean;
  isReadable: boolean;
  popularity: number;
  /** Result of `dateKey`; null if unknown. */
  published: number | null;
  updatedMs: number;
  /** Folded title, for sorting by title. */
  sortTitle: string;
  /** Word numbers of the title in order, followed by those of the subtitle. */
  titleWords: number[];
  /** Number of `titleWords` that belong to the title. */
  titleLength: number;
  /** Numbers of the book's facet values. */
  facets: number[];
}

const sharedAccount = -1;
const isPrivate = 1;
const isReadable = 2;
const isRemoved = 4;
/** Sorts before every known date, and thus last in descending order. */
const unknownDate = -0x80000000;

/**
 * The books as columns of numbers with one row per document. A changed book gets a new row, and its
 * old row is marked as removed, so values are only ever appended to the index's lists.
 */
export class DocumentTable {
  /** Number of rows, including removed ones. */
  size = 0;
  removedCount = 0;
  ordinals = new Uint32Array(0);
  popularities = new Int32Array(0);
  published = new Int32Array(0);
  updatedMs = new Float64Array(0);
  readonly sortTitles: string[] = [];
  #flags = new Uint8Array(0);
  #accounts = new Int32Array(0);
  readonly #accountNumbers = new Map<string, number>();
  /** Each ordinal's row plus one; zero if there is none. */
  #rows = new Uint32Array(0);
  #titleWords = new Uint32Array(0);
  #titleStarts = new Uint32Array(1);
  #titleLengths = new Uint16Array(0);
  #facets = new Uint32Array(0);
  #facetStarts = new Uint32Array(1);

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
    this.#flags[row] = (facts.isPrivate ? isPrivate : 0) | (facts.isReadable ? isReadable : 0);
    this.#accounts[row] =
      facts.accountId === null ? sharedAccount : this.#accountNumber(facts.accountId);
    this.#rows = ensureLength(this.#rows, facts.ordinal + 1);
    this.#rows[facts.ordinal] = row + 1;
    this.#titleLengths[row] = facts.titleLength;
    this.#titleWords = append(this.#titleWords, this.#titleStarts, row, facts.titleWords);
    this.#facets = append(this.#facets, this.#facetStarts, row, facts.facets);
    return row;
  }

  remove(ordinal: number): void {
    const row = this.rowOf(ordinal);
    if (row === null) return;
    this.#flags[row] = isRemoved;
    this.#rows[ordinal] = 0;
    this.sortTitles[row] = '';
    this.removedCount += 1;
  }

  rowOf(ordinal: number): number | null {
    const row = this.#rows[ordinal];
    return row ? row - 1 : null;
  }

  hasAccount(accountId: string): boolean {
    return this.#accountNumbers.has(accountId);
  }

  /**
   * Returns a function that decides whether an account may see a row.
   *
   * @param viewer - `privateOrdinals` are its visible private books; null for all of them.
   */
  visibility({
    accountId,
    privateOrdinals,
  }: {
    accountId: string;
    privateOrdinals: number[] | null;
  }): (row: number) => boolean {
    const account = this.#accountNumbers.get(accountId) ?? sharedAccount - 1;
    const flags = this.#flags;
    const accounts = this.#accounts;
    const listed = privateOrdinals && new Set(privateOrdinals);
    const isListed = (row: number) => listed === null || listed.has(this.ordinals[row] ?? 0);
    return (row) => {
      const flag = flags[row] ?? isRemoved;
      if ((flag & isRemoved) !== 0) return false;
      return (flag & isPrivate) === 0 || (accounts[row] === account && isListed(row));
    };
  }

  isReadable(row: number): boolean {
    return ((this.#flags[row] ?? 0) & isReadable) !== 0;
  }

  hasDate(row: number): boolean {
    return this.published[row] !== unknownDate;
  }

  /** Range of the row's values in `facets`. */
  facetRange(row: number): [from: number, to: number] {
    return [this.#facetStarts[row] ?? 0, this.#facetStarts[row + 1] ?? 0];
  }

  hasFacet(row: number, values: ReadonlySet<number>): boolean {
    const [from, to] = this.facetRange(row);
    for (let at = from; at < to; at += 1) if (values.has(this.#facets[at] ?? 0)) return true;
    return false;
  }

  get facets(): Uint32Array {
    return this.#facets;
  }

  /** Range of the row's title and subtitle words in `titleWords`. */
  titleRange(row: number): [from: number, to: number] {
    return [this.#titleStarts[row] ?? 0, this.#titleStarts[row + 1] ?? 0];
  }

  get titleWords(): Uint32Array {
    return this.#titleWords;
  }

  titleLength(row: number): number {
    return this.#titleLengths[row] ?? 0;
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
    this.#facetStarts = ensureLength(this.#facetStarts, size + 1);
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

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/**
 * Copies the numbers to an array of at least this length. Doubles the capacity to keep growth
 * cheap.
 */
export function ensureLength<Kind extends NumberArray>(cells: Kind, length: number): Kind {
  if (cells.length >= length) return cells;
  const Typed = cells.constructor as new (size: number) => Kind;
  const larger = new Typed(Math.max(length, cells.length * 2, 1024));
  larger.set(cells);
  return larger;
}

import { grown } from './growing.ts';

/** What lists are filtered and ordered by, apart from words. */
export interface DocumentFacts {
  ordinal: number;
  /** Null for the shared catalogue. */
  accountId: string | null;
  isPrivate: boolean;
  isReadable: boolean;
  popularity: number;
  /** As `dateKey` makes it; null when it is not known. */
  published: number | null;
  updatedMs: number;
  /** Folded title, for the order by title. */
  sortTitle: string;
  /** Numbers of the title's words in order, the subtitle's behind them. */
  titleWords: number[];
  /** How many of them are the title's own. */
  titleLength: number;
  /** Numbers of its facet values. */
  facets: number[];
}

const nobody = -1;
const isPrivate = 1;
const isReadable = 2;
const isGone = 4;
/** Sorts behind every known date. */
const unknownDate = -0x80000000;

/**
 * The books as columns of numbers. A document is a row: a book that changes gets a new one, and its
 * old one is gone for good, so that the lists of the index only ever grow at their end.
 */
export class DocumentTable {
  /** Rows, those that are gone included. */
  size = 0;
  gone = 0;
  ordinals = new Uint32Array(0);
  popularities = new Int32Array(0);
  published = new Int32Array(0);
  updatedMs = new Float64Array(0);
  readonly sortTitles: string[] = [];
  #flags = new Uint8Array(0);
  #accounts = new Int32Array(0);
  readonly #accountNumbers = new Map<string, number>();
  /** Row of each ordinal, plus one; zero where there is none. */
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
    this.#accounts[row] = facts.accountId === null ? nobody : this.#accountNumber(facts.accountId);
    this.#rows = grown(this.#rows, facts.ordinal + 1);
    this.#rows[facts.ordinal] = row + 1;
    this.#titleLengths[row] = facts.titleLength;
    this.#titleWords = append(this.#titleWords, this.#titleStarts, row, facts.titleWords);
    this.#facets = append(this.#facets, this.#facetStarts, row, facts.facets);
    return row;
  }

  remove(ordinal: number): void {
    const row = this.rowOf(ordinal);
    if (row === null) return;
    this.#flags[row] = isGone;
    this.#rows[ordinal] = 0;
    this.sortTitles[row] = '';
    this.gone += 1;
  }

  rowOf(ordinal: number): number | null {
    const row = this.#rows[ordinal];
    return row ? row - 1 : null;
  }

  knows(accountId: string): boolean {
    return this.#accountNumbers.has(accountId);
  }

  /** Tells of a row whether this account may see it. */
  visibility(accountId: string): (row: number) => boolean {
    const account = this.#accountNumbers.get(accountId) ?? nobody - 1;
    const flags = this.#flags;
    const accounts = this.#accounts;
    return (row) => {
      const flag = flags[row] ?? isGone;
      return (flag & isGone) === 0 && ((flag & isPrivate) === 0 || accounts[row] === account);
    };
  }

  isReadable(row: number): boolean {
    return ((this.#flags[row] ?? 0) & isReadable) !== 0;
  }

  hasDate(row: number): boolean {
    return this.published[row] !== unknownDate;
  }

  /** Where the row's facet values are among `facets`. */
  facetRange(row: number): [from: number, to: number] {
    return [this.#facetStarts[row] ?? 0, this.#facetStarts[row + 1] ?? 0];
  }

  hasFacet(row: number, wanted: ReadonlySet<number>): boolean {
    const [from, to] = this.facetRange(row);
    for (let at = from; at < to; at += 1) if (wanted.has(this.#facets[at] ?? 0)) return true;
    return false;
  }

  get facets(): Uint32Array {
    return this.#facets;
  }

  /** Words of the title and subtitle. */
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
    this.ordinals = grown(this.ordinals, size);
    this.popularities = grown(this.popularities, size);
    this.published = grown(this.published, size);
    this.updatedMs = grown(this.updatedMs, size);
    this.#flags = grown(this.#flags, size);
    this.#accounts = grown(this.#accounts, size);
    this.#titleLengths = grown(this.#titleLengths, size);
    this.#titleStarts = grown(this.#titleStarts, size + 1);
    this.#facetStarts = grown(this.#facetStarts, size + 1);
  }

  #accountNumber(accountId: string): number {
    const known = this.#accountNumbers.get(accountId);
    if (known !== undefined) return known;
    this.#accountNumbers.set(accountId, this.#accountNumbers.size);
    return this.#accountNumbers.size - 1;
  }
}

/** Puts a row's numbers behind those of the row before it. */
function append(
  pool: Uint32Array<ArrayBuffer>,
  starts: Uint32Array,
  row: number,
  numbers: number[],
): Uint32Array<ArrayBuffer> {
  const start = starts[row] ?? 0;
  const larger = grown(pool, start + numbers.length);
  larger.set(numbers, start);
  starts[row + 1] = start + numbers.length;
  return larger;
}

import { fold, foldedWords } from '../values/fold.ts';
import { FacetKind, type FacetValue } from './contract.ts';
import { HashTable } from './hash-table.ts';
import { TopK } from './top-k.ts';
import type { DocumentTable } from './document-table.ts';
import { ensureLength } from './number-arrays.ts';
import { Postings } from './postings.ts';

/**
 * Maximum number of listed values. There are thousands of authors, subjects and publishers, but few
 * languages, so all languages are listed.
 */
export const maxFacetValues = {
  author: 50,
  subject: 50,
  publisher: 50,
  language: 1000,
} satisfies Record<FacetKind, number>;

/** Numbers every language, subject, author and publisher. */
export class FacetIndex {
  /** Codes of the values' kinds, by value. */
  #codes = new Uint8Array(0);
  readonly #values: string[] = [];
  /** By exact value, or by lower case of a language. */
  readonly #numbers = new HashTable();
  /** Values that differ only in case or diacritics, by folded value. */
  readonly #alike = new HashTable();
  /** Rows by value. */
  readonly #rows = new Postings();
  /** Every language filter scans all languages because there are few. */
  readonly #languages: number[] = [];
  /** Authors by the sorted words of their names. */
  readonly #authors = new HashTable();

  get size(): number {
    return this.#values.length;
  }

  /** Number of codes for kinds. */
  readonly codes = FacetKind.options.length;

  codeOf(kind: FacetKind): number {
    return FacetKind.options.indexOf(kind);
  }

  /** Code of the value's kind; see `codeOf`. */
  code(facet: number): number {
    return this.#codes[facet] ?? 0;
  }

  value(facet: number): string {
    return this.#values[facet] ?? '';
  }

  /** Returns the value's number, which is assigned on first use. */
  add(kind: FacetKind, value: string): number {
    const code = this.codeOf(kind);
    const key = exactKey(kind, value);
    const isSame = (facet: number) =>
      this.#codes[facet] === code && exactKey(kind, this.value(facet)) === key;
    const known = this.#numbers.find(key).find(isSame);
    if (known !== undefined) return known;
    const facet = this.#values.length;
    this.#numbers.add(key, facet);
    this.#values.push(value);
    this.#codes = ensureLength(this.#codes, facet + 1);
    this.#codes[facet] = code;
    if (kind === 'language') this.#languages.push(facet);
    else this.#alike.add(foldedKey(value), facet);
    if (kind === 'author') this.#authors.add(nameKey(value), facet);
    return facet;
  }

  /** Returns the values equal to this one, ignoring case and diacritics. */
  find(kind: FacetKind, value: string): ReadonlySet<number> {
    const code = this.codeOf(kind);
    const key = foldedKey(value);
    const isAlike = (facet: number) =>
      this.#codes[facet] === code && foldedKey(this.value(facet)) === key;
    return new Set(this.#alike.find(key).filter(isAlike));
  }

  /** Returns the authors with this name, regardless of word order. */
  authors(name: string): ReadonlySet<number> {
    const key = nameKey(name);
    const isSame = (facet: number) => nameKey(this.value(facet)) === key;
    return new Set(this.#authors.find(key).filter(isSame));
  }

  /** Adds a row to each of its values, which must be different. */
  addRow(facets: number[], row: number): void {
    for (const facet of facets) this.#rows.push(facet, row);
  }

  /** Number of rows with these values, including removed ones. Rows with several count for each. */
  frequencyOf(facets: ReadonlySet<number>): number {
    return [...facets].reduce((sum, facet) => sum + this.#rows.lengthOf(facet), 0);
  }

  /** Visits the rows with a value, including removed ones; see `Postings.slices`. */
  rowsWith(facet: number, visit: Parameters<Postings['slices']>[1]): void {
    this.#rows.slices(facet, visit);
  }

  /** Whether a row with one of these values is accepted. */
  hasRow(facets: ReadonlySet<number>, isAccepted: (row: number) => boolean): boolean {
    let isFound = false;
    for (const facet of facets) {
      this.#rows.slices(facet, (rows, from, to) => {
        for (let at = from; at < to && !isFound; at += 1) isFound = isAccepted(rows[at] ?? 0);
      });
    }
    return isFound;
  }

  /**
   * Returns the languages equal to one of these tags or more specific than it. For example, `en`
   * includes `en-us`.
   */
  languages(tags: string[]): Set<number> {
    const isWanted = (language: string) =>
      tags.some((tag) => language === tag || language.startsWith(`${tag}-`));
    return new Set(this.#languages.filter((facet) => isWanted(this.value(facet).toLowerCase())));
  }
}

function exactKey(kind: FacetKind, value: string): string {
  return kind === 'language' ? value.toLowerCase() : value;
}

function foldedKey(value: string): string {
  return fold(value).trim();
}

function nameKey(name: string): string {
  return foldedWords(name).sort().join(' ');
}

/**
 * Counts the rows that have each value, sorted by frequency and then by name.
 *
 * @param isCollapsed - Counts works instead of rows, so a value shared by several editions of a
 * work counts once.
 */
export function countFacets(
  kinds: FacetKind[],
  rows: Uint32Array,
  documents: DocumentTable,
  values: FacetIndex,
  isCollapsed: boolean,
): Partial<Record<FacetKind, FacetValue[]>> {
  if (kinds.length === 0) return {};
  allCounts = ensureLength(allCounts, values.size);
  const counts = allCounts.fill(0, 0, values.size);
  countInRows(isCollapsed ? rowsOfSingleWorks(rows, documents) : rows, documents, counts);
  if (isCollapsed) countOncePerWork(documents, counts);
  const lists = kinds.map((kind) => ({
    kind,
    code: values.codeOf(kind),
    best: new TopK<FacetValue>(maxFacetValues[kind], compareFacets),
  }));
  /** By code of the kind: the minimum count for a listed value. */
  const least = new Float64Array(values.codes).fill(Infinity);
  for (const { code } of lists) least[code] = 1;
  for (let facet = 0; facet < values.size; facet += 1) {
    const count = counts[facet] ?? 0;
    if (count === 0) continue;
    const code = values.code(facet);
    if (count < (least[code] ?? Infinity)) continue;
    const list = lists.find((one) => one.code === code);
    list?.best.add({ value: values.value(facet), count });
    least[code] = list?.best.threshold?.count ?? 1;
  }
  return Object.fromEntries(lists.map(({ kind, best }) => [kind, best.sorted()]));
}

// Shared by all calls, because a large result would otherwise allocate megabytes.
let allCounts = new Uint32Array(0);
let singles = new Uint32Array(0);
let others = new Uint32Array(0);
let otherCount = 0;
/** By work: index of its last row in `others`, plus one. */
let lastPlaces = new Uint32Array(0);
/** By index: index of the work's previous row, plus one. */
let placesBefore = new Uint32Array(0);
/** By facet: the work that last counted it, plus one. */
let countedBy = new Uint32Array(0);

function countInRows(rows: Uint32Array, documents: DocumentTable, counts: Uint32Array): void {
  const { facets, facetStarts } = documents;
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    const to = facetStarts[row + 1] ?? 0;
    for (let at = facetStarts[row] ?? 0; at < to; at += 1) {
      const facet = facets[at] ?? 0;
      counts[facet] = (counts[facet] ?? 0) + 1;
    }
  }
}

/** Counts the rows of works with one edition. Other rows go to `others`. */
function rowsOfSingleWorks(rows: Uint32Array, documents: DocumentTable): Uint32Array {
  singles = ensureLength(singles, rows.length);
  others = ensureLength(others, rows.length);
  const { workNumbers } = documents;
  const { editions } = documents.works;
  let count = 0;
  otherCount = 0;
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    if ((editions[workNumbers[row] ?? 0] ?? 1) === 1) {
      singles[count] = row;
      count += 1;
    } else {
      others[otherCount] = row;
      otherCount += 1;
    }
  }
  return singles.subarray(0, count);
}

/** Counts values once that several rows of a work in `others` share. */
function countOncePerWork(documents: DocumentTable, counts: Uint32Array): void {
  const { facets, facetStarts, workNumbers } = documents;
  lastPlaces = ensureLength(lastPlaces, documents.works.size);
  placesBefore = ensureLength(placesBefore, otherCount);
  countedBy = ensureLength(countedBy, counts.length).fill(0);
  for (let place = 0; place < otherCount; place += 1) {
    const work = workNumbers[others[place] ?? 0] ?? 0;
    placesBefore[place] = lastPlaces[work] ?? 0;
    lastPlaces[work] = place + 1;
  }
  for (let end = 0; end < otherCount; end += 1) {
    const work = workNumbers[others[end] ?? 0] ?? 0;
    let place = lastPlaces[work] ?? 0;
    lastPlaces[work] = 0;
    for (; place > 0; place = placesBefore[place - 1] ?? 0) {
      const row = others[place - 1] ?? 0;
      const to = facetStarts[row + 1] ?? 0;
      for (let at = facetStarts[row] ?? 0; at < to; at += 1) {
        const facet = facets[at] ?? 0;
        if (countedBy[facet] === work + 1) continue;
        countedBy[facet] = work + 1;
        counts[facet] = (counts[facet] ?? 0) + 1;
      }
    }
  }
}

/** Most frequent first, then by name. */
export function compareFacets(a: FacetValue, b: FacetValue): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1);
}

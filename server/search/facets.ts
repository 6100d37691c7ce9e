import { fold, foldedWords } from '../values/fold.ts';
import type { FacetKind, FacetValue } from './contract.ts';
import { TopK } from './top-k.ts';
import type { DocumentTable } from './document-table.ts';
import { ensureLength } from './ensure-length.ts';

/**
 * Maximum number of listed values. There are thousands of authors, subjects and publishers, but few
 * languages, so all languages are listed.
 */
const maxValues = { author: 50, subject: 50, publisher: 50, language: 1000 } satisfies Record<
  FacetKind,
  number
>;

/** Numbers every language, subject, author and publisher. */
export class FacetIndex {
  readonly #kinds: FacetKind[] = [];
  readonly #values: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Values that differ only in case or diacritics, by folded value. */
  readonly #alike = new Map<string, number[]>();
  /** Every language filter scans all languages, because there are few. */
  readonly #languages: number[] = [];
  /** Authors by the sorted words of their names. */
  readonly #authors = new Map<string, number[]>();

  get size(): number {
    return this.#values.length;
  }

  kind(facet: number): FacetKind | undefined {
    return this.#kinds[facet];
  }

  value(facet: number): string {
    return this.#values[facet] ?? '';
  }

  /** Returns the value's number, which is assigned on first use. */
  add(kind: FacetKind, value: string): number {
    const key = `${kind} ${kind === 'language' ? value.toLowerCase() : value}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#values.length);
    this.#kinds.push(kind);
    this.#values.push(value);
    const facet = this.#values.length - 1;
    if (kind === 'language') this.#languages.push(facet);
    else appendTo(this.#alike, foldedKey(kind, value), facet);
    if (kind === 'author') appendTo(this.#authors, nameKey(value), facet);
    return facet;
  }

  /** Returns the values equal to this one, ignoring case and diacritics. */
  find(kind: FacetKind, value: string): ReadonlySet<number> {
    return new Set(this.#alike.get(foldedKey(kind, value)));
  }

  /** Returns the authors with this name, regardless of word order. */
  authors(name: string): ReadonlySet<number> {
    return new Set(this.#authors.get(nameKey(name)));
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

function appendTo(lists: Map<string, number[]>, key: string, facet: number): void {
  const list = lists.get(key);
  if (list) list.push(facet);
  else lists.set(key, [facet]);
}

function foldedKey(kind: FacetKind, value: string): string {
  return `${kind} ${fold(value).trim()}`;
}

function nameKey(name: string): string {
  return foldedWords(name).sort().join(' ');
}

/**
 * Counts the rows that have each value; most frequent first, then by name.
 *
 * @param isCollapsed - Counts works instead: a value that several editions of a work have counts once.
 */
export function countFacets(
  kinds: FacetKind[],
  rows: Uint32Array,
  documents: DocumentTable,
  values: FacetIndex,
  isCollapsed: boolean,
): Partial<Record<FacetKind, FacetValue[]>> {
  if (kinds.length === 0) return {};
  const counts = new Uint32Array(values.size);
  const { facets } = documents;
  const count = (row: number): void => {
    const [from, to] = documents.facetRange(row);
    for (let at = from; at < to; at += 1) {
      const facet = facets[at] ?? 0;
      counts[facet] = (counts[facet] ?? 0) + 1;
    }
  };
  if (isCollapsed) countOncePerWork(rows, documents, counts, count);
  else for (const row of rows) count(row);
  const best = new Map(
    kinds.map((kind) => [kind, new TopK<FacetValue>(maxValues[kind], compareFacets)]),
  );
  for (let facet = 0; facet < counts.length; facet += 1) {
    const count = counts[facet] ?? 0;
    const kind = count > 0 ? values.kind(facet) : undefined;
    const list = kind && best.get(kind);
    if (!list || (list.threshold && count < list.threshold.count)) continue;
    list.add({ value: values.value(facet), count });
  }
  return Object.fromEntries([...best].map(([kind, list]) => [kind, list.sorted()]));
}

/** By work: place of its last row among the rows plus one. By place: the same for the row of the work before. */
let lastPlaces = new Uint32Array(0);
let placesBefore = new Uint32Array(0);

/** Counts values that several rows of a work have once. */
function countOncePerWork(
  rows: Uint32Array,
  documents: DocumentTable,
  counts: Uint32Array,
  count: (row: number) => void,
): void {
  const { facets, workNumbers } = documents;
  lastPlaces = ensureLength(lastPlaces, documents.works.size);
  placesBefore = ensureLength(placesBefore, rows.length);
  const [lasts, befores] = [lastPlaces, placesBefore];
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    if (documents.editionsOf(row) === 1) {
      count(row);
      continue;
    }
    const work = workNumbers[row] ?? 0;
    befores[place] = lasts[work] ?? 0;
    lasts[work] = place + 1;
  }
  /** By facet: the work that counted it last. */
  const countedBy = new Uint32Array(counts.length);
  for (let end = 0; end < rows.length; end += 1) {
    const work = workNumbers[rows[end] ?? 0] ?? 0;
    let place = lasts[work] ?? 0;
    lasts[work] = 0;
    for (; place > 0; place = befores[place - 1] ?? 0) {
      const [from, to] = documents.facetRange(rows[place - 1] ?? 0);
      for (let at = from; at < to; at += 1) {
        const facet = facets[at] ?? 0;
        if (countedBy[facet] === work + 1) continue;
        countedBy[facet] = work + 1;
        counts[facet] = (counts[facet] ?? 0) + 1;
      }
    }
  }
}

function compareFacets(a: FacetValue, b: FacetValue): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1);
}

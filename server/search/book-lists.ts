import {
  type BookListPosition,
  type BookQuery,
  type BookSearchPage,
  emptyPage,
} from './contract.ts';
import type { DocumentTable } from './document-table.ts';
import type { FacetIndex } from './facets.ts';
import type { Matcher, RequiredWord } from './matcher.ts';
import { ensureLength } from './number-arrays.ts';
import { SortedRows } from './sorted-rows.ts';

/** Share of all rows above which a list is read in sort order. */
const denseShare = 1 / 16;

/** The rows of a list, valid until the next search. */
export interface ListedRows {
  rows: Uint32Array;
  /** The hits of the page and the next one. Null if they have to be selected from the rows. */
  hits: BookListPosition[] | null;
}

/** Words and facet values that the filters of a query require. */
interface Narrowing {
  words: RequiredWord[];
  /** Sets of values; a row must have one value of each set. */
  facets: ReadonlySet<number>[];
}

/** Lists of books without a search text, which read as few rows as possible. */
export class BookLists {
  readonly #documents: DocumentTable;
  readonly #values: FacetIndex;
  readonly #matcher: Matcher;
  readonly #sorted: SortedRows;

  constructor(documents: DocumentTable, values: FacetIndex, matcher: Matcher) {
    this.#documents = documents;
    this.#values = values;
    this.#matcher = matcher;
    this.#sorted = new SortedRows(documents);
  }

  /** Call after a row was added. */
  update(): void {
    this.#sorted.update();
  }

  /** A page of all visible books. Null if every book must be read for its facets. */
  all(query: BookQuery): BookSearchPage | null {
    const { sort, after, limit, facets, collapse: isCollapsed } = query;
    if (sort === 'relevance' || facets.length > 0) return null;
    const documents = this.#documents;
    const isVisible = documents.visibility(query);
    const options = { after, limit: limit + 1, isAccepted: isVisible, isCollapsed };
    const hits = this.#sorted.page(sort, options);
    const shown = hits.slice(0, limit);
    const editionsOf = ({ ordinal }: BookListPosition) => {
      const work = documents.workNumbers[documents.rowOf(ordinal) ?? 0] ?? 0;
      return [...documents.works.rowsOf(work)].filter(isVisible).length;
    };
    const { books, works } = documents.countVisible(query.accountId, isVisible);
    return {
      ...emptyPage([]),
      hits: shown,
      hasMore: hits.length > limit,
      total: isCollapsed ? works : books,
      editions: new Map(isCollapsed ? shown.map((hit) => [hit.ordinal, editionsOf(hit)]) : []),
    };
  }

  /** @param isAccepted - Whether a row passes all filters except the words. */
  find(query: BookQuery, narrowing: Narrowing, isAccepted: (row: number) => boolean): ListedRows {
    const { sort, after, limit, collapse: isCollapsed } = query;
    const rows = this.#rows(query, narrowing, isAccepted);
    const isDense = narrowing.words.length === 0 && rows.length > this.#documents.size * denseShare;
    // Reads fewer books than a selection from all rows if the list has many of the catalog's books.
    const hits =
      sort !== 'relevance' && isDense
        ? this.#sorted.page(sort, { after, limit: limit + 1, isAccepted, isCollapsed })
        : null;
    return { rows, hits };
  }

  /** Reads the rows that pass the filter that is likely to exclude most books. */
  #rows(
    { ordinals, workId }: BookQuery,
    { words, facets }: Narrowing,
    isAccepted: (row: number) => boolean,
  ): Uint32Array {
    if (words.length > 0) return this.#matcher.match(words, isAccepted);
    if (ordinals) {
      const rows = [...new Set(ordinals)].map((ordinal) => this.#documents.rowOf(ordinal));
      return Uint32Array.from(rows.filter((row) => row !== null).filter(isAccepted));
    }
    if (workId !== null) {
      const { works } = this.#documents;
      const work = works.find(workId);
      return Uint32Array.from(work === null ? [] : [...works.rowsOf(work)].filter(isAccepted));
    }
    const [rarest] = facets
      .map((set) => ({ set, frequency: this.#values.frequencyOf(set) }))
      .sort((a, b) => a.frequency - b.frequency);
    return rarest ? this.#rowsWith(rarest.set, isAccepted) : this.#matcher.all(isAccepted);
  }

  #rowsWith(facets: ReadonlySet<number>, isAccepted: (row: number) => boolean): Uint32Array {
    listed = ensureLength(listed, this.#documents.size);
    const before = new Set<number>();
    let count = 0;
    for (const facet of facets) {
      // A book with several of the values is listed once.
      const isListed = before.size === 0 ? () => false : this.#documents.hasFacet(before);
      this.#values.rowsWith(facet, (rows, from, to) => {
        for (let at = from; at < to; at += 1) {
          const row = rows[at] ?? 0;
          if (!isAccepted(row) || isListed(row)) continue;
          listed[count] = row;
          count += 1;
        }
      });
      before.add(facet);
    }
    return listed.subarray(0, count);
  }
}

// Shared by all calls, because a large list would otherwise allocate megabytes.
let listed = new Uint32Array(0);

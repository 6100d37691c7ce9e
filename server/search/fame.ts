import type { DocumentTable } from './document-table.ts';
import { ensureLength } from './number-arrays.ts';

/** Share of the score based on the record alone, if the book's usage was not counted. */
const recordShare = 0.7;
/** Popularity that results in half of the maximum score. */
const halfPopularity = 300;

/** Caches the fame of each book until a book changes, because ranking reads it for every match. */
export class FameTable {
  readonly #documents: DocumentTable;
  /** By row: the fame plus one, or zero if it is unknown. */
  #fame = new Float32Array(0);
  #version = -1;

  constructor(documents: DocumentTable) {
    this.#documents = documents;
  }

  /** Prepares for the rows of a query. */
  begin(): void {
    const { size, version } = this.#documents;
    if (version === this.#version) return;
    this.#version = version;
    this.#fame = ensureLength(this.#fame, size);
    this.#fame.fill(0);
  }

  /** Result of `fameOf`. */
  of(row: number): number {
    const known = this.#fame[row] ?? 0;
    if (known > 0) return known - 1;
    const fame = fameOf(this.#documents, row);
    this.#fame[row] = fame + 1;
    return (this.#fame[row] ?? 1) - 1;
  }
}

/**
 * Fame of a book, 0–1. Based on its popularity and, until usage is counted, on the records: the
 * number of its work's editions, the number of its author's books and languages, and how common its
 * language is in the catalog.
 */
function fameOf(documents: DocumentTable, row: number): number {
  const popularity = documents.popularities[row] ?? 0;
  if (popularity === 0) return recordShare * recordFame(documents, row);
  const used = usageOf(popularity);
  return used + (1 - used) * recordShare * recordFame(documents, row);
}

/** 0 for no usage, 0.5 for a popularity of `halfPopularity`, logarithmic. */
function usageOf(popularity: number): number {
  const scaled = Math.log2(1 + popularity) / Math.log2(1 + halfPopularity);
  return scaled / (1 + scaled);
}

function recordFame(documents: DocumentTable, row: number): number {
  const editions = documents.editionsOf(row);
  const { books, languages } = documents.authorOf(row);
  return (
    0.35 * Math.min(1, log2(editions) / 2) +
    0.25 * Math.min(1, log2(languages) / 3) +
    0.2 * Math.min(1, log2(books) / 6) +
    0.2 * documents.languageShare(row)
  );
}

const logarithms = Float32Array.from({ length: 1024 }, (_, count) => Math.log2(Math.max(1, count)));

/** Logarithm to base 2, or zero for zero. Read from a table because every match needs several. */
function log2(count: number): number {
  return logarithms[Math.min(count, logarithms.length - 1)] ?? 0;
}

/** Fame of the first author: the logarithm of the number of books and languages. */
export function authorFame(documents: DocumentTable, row: number): number {
  const { books, languages } = documents.authorOf(row);
  return log2(books) + log2(languages);
}

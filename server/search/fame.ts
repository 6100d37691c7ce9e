import type { DocumentTable } from './document-table.ts';

/** Share of the record's own signs, if no use of the book was counted. */
const recordShare = 0.7;
/** Popularity that earns half of the maximum score. */
const halfPopularity = 300;

/**
 * How well known a book is, 0–1: its popularity, and until that is counted, signs in the records: how many
 * editions its work has, in how many languages and books its author appears, and how common its
 * language is in the catalog.
 */
export function fameOf(documents: DocumentTable, row: number): number {
  const popularity = documents.popularities[row] ?? 0;
  if (popularity === 0) return recordShare * recordFame(documents, row);
  const used = usageOf(popularity);
  return used + (1 - used) * recordShare * recordFame(documents, row);
}

/** 0 for no use, 0.5 for a popularity of `halfPopularity`, logarithmic. */
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

/** Base 2, or zero for zero. Read from a table, because every match needs several. */
function log2(count: number): number {
  return logarithms[Math.min(count, logarithms.length - 1)] ?? 0;
}

/** How well known the first author is: the logarithm of the number of books and languages. */
export function authorFame(documents: DocumentTable, row: number): number {
  const { books, languages } = documents.authorOf(row);
  return log2(books) + log2(languages);
}

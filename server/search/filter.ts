import type { BookQuery } from './contract.ts';
import { dateKey, type DocumentTable } from './document-table.ts';

type RowFilter = (row: number) => boolean;

/**
 * Builds a row filter from all parts of the query except its words.
 *
 * @param facets - Sets of facet values; a row must have one value of each set.
 */
export function buildFilter(
  query: BookQuery,
  documents: DocumentTable,
  facets: ReadonlySet<number>[],
): RowFilter {
  const tests: RowFilter[] = [documents.visibility(query)];
  const { readable, ordinals, updatedSinceMs } = query;
  const from = query.publishedFrom && dateKey(query.publishedFrom);
  const to = query.publishedTo && dateKey(query.publishedTo, 'last');
  if (query.workId !== null) {
    const work = documents.works.find(query.workId);
    tests.push((row) => documents.workNumbers[row] === work);
  }
  for (const facetValues of facets) tests.push(documents.hasFacet(facetValues));
  if (readable !== null) tests.push((row) => documents.isReadable(row) === readable);
  if (ordinals) {
    const wanted = new Set(ordinals);
    tests.push((row) => wanted.has(documents.ordinals[row] ?? 0));
  }
  const { published, updatedMs } = documents;
  if (typeof from === 'number' || typeof to === 'number') {
    tests.push((row) => documents.hasDate(row));
  }
  if (typeof from === 'number') tests.push((row) => (published[row] ?? 0) >= from);
  if (typeof to === 'number') tests.push((row) => (published[row] ?? 0) <= to);
  if (updatedSinceMs !== null) tests.push((row) => (updatedMs[row] ?? 0) >= updatedSinceMs);
  const [first] = tests;
  if (first && tests.length === 1) return first;
  return (row) => {
    for (const test of tests) if (!test(row)) return false;
    return true;
  };
}

/** Whether a query excludes books, apart from those that the caller may not see. */
export function hasFilter(query: BookQuery): boolean {
  const { text, languages, author, title, subject, publisher, isbn, ordinals } = query;
  const { publishedFrom, publishedTo, updatedSinceMs, readable, workId } = query;
  const words = [text, author, title, subject, publisher, isbn];
  const dates = [publishedFrom, publishedTo, updatedSinceMs];
  return [...words, ...dates, languages, ordinals, readable, workId].some((one) => one !== null);
}

import type { BookQuery } from './contract.ts';
import { dateKey, type DocumentTable } from './document-table.ts';
import type { FacetIndex } from './facets.ts';

type RowFilter = (row: number) => boolean;

/**
 * Tells of a row whether it is wanted, apart from the words in it.
 *
 * @param facets - Sets of facet values, of each of which a row must have one.
 */
export function buildFilter(
  query: BookQuery,
  documents: DocumentTable,
  values: FacetIndex,
  facets: ReadonlySet<number>[],
): RowFilter {
  const tests: RowFilter[] = [documents.visibility(query.accountId)];
  const { readable, ordinals, updatedSinceMs } = query;
  const from = query.publishedFrom && dateKey(query.publishedFrom);
  const to = query.publishedTo && dateKey(query.publishedTo, 'last');
  if (query.languages) {
    const wanted = values.languages(query.languages);
    tests.push((row) => documents.hasFacet(row, wanted));
  }
  for (const wanted of facets) tests.push((row) => documents.hasFacet(row, wanted));
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

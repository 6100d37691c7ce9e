import type { DocumentTable } from './document-table.ts';
import { ensureLength } from './ensure-length.ts';

/** Rows by work; zero between calls. */
let counts = new Uint32Array(0);

/** Number of works among the rows, and of the rows of each work of these hits, by ordinal. */
export function countWorks(
  rows: Uint32Array,
  documents: DocumentTable,
  ordinals: number[],
): { works: number; editions: Map<number, number> } {
  counts = ensureLength(counts, documents.works.size);
  const { workNumbers } = documents;
  let works = 0;
  for (const row of rows) {
    const work = workNumbers[row] ?? 0;
    const count = counts[work] ?? 0;
    if (count === 0) works += 1;
    counts[work] = count + 1;
  }
  const editions = new Map(
    ordinals.map((ordinal) => {
      const row = documents.rowOf(ordinal) ?? 0;
      return [ordinal, counts[workNumbers[row] ?? 0] ?? 1];
    }),
  );
  for (const row of rows) counts[workNumbers[row] ?? 0] = 0;
  return { works, editions };
}

import type { TreeElement } from '../contract.ts';
import { countLines, mostUnbrokenLines } from './count-lines.ts';
import { elementsIn } from './elements-in.ts';

/**
 * Finds rows with a cell that spans the next rows, if together they have more lines than a page
 * should keep together. A break that is avoided in the first row would be avoided in all of them.
 */
export function findSpanningRows([, , ...children]: TreeElement): TreeElement[] {
  const inside = elementsIn(children);
  const rows = inside.filter(([tag]) => tag === 'tr');
  const counts = rows.map(rowsSpannedBy);
  const spanning = counts.some((count) => count > 1) ? longGroups(rows, counts) : [];
  return [...spanning, ...inside.flatMap((one) => findSpanningRows(one))];
}

/** The rows that span others and have too many lines together with them. */
function longGroups(rows: readonly TreeElement[], counts: readonly number[]): TreeElement[] {
  const linesBefore = [0];
  for (const row of rows) linesBefore.push((linesBefore.at(-1) ?? 0) + countLines(row));
  return rows.filter((_, at) => {
    const count = counts[at] ?? 1;
    const end = Math.min(rows.length, at + count);
    return count > 1 && (linesBefore[end] ?? 0) - (linesBefore[at] ?? 0) > mostUnbrokenLines;
  });
}

/** The largest number of rows that a cell spans, including its own. */
function rowsSpannedBy([, , ...cells]: TreeElement): number {
  return elementsIn(cells).reduce(
    (most, [, { rowspan }]) => Math.max(most, Number(rowspan) || 1),
    1,
  );
}

import type { Tree, TreeElement } from '../contract.ts';
import { countLines, mostUnbrokenLines } from './count-lines.ts';

/**
 * Finds rows with a cell that spans the next rows, if together they have more lines than a page
 * should keep together. A break that is avoided in the first row would be avoided in all of them.
 */
export function findSpanningRows([, , ...children]: TreeElement): TreeElement[] {
  const inside = elementsIn(children);
  const rows = inside.filter(([tag]) => tag === 'tr');
  const spanning = rows.filter((row, at) => {
    const count = rowsSpannedBy(row);
    if (count < 2) return false;
    const lines = rows.slice(at, at + count).map((one) => countLines(one));
    return lines.reduce((sum, one) => sum + one, 0) > mostUnbrokenLines;
  });
  return [...spanning, ...inside.flatMap((one) => findSpanningRows(one))];
}

/** The largest number of rows that a cell spans, including its own. */
function rowsSpannedBy([, , ...cells]: TreeElement): number {
  return Math.max(1, ...elementsIn(cells).map(([, { rowspan }]) => Number(rowspan) || 1));
}

function elementsIn(children: readonly Tree[]): TreeElement[] {
  return children.filter((child) => typeof child !== 'string');
}

import type { Tree, TreeElement } from '../contract.ts';

/** Fewer rows or columns are not a picture. */
const minCells = 4;

/** Mean number of letters in the cells of a picture, such as the pieces of a chess board. */
const maxMeanLetters = 1.5;

/** Share of the cells that may contain words, such as the names of rows. */
const maxWordShare = 0.15;

/**
 * Finds tables that draw a picture with their cells, such as chess boards, crossword puzzles and
 * knitting charts. They are only readable as a whole.
 */
export function findPictureTables([, , ...children]: TreeElement): TreeElement[] {
  return elementsIn(children).flatMap((child) =>
    isPictureTable(child) ? [child] : findPictureTables(child),
  );
}

function isPictureTable(element: TreeElement): boolean {
  if (element[0] !== 'table') return false;
  const rows = rowsIn(element).map(([, , ...cells]) => elementsIn(cells));
  const wide = rows.filter(({ length }) => length >= minCells);
  if (wide.length < minCells || wide.length < rows.length / 2) return false;
  const lengths = rows.flat().map((cell) => lettersIn(cell));
  const sum = lengths.reduce((total, one) => total + one, 0);
  const words = lengths.filter((one) => one > 2).length;
  return sum <= lengths.length * maxMeanLetters && words <= lengths.length * maxWordShare;
}

function rowsIn([, , ...children]: TreeElement): TreeElement[] {
  return elementsIn(children).flatMap((child) => (child[0] === 'tr' ? [child] : rowsIn(child)));
}

/** Number of characters. A nested table counts as many, because it is not a picture. */
function lettersIn([tag, , ...children]: TreeElement): number {
  if (tag === 'table') return Infinity;
  return children.reduce(
    (sum, child) => sum + (typeof child === 'string' ? child.trim().length : lettersIn(child)),
    0,
  );
}

function elementsIn(children: readonly Tree[]): TreeElement[] {
  return children.filter((child) => typeof child !== 'string');
}

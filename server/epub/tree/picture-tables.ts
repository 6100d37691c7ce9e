import type { TreeElement } from '../contract.ts';
import { elementsIn } from './elements-in.ts';

/** Minimum number of rows and of columns. */
const minSide = 4;

/** More rows are probably taller than a page. */
const maxRows = 30;

/** Larger pictures in cells are not parts of one picture. */
const maxTilePx = 64;

/** Maximum mean number of characters in a cell, such as the piece on a square. */
const maxMeanCharacters = 1.5;

/** Share of the cells that may contain words, such as the names of rows. */
const maxWordShare = 0.15;

/**
 * Finds tables whose cells form a picture, such as chess boards, crossword puzzles and
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
  const wide = rows.filter(({ length }) => length >= minSide);
  if (rows.length > maxRows || wide.length < minSide || wide.length < rows.length / 2) return false;
  const lengths = rows.flat().map((cell) => charactersIn(cell));
  const sum = lengths.reduce((total, one) => total + one, 0);
  const words = lengths.filter((one) => one > 2).length;
  return sum <= lengths.length * maxMeanCharacters && words <= lengths.length * maxWordShare;
}

function rowsIn([, , ...children]: TreeElement): TreeElement[] {
  return elementsIn(children).flatMap((child) => (child[0] === 'tr' ? [child] : rowsIn(child)));
}

/** Number of characters. A small picture counts as one. */
function charactersIn([tag, attributes, ...children]: TreeElement): number {
  // Not part of one picture.
  if (tag === 'table') return Infinity;
  if (tag === 'img') return Number(attributes.width ?? Infinity) > maxTilePx ? Infinity : 1;
  return children.reduce(
    (sum, child) =>
      sum + (typeof child === 'string' ? [...child.trim()].length : charactersIn(child)),
    0,
  );
}

import { attributeOf, type XmlElement } from '../xml/node.ts';
import { isElement, mathNode, renamed, repeating, styled, wordsOf } from './math-node.ts';
import { mathLength } from './math-lengths.ts';

const tableAttributes = [
  'align alignmentscope columnalign columnlines columnspacing columnwidth equalcolumns equalrows',
  'frame framespacing groupalign minlabelspacing rowalign rowlines rowspacing side width',
].flatMap((names) => names.split(' '));
const cellAttributes = ['columnalign', 'groupalign', 'rowalign'];

const textAlignments: Record<string, string> = {
  left: 'left',
  right: 'right',
  center: 'center',
  decimalpoint: 'right',
};
const verticalAlignments: Record<string, string> = {
  top: 'top',
  bottom: 'bottom',
  center: 'middle',
  axis: 'middle',
  baseline: 'baseline',
};

interface Row {
  element: XmlElement;
  label: XmlElement | null;
  cells: XmlElement[];
}

/**
 * Converts a table. Alignments, lines and spacing become styles of its cells, and labels become
 * ordinary cells.
 *
 * @param table - A table whose children have been rewritten, except `mlabeledtr`.
 */
export function rewriteTable(table: XmlElement): XmlElement {
  const rows = table.children.filter(isElement).map(toRow);
  const side = attributeOf(table, 'side')?.startsWith('left') ? 'left' : 'right';
  const hasLabels = rows.some(({ label }) => label !== null);
  const columns = Math.max(1, ...rows.map(({ cells }) => cells.length));
  const styledRows = rows.map(({ element, label, cells }, rowIndex) => {
    const styledCells = cells.map((cell, column) =>
      styled(
        renamed(cell, 'mtd', cell.children, cellAttributes),
        cellDeclarations(
          { table, row: element, cell },
          { row: rowIndex, rows: rows.length, column, columns },
        ),
      ),
    );
    if (hasLabels) {
      const labelCell = label
        ? renamed(label, 'mtd', label.children, cellAttributes)
        : mathNode('mtd');
      if (side === 'left') styledCells.unshift(labelCell);
      else {
        while (styledCells.length < columns) styledCells.push(mathNode('mtd'));
        styledCells.push(styled(labelCell, ['padding-inline-start:1em']));
      }
    }
    return renamed(element, 'mtr', styledCells, cellAttributes);
  });
  const frame = attributeOf(table, 'frame')?.trim();
  const border = frame === 'solid' || frame === 'dashed' ? [`border:1px ${frame}`] : [];
  return styled(renamed(table, 'mtable', styledRows, tableAttributes), border);
}

function toRow(element: XmlElement): Row {
  if (element.name !== 'mtr' && element.name !== 'mlabeledtr') {
    return { element: mathNode('mtr'), label: null, cells: [toCell(element)] };
  }
  const cells = element.children.filter(isElement).map(toCell);
  if (element.name === 'mtr') return { element, label: null, cells };
  return { element, label: cells[0] ?? null, cells: cells.slice(1) };
}

function toCell(element: XmlElement): XmlElement {
  return element.name === 'mtd' ? element : mathNode('mtd', {}, [element]);
}

function cellDeclarations(
  { table, row, cell }: { table: XmlElement; row: XmlElement; cell: XmlElement },
  at: { row: number; rows: number; column: number; columns: number },
): string[] {
  const aligned = (name: string, index: number, tableIndex = index) =>
    wordsOf(cell, name)[0] ??
    repeating(wordsOf(row, name), index) ??
    repeating(wordsOf(table, name), tableIndex);
  const result: string[] = [];
  const textAlign = textAlignments[aligned('columnalign', at.column) ?? ''];
  if (textAlign && textAlign !== 'center') result.push(`text-align:${textAlign}`);
  const verticalAlign = verticalAlignments[aligned('rowalign', 0, at.row) ?? ''];
  if (verticalAlign && verticalAlign !== 'baseline') {
    result.push(`vertical-align:${verticalAlign}`);
  }
  const isLastColumn = at.column === at.columns - 1;
  const isLastRow = at.row === at.rows - 1;
  result.push(...lineOf(table, 'columnlines', at.column, isLastColumn, 'right'));
  result.push(...lineOf(table, 'rowlines', at.row, isLastRow, 'bottom'));
  result.push(...spacingOf(table, 'columnspacing', at.column, at.columns, ['left', 'right']));
  result.push(...spacingOf(table, 'rowspacing', at.row, at.rows, ['top', 'bottom']));
  return result;
}

function lineOf(
  table: XmlElement,
  name: string,
  index: number,
  isLast: boolean,
  side: string,
): string[] {
  const line = isLast ? undefined : repeating(wordsOf(table, name), index);
  return line === 'solid' || line === 'dashed' ? [`border-${side}:1px ${line}`] : [];
}

/** Half of the space on each side. The outer sides of the table have none. */
function spacingOf(
  table: XmlElement,
  name: string,
  index: number,
  count: number,
  [before, after]: [string, string],
): string[] {
  const spaces = wordsOf(table, name).map(mathLength);
  if (spaces.length === 0) return [];
  const half = (space: string | null | undefined) =>
    space && !space.startsWith('-') ? `calc(${space}/2)` : '0';
  const start = index === 0 ? '0' : half(repeating(spaces, index - 1));
  const end = index === count - 1 ? '0' : half(repeating(spaces, index));
  return [`padding-${before}:${start}`, `padding-${after}:${end}`];
}

import { attributeOf, rawTextOf, type XmlElement, type XmlNode } from '../xml/node.ts';
import { isElement, mathNode, renamed, styled } from './math-node.ts';

/** A row of digits and signs, one per column. */
interface DigitRow {
  cells: XmlNode[][];
  /** Number of cells before the alignment point. */
  before: number;
  hasLineAbove: boolean;
  isCarry: boolean;
  /** Content to the left of the row, outside the columns. */
  lead: XmlNode[];
}

/** Limits the number of columns in a malicious stack. */
const MAX_COLUMNS = 200;

/**
 * Converts written arithmetic, such as a column addition, to a table with one column per digit
 * (MathML 3, section 3.6). No engine renders `mstack`.
 *
 * @param rewrite - Rewrites the elements of a row.
 */
export function rewriteStack(
  stack: XmlElement,
  rewrite: (element: XmlElement) => XmlElement,
): XmlElement {
  const align = attributeOf(stack, 'stackalign') ?? 'decimalpoint';
  const rows = collectRows(stack.children.filter(isElement), 0, 0, align, rewrite);
  return toTable(stack, rows);
}

/** Converts a long division, with the result above the line and the divisor before the dividend. */
export function rewriteLongDivision(
  division: XmlElement,
  rewrite: (element: XmlElement) => XmlElement,
): XmlElement {
  const [divisor, result, ...others] = division.children.filter(isElement);
  const line = mathNode('msline');
  const parts = [...(result ? [result] : []), line, ...others];
  const align = attributeOf(division, 'stackalign') ?? 'decimalpoint';
  const rows = collectRows(parts, 0, 0, align, rewrite);
  const dividend = rows.find(({ hasLineAbove }) => hasLineAbove);
  if (dividend && divisor) dividend.lead = [rewrite(divisor), mathNode('mo', {}, [')'])];
  return toTable(division, rows);
}

function collectRows(
  elements: XmlElement[],
  position: number,
  shift: number,
  align: string,
  rewrite: (element: XmlElement) => XmlElement,
): DigitRow[] {
  const rows: DigitRow[] = [];
  let pendingLine = false;
  let at = position;
  for (const element of elements) {
    if (element.name === 'msline') {
      pendingLine = true;
      continue;
    }
    const own = at + integerOf(element, 'position');
    const added =
      element.name === 'msgroup'
        ? collectRows(
            element.children.filter(isElement),
            own,
            integerOf(element, 'shift'),
            align,
            rewrite,
          )
        : [toDigitRow(element, own, align, rewrite)];
    const [first] = added;
    if (first && pendingLine) first.hasLineAbove = true;
    if (first) pendingLine = false;
    rows.push(...added);
    at += shift;
  }
  if (pendingLine) {
    rows.push({ cells: [], before: 0, hasLineAbove: true, isCarry: false, lead: [] });
  }
  return rows;
}

function toDigitRow(
  element: XmlElement,
  shift: number,
  align: string,
  rewrite: (element: XmlElement) => XmlElement,
): DigitRow {
  const isCarry = element.name === 'mscarries';
  const parts =
    element.name === 'msrow' || isCarry || element.name === 'mrow'
      ? element.children.filter(isElement)
      : [element];
  const cells = parts
    .flatMap((part) => (isCarry ? [toCarry(part, rewrite)] : toCells(part, rewrite)))
    .slice(0, MAX_COLUMNS);
  const point = cells.findIndex((cell) => cell.map(textIn).join('') === '.');
  const before =
    align === 'left' ? 0 : align === 'decimalpoint' && point !== -1 ? point : cells.length;
  return { cells, before: before + shift, hasLineAbove: false, isCarry, lead: [] };
}

/** Returns one cell for each character of a number. Other elements become one cell. */
function toCells(part: XmlElement, rewrite: (element: XmlElement) => XmlElement): XmlNode[][] {
  if (part.name !== 'mn') return [part.name === 'none' ? [] : [rewrite(part)]];
  return Array.from(rawTextOf(part).replaceAll(/\s+/g, ''), (character) => [
    { ...part, children: [character] },
  ]);
}

function toCarry(part: XmlElement, rewrite: (element: XmlElement) => XmlElement): XmlNode[] {
  if (part.name === 'none') return [];
  const content = part.name === 'mscarry' ? part.children.filter(isElement) : [part];
  return [mathNode('mstyle', { scriptlevel: '+1' }, content.map(rewrite))];
}

function toTable(source: XmlElement, rows: DigitRow[]): XmlElement {
  const left = Math.max(0, ...rows.map(({ before }) => Math.min(before, MAX_COLUMNS)));
  const right = Math.max(0, ...rows.map(({ cells, before }) => cells.length - before));
  const hasLead = rows.some(({ lead }) => lead.length > 0);
  const children = rows.map(({ cells, before, hasLineAbove, lead }) => {
    const offset = left - Math.min(before, MAX_COLUMNS);
    const columns = Array.from({ length: left + right }, (_, column) => {
      const content = cells[column - offset] ?? [];
      return styled(mathNode('mtd', {}, content), [
        'padding:0 0.06em',
        ...(hasLineAbove ? ['border-top:1px solid'] : []),
      ]);
    });
    const first = hasLead ? [styled(mathNode('mtd', {}, lead), ['padding:0'])] : [];
    return mathNode('mtr', {}, [...first, ...columns]);
  });
  const dropped = ['align', 'charalign', 'charspacing', 'longdivstyle', 'stackalign'];
  return renamed(source, 'mtable', children, dropped);
}

function textIn(node: XmlNode): string {
  return typeof node === 'string' ? node : rawTextOf(node);
}

function integerOf(element: XmlElement, name: string): number {
  const value = Number.parseInt(attributeOf(element, name) ?? '', 10);
  return Number.isNaN(value) ? 0 : Math.max(-MAX_COLUMNS, Math.min(MAX_COLUMNS, value));
}

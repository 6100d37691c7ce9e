import { repairedClass, columnRects, type Content, type RepairTarget } from './repair-target.ts';

const mediaSelector = 'img, svg, video, audio, math, hr';

/** A line that must not be alone at the end of a page, such as a heading. */
interface LeadingLine {
  line: Element;
  /** The visible content before and after the line. */
  before: Content | null;
  after: Content;
}

/** Whether a line is alone at the end of a page, although it belongs to the text after it. */
export function hasStrandedLine(target: RepairTarget): boolean {
  if (target.isScrolled || !ignoresAvoid(target.root)) return false;
  const columnOf = columnsIn(target);
  const lines = leadingLines(target);
  return lines.some(
    ({ line, after }, at) =>
      columnOf(line) !== columnOf(after) && firstOfGroup(lines, at, columnOf) !== null,
  );
}

/** Number of the column in which content starts or, with `isEnd`, ends. */
type ColumnOf = (content: Content, isEnd?: boolean) => number;

export function columnsIn(target: RepairTarget): ColumnOf {
  const toColumns = columnRects(target);
  return (content, isEnd = false) => {
    const rects = visibleRects(content);
    const rect = isEnd ? rects.at(-1) : rects[0];
    return rect ? toColumns(rect).column : Number.NaN;
  };
}

export function leadingLines({ elements, root }: RepairTarget): LeadingLine[] {
  return elements.flatMap((element) => {
    if (!(element instanceof HTMLElement)) return [];
    if (!getComputedStyle(element).breakAfter.startsWith('avoid')) return [];
    // The first row of a table moves with the table.
    const table = element.matches('tr') ? element.closest('table') : null;
    if (table && table.rows[0] !== element) return [];
    const line = table ?? element;
    if (visibleRects(line).length === 0 || !isInFlow(line, root)) return [];
    const after = contentBeside(element, root, 'nextNode');
    return after ? [{ line, after, before: contentBeside(line, root, 'previousNode') }] : [];
  });
}

/**
 * The line to move so that a line moves with all lines directly before it that must be kept with
 * it, or null if they start the page already.
 */
export function firstOfGroup(
  lines: readonly LeadingLine[],
  at: number,
  columnOf: ColumnOf,
): Element | null {
  let first = lines[at];
  for (let index = at - 1; first && index >= 0; index--) {
    const earlier = lines[index];
    if (!earlier || !first.line.contains(earlier.after)) break;
    if (columnOf(earlier.line) !== columnOf(first.line)) break;
    first = earlier;
  }
  if (!first?.before) return null;
  return columnOf(first.before, true) === columnOf(first.line) ? first.line : null;
}

/** The nearest visible content before or after an element. */
function contentBeside(
  element: Element,
  root: Element,
  step: 'nextNode' | 'previousNode',
): Content | null {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  walker.currentNode = element;
  for (let node = walker[step](); node; node = walker[step]()) {
    if (element.contains(node)) continue;
    const isContent =
      node instanceof Text
        ? node.data.trim() !== ''
        : node instanceof Element && node.matches(mediaSelector);
    if (!isContent || !(node instanceof Text || node instanceof Element)) continue;
    if (visibleRects(node).length > 0) return node;
  }
  return null;
}

/** Whether a line and all boxes around it are plain blocks, so that a page can end before it. */
function isInFlow(line: Element, root: Element): boolean {
  if (line.classList.contains(repairedClass)) return false;
  for (let at: Element | null = line; at && at !== root && !at.matches('.svc-body');) {
    const { display, float, position, overflowX } = getComputedStyle(at);
    const isBlock =
      /^(block|list-item|flow-root)$/.test(display) || (at === line && display === 'table');
    if (!isBlock || float !== 'none') return false;
    if (!/^(static|relative)$/.test(position) || overflowX !== 'visible') return false;
    at = at.parentElement;
  }
  return true;
}

function visibleRects(content: Content): DOMRect[] {
  const range = document.createRange();
  if (content instanceof Text) range.selectNodeContents(content);
  const rects = (content instanceof Text ? range : content).getClientRects();
  return [...rects].filter(({ width, height }) => width > 0 && height > 0);
}

let isAvoidIgnored: boolean | null = null;

/**
 * Whether the engine ignores `break-after: avoid` in columns, as Firefox does. So does WebKit, but
 * some sections crash it more often after lines were moved. Only WebKit hangs punctuation.
 */
export function ignoresAvoid(root: Element): boolean {
  if (CSS.supports('hanging-punctuation', 'first')) return false;
  if (isAvoidIgnored !== null) return isAvoidIgnored;
  const box = document.createElement('svc-break-probe');
  const line = 'all: initial; display: block; block-size: 10px;';
  box.style.cssText =
    'all: initial; position: fixed; visibility: hidden; inline-size: 10px; block-size: 20px; ' +
    'columns: 10px; column-gap: 0; column-fill: auto;';
  const lines = ['', 'break-after: avoid;', ''].map((style) => {
    const one = document.createElement('svc-break-probe');
    one.style.cssText = line + style;
    return one;
  });
  box.append(...lines);
  root.getRootNode().appendChild(box);
  const [, second, third] = lines.map((one) => one.getBoundingClientRect());
  box.remove();
  if (second && third && second.width > 0) isAvoidIgnored = second.left !== third.left;
  return isAvoidIgnored ?? false;
}

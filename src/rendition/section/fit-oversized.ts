import type { PageLayout } from '../page-layout.ts';
import { lazyCss } from '../css.ts';
import { boxClass } from './scroll-box.ts';
import { breakRows, undoBreakRows } from './break-rows.ts';
import { keepPictures, releaseWidths, restoreWidths, stackCells } from './release-widths.ts';
import { settleTables } from './settle-tables.ts';

const buttonSheet = lazyCss(`
  button {
    all: unset;
    display: block;
    position: sticky;
    inset-block-end: 0;
    inset-inline-start: 0;
    inline-size: 32px;
    block-size: 32px;
    /* Has no name and no icon until the code of the media viewer has loaded. */
    visibility: hidden;
  }
  /* The area that can be pressed. */
  button::after { content: ''; position: absolute; inset: -6px; }
`);

/**
 * Moves content that would be cut off into scroll boxes with keyboard access, after a layout:
 * elements wider than a column, and unbreakable formulas and tables taller than a column. Other
 * tables keep their positions in later layouts.
 */
export function fitOversized(
  root: Element,
  sheet: HTMLElement,
  plan: PageLayout,
  label: string,
): void {
  moveOversized(root, sheet, plan, label);
  settleTables(root, sheet, plan);
}

function moveOversized(root: Element, sheet: HTMLElement, plan: PageLayout, label: string): void {
  undoBreakRows(root);
  restoreWidths(root);
  keepPictures(root);
  const start = sheet.getBoundingClientRect();
  const large = [...root.querySelectorAll('table, pre, math')].filter(
    (element) =>
      !element.parentElement?.closest(`table, pre, math, .${boxClass}`) &&
      isOversized(element, start, plan),
  );
  if (large.length === 0) return;
  const wide = new Set(
    large.filter((element) => element.localName === 'table' && !isOnlyHigh(element, plan)),
  );
  releaseWidths(root, wide, plan);
  for (const element of large) {
    if (wide.has(element) && !isOversized(element, start, plan)) continue;
    if (isOnlyHigh(element, plan) && breakRows(element, plan)) continue;
    if (wide.has(element) && stackCells(element) && !isOversized(element, start, plan)) continue;
    if (wide.has(element)) restoreWidths(element);
    const box = document.createElement('div');
    box.className = wide.has(element) ? `${boxClass} svc-wide` : boxClass;
    // The space for the heading before it.
    const space = '--svc-caption';
    box.style.setProperty(space, getComputedStyle(element).getPropertyValue(space));
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', label);
    // The button's space is reserved, but the button stays hidden until the media viewer is loaded.
    const button = document.createElement('button');
    button.className = 'svc-enlarge';
    const inside = box.attachShadow({ mode: 'open' });
    inside.adoptedStyleSheets = [buttonSheet()];
    inside.append(document.createElement('slot'), button);
    element.replaceWith(box);
    box.append(element);
  }
  // Until everything is laid out (see `DeferredTail`), the number of pages is an estimate anyway.
  if (root.querySelector('.svc-held')) return;
  // Remove all boxes briefly, because Chromium would otherwise keep column breaks of the last
  // layout, and find other ones later.
  sheet.style.display = 'none';
  sheet.getClientRects();
  sheet.style.display = '';
}

/** Whether an unbroken element is higher than a column, but not wider. */
function isOnlyHigh(element: Element, { columnInline, columnBlock }: PageLayout): boolean {
  const parts = [...element.getClientRects()];
  const caption = element instanceof HTMLTableElement ? element.caption : null;
  // In Firefox, the rectangles of a table include its caption's.
  const [part, ...others] = caption ? parts.filter(({ top }) => !startsAt(caption, top)) : parts;
  if (!part || others.length > 0) return false;
  return part.width <= columnInline + 1 && part.height > columnBlock + 1;
}

function startsAt(element: Element, top: number): boolean {
  return element.getBoundingClientRect().top === top;
}

function isOversized(element: Element, start: DOMRect, plan: PageLayout): boolean {
  const inner = plan.isVertical ? element.scrollHeight : element.scrollWidth;
  // The content may be wider than the element itself.
  if (element.localName !== 'table' && inner > plan.columnInline + 1) return true;
  // Each rectangle is the part in one column, so a taller one was not broken. In Firefox, an inline
  // formula has the height of its line, so measure its children. WebKit breaks formulas.
  const isFormula = element.localName === 'math';
  const boxes = isFormula ? [element, ...element.children] : [element];
  return boxes.some((box) => {
    const parts = [...box.getClientRects()];
    if (isFormula && parts.length > 1) return true;
    // Padding is not broken, so a part of a broken box may extend into the margin of its page.
    const allowance = parts.length > 1 ? plan.marginBlock / 2 : 1;
    return parts.some((part) => exceeds(part, start, plan, allowance));
  });
}

/**
 * Whether a rectangle is wider than its column, extends beyond it, or is taller by more than the
 * allowance in px.
 */
function exceeds(part: DOMRect, start: DOMRect, plan: PageLayout, allowance: number): boolean {
  const { columnInline, columnBlock, gap, isVertical, direction } = plan;
  const [inline, block] = isVertical ? [part.height, part.width] : [part.width, part.height];
  const offset = direction === 'rtl' ? start.right - part.right : part.left - start.left;
  // A rectangle that starts in the gap before a column is slightly outdented.
  const from = (isVertical ? part.top - start.top : offset) % (columnInline + gap);
  const within = from > columnInline ? 0 : from;
  return within + inline > columnInline + 1 || block > columnBlock + allowance;
}

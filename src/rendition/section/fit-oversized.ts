import type { PageLayout } from '../page-layout.ts';

const boxClass = 'svc-scroll-box';
/** Opens what is in a scroll box large. */
const enlargeClass = 'svc-enlarge';
const demotedClass = 'svc-demoted';
const positionedClass = 'svc-placed';

/** Kinds of boxes that no engine, or not every engine, breaks across columns. */
const unbreakable = /^(inline-(block|flex|grid|table)|flex|grid)$/;

/**
 * After a layout: what is wider than a column goes into a scroll box that the keyboard reaches, as
 * do formulas that are taller, tables that are and were not broken, and text boxes that are taller and cannot break become plain blocks.
 * Otherwise all of these would be cut off where nobody can read them.
 */
export function fitOversized(
  root: Element,
  sheet: HTMLElement,
  plan: PageLayout,
  boxLabel: string,
): void {
  demotePositioned(root);
  wrapOversized(root, sheet, plan, boxLabel);
  // Three rounds: what was inside the outermost unbreakable box may be another one.
  for (let round = 0; round < 3 && overflowsBlock(sheet, plan); round++) {
    if (!demoteTall(root, sheet, plan)) return;
  }
}

/** The box around something, where it is part of what is too large for a page. */
export function scrollBoxOf(element: Element | null): Element | null {
  return element?.closest(`.${boxClass}`) ?? null;
}

/**
 * Marks text that its author took out of the flow, once it is in the document; not what is clipped there,
 * which is for screen readers alone.
 */
export function tagAbsolutelyPositioned(elements: readonly Element[]): void {
  for (const element of elements) {
    const { position, clip, clipPath } = getComputedStyle(element);
    const isPlaced = position === 'absolute' && clip === 'auto' && clipPath === 'none';
    if (isPlaced && element.textContent.trim() !== '') element.classList.add(positionedClass);
  }
}

/** Undoes `settle` and forced breaks, before another page size is laid out. */
export function undoFitOversized(root: Element): void {
  for (const filler of root.querySelectorAll('.svc-break')) filler.remove();
  for (const button of root.querySelectorAll(`.${enlargeClass}`)) button.remove();
  for (const box of root.querySelectorAll(`.${boxClass}`)) box.replaceWith(...box.childNodes);
  for (const box of root.querySelectorAll(`.${demotedClass}`)) box.classList.remove(demotedClass);
}

/** What is placed on the section as a whole, not on a box of its author's, would lie on other text. */
function demotePositioned(root: Element): void {
  for (const element of root.querySelectorAll<HTMLElement>(`.${positionedClass}`)) {
    const isLoose = !element.offsetParent || !root.contains(element.offsetParent);
    element.classList.toggle(demotedClass, isLoose);
  }
}

function wrapOversized(root: Element, sheet: Element, plan: PageLayout, label: string): void {
  const start = sheet.getBoundingClientRect();
  const large = [...root.querySelectorAll('table, pre, math')].filter(
    (element) =>
      !element.parentElement?.closest(`table, pre, math, .${boxClass}`) &&
      isOversized(element, start, plan),
  );
  for (const element of large) {
    const box = document.createElement('div');
    box.className = boxClass;
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', label);
    // Without words until what opens it has come; its room is there.
    const button = document.createElement('button');
    button.className = enlargeClass;
    element.replaceWith(box);
    box.append(element, button);
  }
}

function isOversized(element: Element, start: DOMRect, plan: PageLayout): boolean {
  const inner = plan.isVertical ? element.scrollHeight : element.scrollWidth;
  // What they hold may be wider than themselves.
  if (element.localName !== 'table' && inner > plan.columnInline + 1) return true;
  // Each rectangle is the part in one column: one that is taller was not broken. A formula within a
  // line is as high as the line in Firefox: what it holds tells its height. WebKit breaks it.
  const isFormula = element.localName === 'math';
  const boxes = isFormula ? [element, ...element.children] : [element];
  return boxes.some((box) => {
    const parts = [...box.getClientRects()];
    if (isFormula && parts.length > 1) return true;
    return parts.some((part) => exceeds(part, start, plan));
  });
}

/** Whether a rectangle is larger than its column, or begins so far in it that it does not end there. */
function exceeds(part: DOMRect, start: DOMRect, plan: PageLayout): boolean {
  const { columnInline, columnBlock, gap, isVertical, direction } = plan;
  const [inline, block] = isVertical ? [part.height, part.width] : [part.width, part.height];
  const forth = direction === 'rtl' ? start.right - part.right : part.left - start.left;
  // In the gap before a column, it is a little outdented.
  const from = (isVertical ? part.top - start.top : forth) % (columnInline + gap);
  const within = from > columnInline ? 0 : from;
  return within + inline > columnInline + 1 || block > columnBlock + 1;
}

function overflowsBlock(sheet: HTMLElement, plan: PageLayout): boolean {
  return plan.isVertical
    ? sheet.scrollWidth > sheet.clientWidth + 1
    : sheet.scrollHeight > sheet.clientHeight + 1;
}

function demoteTall(root: Element, sheet: HTMLElement, plan: PageLayout): boolean {
  const room = plan.columnBlock + 1;
  const tall = [...root.querySelectorAll('*')].filter((element) => {
    if (element.classList.contains(boxClass) || element.closest(`svg, math, .${boxClass}`))
      return false;
    const isTall = [...element.getClientRects()].some(
      ({ width, height }) => (plan.isVertical ? width : height) > room,
    );
    if (!isTall && !hangsOut(element, sheet, plan)) return false;
    const { display, overflowX, overflowY } = getComputedStyle(element);
    return unbreakable.test(display) || overflowX !== 'visible' || overflowY !== 'visible';
  });
  const outermost = tall.filter(
    (element) => !tall.some((one) => one !== element && one.contains(element)),
  );
  for (const element of outermost) element.classList.add(demotedClass);
  return outermost.length > 0;
}

function hangsOut(element: Element, sheet: HTMLElement, plan: PageLayout): boolean {
  const room = sheet.getBoundingClientRect();
  return [...element.getClientRects()].some((rect) =>
    plan.isVertical
      ? rect.left < room.left - 1 || rect.right > room.right + 1
      : rect.bottom > room.bottom + 1,
  );
}

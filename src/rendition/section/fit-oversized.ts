import type { PageLayout } from '../page-layout.ts';

const boxClass = 'svc-scroll-box';
/** Button that opens the content of a scroll box in the media viewer. */
const enlargeClass = 'svc-enlarge';
const demotedClass = 'svc-demoted';
const positionedClass = 'svc-placed';

/** Display values of boxes that some engines do not break across columns. */
const unbreakable = /^(inline-(block|flex|grid|table)|flex|grid)$/;

/**
 * Fits content that would be cut off, after a layout. Elements wider than a column, and formulas and unbroken
 * tables taller than one, move into a scroll box with keyboard access. Unbreakable text boxes taller than a
 * column become plain blocks.
 */
export function fitOversized(
  root: Element,
  sheet: HTMLElement,
  plan: PageLayout,
  boxLabel: string,
): void {
  demotePositioned(root);
  wrapOversized(root, sheet, plan, boxLabel);
  // Repeat because an unbreakable box may contain another one.
  for (let round = 0; round < 3 && overflowsBlock(sheet, plan); round++) {
    if (!demoteTall(root, sheet, plan)) return;
  }
}

/** The scroll box around an element, or null if there is none. */
export function scrollBoxOf(element: Element | null): Element | null {
  return element?.closest(`.${boxClass}`) ?? null;
}

/** Marks mounted text that the author positioned absolutely, except clipped text, which is for screen readers only. */
export function tagAbsolutelyPositioned(elements: readonly Element[]): void {
  for (const element of elements) {
    const { position, clip, clipPath } = getComputedStyle(element);
    const isPlaced = position === 'absolute' && clip === 'auto' && clipPath === 'none';
    if (isPlaced && element.textContent.trim() !== '') element.classList.add(positionedClass);
  }
}

/** Reverts `fitOversized` and forced breaks before a new layout. */
export function undoFitOversized(root: Element): void {
  for (const filler of root.querySelectorAll('.svc-break')) filler.remove();
  for (const button of root.querySelectorAll(`.${enlargeClass}`)) button.remove();
  for (const box of root.querySelectorAll(`.${boxClass}`)) box.replaceWith(...box.childNodes);
  for (const box of root.querySelectorAll(`.${demotedClass}`)) box.classList.remove(demotedClass);
}

/** Demotes absolutely positioned text without a positioned ancestor in the book, because it would overlap other text. */
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
    // The button's space is reserved, but the button stays empty until the media viewer is loaded.
    const button = document.createElement('button');
    button.className = enlargeClass;
    element.replaceWith(box);
    box.append(element, button);
  }
}

function isOversized(element: Element, start: DOMRect, plan: PageLayout): boolean {
  const inner = plan.isVertical ? element.scrollHeight : element.scrollWidth;
  // The content may be wider than the element itself.
  if (element.localName !== 'table' && inner > plan.columnInline + 1) return true;
  // Each rectangle is the part in one column, so a taller one was not broken. In Firefox, an inline formula has
  // the height of its line, so measure its children. WebKit breaks formulas.
  const isFormula = element.localName === 'math';
  const boxes = isFormula ? [element, ...element.children] : [element];
  return boxes.some((box) => {
    const parts = [...box.getClientRects()];
    if (isFormula && parts.length > 1) return true;
    return parts.some((part) => exceeds(part, start, plan));
  });
}

/** Whether a rectangle is larger than its column, or extends beyond it. */
function exceeds(part: DOMRect, start: DOMRect, plan: PageLayout): boolean {
  const { columnInline, columnBlock, gap, isVertical, direction } = plan;
  const [inline, block] = isVertical ? [part.height, part.width] : [part.width, part.height];
  const offset = direction === 'rtl' ? start.right - part.right : part.left - start.left;
  // A rectangle that starts in the gap before a column is slightly outdented.
  const from = (isVertical ? part.top - start.top : offset) % (columnInline + gap);
  const within = from > columnInline ? 0 : from;
  return within + inline > columnInline + 1 || block > columnBlock + 1;
}

function overflowsBlock(sheet: HTMLElement, plan: PageLayout): boolean {
  return plan.isVertical
    ? sheet.scrollWidth > sheet.clientWidth + 1
    : sheet.scrollHeight > sheet.clientHeight + 1;
}

function demoteTall(root: Element, sheet: HTMLElement, plan: PageLayout): boolean {
  const available = plan.columnBlock + 1;
  const tall = [...root.querySelectorAll('*')].filter((element) => {
    if (element.classList.contains(boxClass) || element.closest(`svg, math, .${boxClass}`))
      return false;
    const isTall = [...element.getClientRects()].some(
      ({ width, height }) => (plan.isVertical ? width : height) > available,
    );
    if (!isTall && !overflowsSheet(element, sheet, plan)) return false;
    const { display, overflowX, overflowY } = getComputedStyle(element);
    return unbreakable.test(display) || overflowX !== 'visible' || overflowY !== 'visible';
  });
  const outermost = tall.filter(
    (element) => !tall.some((one) => one !== element && one.contains(element)),
  );
  for (const element of outermost) element.classList.add(demotedClass);
  return outermost.length > 0;
}

function overflowsSheet(element: Element, sheet: HTMLElement, plan: PageLayout): boolean {
  const available = sheet.getBoundingClientRect();
  return [...element.getClientRects()].some((rect) =>
    plan.isVertical
      ? rect.left < available.left - 1 || rect.right > available.right + 1
      : rect.bottom > available.bottom + 1,
  );
}

import type { PageLayout } from '../page-layout.ts';
import { scrollBoxOf } from '../section/scroll-box.ts';
import { settleTables } from '../section/settle-tables.ts';
import { findMisplaced } from './find-misplaced.ts';
import { keepWithNext } from './keep-with-next.ts';
import {
  adoptRepairSheet,
  compact,
  fitted,
  fittedRem,
  fittedSize,
  hyphenated,
  inlineRuby,
  lessIndent,
  longWord,
  moreLeading,
  unhung,
  noFloat,
  noFloatBlock,
  stacked,
} from './repair-styles.ts';
import { boxesAround, repairedClass, type Content, type RepairTarget } from './repair-target.ts';

/** Maximum number of layouts. The last ones reduce the content to plain blocks. */
const maxRounds = 14;
/** Number of boxes around the content that are changed first. */
const nearBoxes = 3;
/** Number of boxes before a box whose negative margins may pull it up. */
const pullingBoxes = 4;
/** A word that may be longer than a line, such as an address. */
const longWordPattern = /\S{20}/;
/** Number of the attempt that only puts long annotations of ruby text into the line. */
const rubyAttempt = -2;
/** Number of the attempt that only breaks long words. */
const wordAttempt = -1;
/**
 * Numbers of the first attempt that removes margins, and of the first that replaces whole layouts
 * with blocks.
 */
const insetAttempt = 2;
const layoutAttempt = 4;
/** A heading is not made smaller than this share of its font size. Longer words are hyphenated. */
const minFontShare = 0.6;

/** Font size in px above which changed text gets that of the text around it. */
const largestFontPx = 200;

/** Boxes with a special layout, which are replaced by plain blocks. */
const layoutDisplay = /^(inline-(block|flex|grid|table)|flex|grid|table|flow-root|table-cell)$/;
const inlineDisplay = /^(inline|contents|none|ruby|list-item)|^ruby/;

/**
 * Makes all text of a section visible, uncovered, in order and wide enough to read, and keeps
 * headings with their text. CSS allows boxes that pages cannot show, such as clipped or displaced
 * boxes, and unbreakable boxes larger than a page. Their constraints are removed step by step,
 * beginning with the boxes around the affected text, until only plain blocks remain.
 *
 * The caller reverts earlier repairs before a new layout, by removing the class `svc-demoted`.
 */
export function repairLayout(target: RepairTarget): void {
  showAll(target);
  keepWithNext(target);
}

function showAll(target: RepairTarget): void {
  const attempts = new Map<Content, number>();
  /** Content that is misplaced even after all constraints were removed. */
  const unrepairable = new Set<Content>();
  /** Boxes whose preceding boxes were searched for negative margins. */
  const pulled = new Set<Element>();
  for (let round = 0; round < maxRounds; round++) {
    const found = findMisplaced(target, unrepairable);
    const { contents, isCovering, indented, narrow, crowded, hanging } = found;
    if (contents.size + indented.size + narrow.size + crowded.size + hanging.size === 0) return;
    adoptRepairSheet(target.root);
    const repairs: Repairs = new Map();
    repairAll([...indented], lessIndent, repairs);
    repairAll([...crowded], moreLeading, repairs);
    repairAll([...hanging], unhung, repairs);
    for (const [box, share] of narrow) widen(box, share, repairs);
    // Covered text is still partly visible, so it justifies removing one layout but not reducing
    // the chapter to plain blocks.
    const lastAttempt = isCovering ? layoutAttempt : maxRounds;
    for (const content of contents) {
      let attempt = attempts.get(content) ?? firstAttempt(content, target);
      while (attempt <= lastAttempt && !relax(content, attempt, target, pulled, repairs))
        attempt += 1;
      attempts.set(content, attempt + 1);
    }
    if (repairs.size === 0) {
      if (isCovering) return;
      for (const content of contents) unrepairable.add(content);
      continue;
    }
    // Each change invalidates the computed styles, so all styles are read before the first change.
    for (const [box, details] of repairs) {
      box.setAttribute('data-repair', details);
      box.classList.add(repairedClass);
    }
    // Remove all boxes briefly, because WebKit would otherwise keep parts of the last layout.
    target.sheet.style.display = 'none';
    target.sheet.getClientRects();
    target.sheet.style.display = '';
    settleTables(target.root, target.sheet, target.pageLayout);
  }
}

function firstAttempt(content: Content, { pageLayout }: RepairTarget): number {
  if (longRubyAround(content, pageLayout)) return rubyAttempt;
  return content instanceof Text && longWordPattern.test(content.data) ? wordAttempt : 0;
}

/** The ruby text around a piece of content if it has an annotation that is longer than a line. */
function longRubyAround(content: Content, pageLayout: PageLayout): Element | null {
  const ruby = content.parentElement?.closest('ruby') ?? null;
  const { isVertical, columnInline } = pageLayout;
  const lines = [...(ruby?.querySelectorAll('rt') ?? [])].flatMap((one) => [
    ...one.getClientRects(),
  ]);
  const isLong = lines.some(({ width, height }) => (isVertical ? height : width) > columnInline);
  return isLong ? ruby : null;
}

/** The elements to change in one round, with the details for the style sheet. */
type Repairs = Map<Element, string>;

/**
 * Removes additional constraints of the boxes around a piece of content with each attempt. Returns
 * whether there were any.
 */
function relax(
  content: Content,
  attempt: number,
  { root, pageLayout }: RepairTarget,
  pulled: Set<Element>,
  repairs: Repairs,
): boolean {
  const chain = boxesAround(content, root);
  if (attempt === rubyAttempt) {
    const ruby = longRubyAround(content, pageLayout);
    return ruby !== null && repairAll([ruby], inlineRuby, repairs);
  }
  if (attempt === wordAttempt) return repairAll(chain.slice(0, 1), longWord, repairs);
  if (attempt < layoutAttempt) {
    const boxes = attempt % 2 === 0 ? chain.slice(0, nearBoxes) : chain;
    if (attempt < insetAttempt) return repairAll(boxes, '', repairs);
    const unseen = boxes.filter((box) => !pulled.has(box));
    for (const box of unseen) pulled.add(box);
    const isPulled = repairAll(
      unseen.flatMap((box) => boxesPulling(box)),
      'inset',
      repairs,
    );
    return repairAll(boxes, 'inset lines', repairs) || isPulled;
  }
  // Replace one more enclosing layout in each attempt, and finally all of them. Skip cells, because
  // a cell outside its table gets an anonymous cell around it.
  const layouts = chain.filter(
    (box) => !box.matches('td, th') && layoutDisplay.test(getComputedStyle(box).display),
  );
  const outermost = layouts[attempt - layoutAttempt] ?? chain.at(-1);
  if (!outermost) return false;
  const isLast = attempt > layoutAttempt + layouts.length;
  const inside = [...outermost.querySelectorAll('*')].filter(
    (box) => !box.closest('svg svg, svg *, math'),
  );
  const detail = isLast ? 'inset lines plain small' : 'inset lines plain';
  return repairAll([outermost, ...inside], detail, repairs, true);
}

/** Returns the boxes with negative margins in the boxes directly before a box, which pull it up. */
function boxesPulling(box: Element): Element[] {
  const before: Element[] = [];
  let at = box.previousElementSibling;
  for (let count = 0; at && count < pullingBoxes; count++) {
    before.push(at, ...at.querySelectorAll('*'));
    at = at.previousElementSibling;
  }
  return before.filter((one) => {
    const { marginBlockStart, marginBlockEnd } = getComputedStyle(one);
    return Number.parseFloat(marginBlockStart) < 0 || Number.parseFloat(marginBlockEnd) < 0;
  });
}

/** Returns whether an element changes in this round. */
function repairAll(
  boxes: readonly Element[],
  detail: string,
  repairs: Repairs,
  isPlain = false,
): boolean {
  for (const box of boxes) {
    if (repairs.has(box) || scrollBoxOf(box) === box) continue;
    const isRepaired = box.classList.contains(repairedClass);
    const before = isRepaired ? (box.getAttribute('data-repair') ?? '') : '';
    const { display, whiteSpace, fontSize, position } = getComputedStyle(box);
    const words = new Set(`${before === longWord ? '' : before} ${detail}`.split(' '));
    if (whiteSpace.startsWith('pre') && words.delete('lines')) words.add('code');
    // A number of a line or paragraph gets a space after it.
    if (position === 'absolute') words.add('placed');
    // Without its transform, text that was scaled down would fill whole pages.
    if (Number.parseFloat(fontSize) > largestFontPx) words.add('small');
    const replaced = displayFor(box, display, isPlain);
    if (replaced && !words.has('block') && !words.has('inline')) words.add(replaced);
    const after = [...words].join(' ').trim();
    if (isRepaired && after === before) continue;
    repairs.set(box, after);
  }
  return boxes.some((box) => repairs.has(box));
}

function widen(box: Element, share: number, repairs: Repairs): void {
  if (repairs.has(box) || box.classList.contains(repairedClass)) return;
  const style = getComputedStyle(box);
  const { display, float, fontSize } = style;
  if (box instanceof HTMLElement && share < 1 && share >= minFontShare) {
    // Letters are not exactly proportional to the font size.
    for (const [property, size] of [
      [fittedSize, fontSize],
      [fittedRem, style.getPropertyValue('--svc-rem')],
    ] as const)
      box.style.setProperty(property, `${0.97 * share * Number.parseFloat(size)}px`);
    repairs.set(box, fitted);
  } else if (/^h[1-6]$/.test(box.localName)) repairs.set(box, hyphenated);
  else if (/flex|grid/.test(display)) repairs.set(box, stacked);
  else if (float === 'none' && display !== 'inline-block') repairs.set(box, compact);
  else repairs.set(box, display.endsWith('block') ? noFloatBlock : noFloat);
}

/** The display value to set; empty to keep it. */
function displayFor(box: Element, display: string, isPlain: boolean): 'block' | 'inline' | '' {
  if (box.matches('img, video, svg, math')) return '';
  if (display.startsWith('inline-')) return hasBlocks(box) ? 'block' : 'inline';
  if (/^(flex|grid)$/.test(display)) return 'block';
  // A box that a style sheet makes a table, which would be as wide as a scroll box's content.
  if (/^table(-cell)?$/.test(display) && !box.matches('table, table *')) return 'block';
  if (isPlain && !inlineDisplay.test(display)) return 'block';
  return '';
}

function hasBlocks(box: Element): boolean {
  return [...box.children].some((child) => {
    const { display } = getComputedStyle(child);
    return !/^(inline|ruby|contents|none)/.test(display) || hasBlocks(child);
  });
}

const blocks = `p, li, dd, dt, div, blockquote, section, article, aside, main, header, footer, ul, ol, dl`;
/** Content with its own typography, which user settings leave unchanged. */
const excluded = 'pre, table, math, svg, ruby, h1, h2, h3, h4, h5, h6';
/**
 * Maximum size of running text, as a multiple of the base size. Larger text is a title or an
 * initial.
 */
const maxTextScale = 1.3;
/**
 * Maximum gap between ordinary paragraphs, in em. A larger gap is meaningful, such as a scene
 * change.
 */
const maxGapEm = 1.2;

const classifiedBlocks = new WeakSet<Element>();
const classifiedGaps = new WeakSet<Element>();

/**
 * Classifies blocks of running text by their computed styles, so that user spacing applies to them
 * but not to titles, verse, centered lines and scene breaks. Each block is classified once, when it
 * is laid out.
 */
export function classifyTextBlocks(root: Element, rem: number): void {
  // Read all styles first, because adding a class invalidates the layout.
  const runs = newBlocks(root, blocks, classifiedBlocks).flatMap((block) => {
    if (block.parentElement?.closest(excluded)) return [];
    const style = getComputedStyle(block);
    if (Number.parseFloat(style.fontSize) > maxTextScale * rem || style.float !== 'none') return [];
    return [{ block, isEvenRun: !isVerse(block, style) && isStartAligned(style) }];
  });
  for (const { block, isEvenRun } of runs) {
    block.classList.add('svc-run');
    if (isEvenRun) block.classList.add('svc-even');
  }
}

/** Marks consecutive paragraphs by the gap between them. Measuring gaps requires a layout. */
export function classifyParagraphGaps(root: Element): void {
  const following = newBlocks(root, 'p.svc-run + p.svc-run', classifiedGaps).filter((block) => {
    const style = getComputedStyle(block);
    const before = block.previousElementSibling;
    if (!before || isVerse(block, style)) return false;
    const gapBefore = Number.parseFloat(getComputedStyle(before).marginBlockEnd);
    const gap = Math.max(Number.parseFloat(style.marginBlockStart), gapBefore);
    return gap <= maxGapEm * Number.parseFloat(style.fontSize);
  });
  for (const block of following) {
    block.classList.add('svc-follows');
    block.previousElementSibling?.classList.add('svc-followed');
  }
}

/** The blocks that have not been classified yet. */
function newBlocks(root: Element, selector: string, seen: WeakSet<Element>): Element[] {
  const found = [...root.querySelectorAll(`:is(${selector}):not(.svc-held, .svc-held *)`)];
  const all = root.matches(selector) ? [root, ...found] : found;
  return all.filter((block) => !seen.has(block) && seen.add(block));
}

/** The compiler marks blocks whose line breaks divide them into short lines. */
function isVerse(block: Element, { whiteSpace }: CSSStyleDeclaration): boolean {
  return block.classList.contains('svc-verse') || /^(pre|break-spaces)/.test(whiteSpace);
}

/** Whether text is aligned to the start or justified. */
function isStartAligned({ textAlign, direction }: CSSStyleDeclaration): boolean {
  const start = direction === 'rtl' ? 'right' : 'left';
  return ['start', 'justify', start, `-webkit-${start}`, `-moz-${start}`].includes(textAlign);
}

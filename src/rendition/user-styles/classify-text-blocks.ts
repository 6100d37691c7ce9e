const blocks = `p, li, dd, dt, div, blockquote, section, article, aside, main, header, footer, ul, ol, dl`;
/** What is set for itself, whatever stands around it. */
const excluded = 'pre, table, math, svg, ruby, h1, h2, h3, h4, h5, h6';
/** Letters larger than this, in multiples of the text’s, are a title or an initial. */
const maxTextScale = 1.3;
/** A gap wider than this, in multiples of the text’s size, means something: another scene begins. */
const maxGapEm = 1.2;

const classifiedBlocks = new WeakSet<Element>();
const classifiedGaps = new WeakSet<Element>();

/**
 * Marks the blocks of running text by what the book’s own rules make of them, so that a person’s spacing
 * reaches them and leaves titles, verse, centred lines and the breaks between scenes as they are. What is
 * held back from the layout is marked when it comes, each block once.
 */
export function classifyTextBlocks(root: Element, rem: number): void {
  // All is read before anything is written: each mark would make the next reading a layout.
  const runs = newBlocks(root, blocks, classifiedBlocks).flatMap((block) => {
    if (block.parentElement?.closest(excluded)) return [];
    const style = getComputedStyle(block);
    if (Number.parseFloat(style.fontSize) > maxTextScale * rem || style.float !== 'none') return [];
    return [{ block, isEvenRun: !isVerse(style) && isStartAligned(style) }];
  });
  for (const { block, isEvenRun } of runs) {
    block.classList.add('svc-run');
    if (isEvenRun) block.classList.add('svc-even');
  }
}

/** Marks the paragraphs that follow one another, by their gaps: these are asked of the layout. */
export function classifyParagraphGaps(root: Element): void {
  const following = newBlocks(root, 'p.svc-run + p.svc-run', classifiedGaps).filter((block) => {
    const style = getComputedStyle(block);
    const before = block.previousElementSibling;
    if (!before || isVerse(style)) return false;
    const gapBefore = Number.parseFloat(getComputedStyle(before).marginBlockEnd);
    const gap = Math.max(Number.parseFloat(style.marginBlockStart), gapBefore);
    return gap <= maxGapEm * Number.parseFloat(style.fontSize);
  });
  for (const block of following) {
    block.classList.add('svc-follows');
    block.previousElementSibling?.classList.add('svc-followed');
  }
}

/** Those that nobody has looked at yet. */
function newBlocks(root: Element, selector: string, seen: WeakSet<Element>): Element[] {
  const found = [...root.querySelectorAll(`:is(${selector}):not(.svc-held, .svc-held *)`)];
  const all = root.matches(selector) ? [root, ...found] : found;
  return all.filter((block) => !seen.has(block) && seen.add(block));
}

function isVerse({ whiteSpace }: CSSStyleDeclaration): boolean {
  return /^(pre|break-spaces)/.test(whiteSpace);
}

/** Neither centred nor set against the other side. */
function isStartAligned({ textAlign, direction }: CSSStyleDeclaration): boolean {
  const start = direction === 'rtl' ? 'right' : 'left';
  return ['start', 'justify', start, `-webkit-${start}`, `-moz-${start}`].includes(textAlign);
}

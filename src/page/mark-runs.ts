const blocks = `p, li, dd, dt, div, blockquote, section, article, aside, main, header, footer, ul, ol, dl`;
/** What is set for itself, whatever stands around it. */
const own = 'pre, table, math, svg, ruby, h1, h2, h3, h4, h5, h6';
/** Letters larger than this, in multiples of the text’s, are a title or an initial. */
const largest = 1.3;
/** A gap wider than this, in multiples of the text’s size, means something: another scene begins. */
const widestGap = 1.2;

const isRun = new WeakSet<Element>();
const isSpaced = new WeakSet<Element>();

/**
 * Marks the blocks of running text by what the book’s own rules make of them, so that a person’s spacing
 * reaches them and leaves titles, verse, centred lines and the breaks between scenes as they are. What is
 * held back from the layout is marked when it comes, each block once.
 */
export function markRuns(root: Element, rem: number): void {
  // All is read before anything is written: each mark would make the next reading a layout.
  const runs = newBlocks(root, blocks, isRun).flatMap((block) => {
    if (block.parentElement?.closest(own)) return [];
    const style = getComputedStyle(block);
    if (Number.parseFloat(style.fontSize) > largest * rem || style.float !== 'none') return [];
    return [{ block, isEvenRun: !isVerse(style) && isEven(style) }];
  });
  for (const { block, isEvenRun } of runs) {
    block.classList.add('svc-run');
    if (isEvenRun) block.classList.add('svc-even');
  }
}

/** Marks the paragraphs that follow one another, by their gaps: these are asked of the layout. */
export function markGaps(root: Element): void {
  const following = newBlocks(root, 'p.svc-run + p.svc-run', isSpaced).filter((block) => {
    const style = getComputedStyle(block);
    const before = block.previousElementSibling;
    if (!before || isVerse(style)) return false;
    const gapBefore = Number.parseFloat(getComputedStyle(before).marginBlockEnd);
    const gap = Math.max(Number.parseFloat(style.marginBlockStart), gapBefore);
    return gap <= widestGap * Number.parseFloat(style.fontSize);
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
function isEven({ textAlign, direction }: CSSStyleDeclaration): boolean {
  const start = direction === 'rtl' ? 'right' : 'left';
  return ['start', 'justify', start, `-webkit-${start}`, `-moz-${start}`].includes(textAlign);
}

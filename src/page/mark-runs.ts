const blocks = `p, li, dd, dt, div, blockquote, section, article, aside, main, header, footer, ul, ol, dl`;
/** What is set for itself, whatever stands around it. */
const own = 'pre, table, math, svg, ruby, h1, h2, h3, h4, h5, h6';
/** Letters larger than this, in multiples of the text’s, are a title or an initial. */
const largest = 1.3;
/** A gap wider than this, in multiples of the text’s size, means something: another scene begins. */
const widestGap = 1.2;

/**
 * Marks the blocks of running text by what the book’s own rules make of them, so that a person’s spacing
 * reaches them and leaves titles, verse, centred lines and the breaks between scenes as they are.
 */
export function markRuns(root: Element, rem: number): void {
  for (const block of [root, ...root.querySelectorAll(blocks)]) {
    if (block.parentElement?.closest(own)) continue;
    const style = getComputedStyle(block);
    const size = Number.parseFloat(style.fontSize);
    if (size > largest * rem || style.float !== 'none') continue;
    block.classList.add('svc-run');
    const isVerse = /^(pre|break-spaces)/.test(style.whiteSpace);
    if (isVerse) continue;
    if (isEven(style)) block.classList.add('svc-even');
    const before = block.previousElementSibling;
    if (block.localName !== 'p' || before?.localName !== 'p') continue;
    const gap = Number.parseFloat(style.marginBlockStart);
    const gapBefore = Number.parseFloat(getComputedStyle(before).marginBlockEnd);
    if (!(Math.max(gap, gapBefore) <= widestGap * size)) continue;
    block.classList.add('svc-follows');
    before.classList.add('svc-followed');
  }
}

/** Neither centred nor set against the other side. */
function isEven({ textAlign, direction }: CSSStyleDeclaration): boolean {
  const start = direction === 'rtl' ? 'right' : 'left';
  return ['start', 'justify', start, `-webkit-${start}`, '-moz-initial'].includes(textAlign);
}

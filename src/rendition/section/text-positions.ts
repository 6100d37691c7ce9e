import { inlineStart, pageAtInline, type PageLayout } from '../page-layout.ts';
import { scrollBoxOf } from './fit-oversized.ts';
import type { TextIndex } from './text-index.ts';

/** A laid-out section: what is needed to find text on its pages. */
export interface LaidOutSection extends LaidOutPages {
  text: TextIndex;
  /** Text offset up to which it is laid out. */
  end: number;
}

/** The pages of a section, and where they are. */
export interface LaidOutPages {
  scroller: HTMLElement;
  pageLayout: PageLayout;
  pages: number;
}

/** The page, from 0, that a rectangle starts on. */
export function pageOfRect(
  rect: DOMRectReadOnly,
  { scroller, pageLayout, pages }: LaidOutPages,
): number {
  const origin = scroller.getBoundingClientRect();
  // The host page may be scaled; offsets are not.
  const scale = origin.width / scroller.offsetWidth || 1;
  const scroll = pageLayout.isVertical ? scroller.scrollTop : scroller.scrollLeft;
  const start = inlineStart(rect, origin, scroll * scale, {
    ...pageLayout,
    gap: pageLayout.gap * scale,
  });
  return Math.min(pages - 1, pageAtInline(start / scale, pageLayout));
}

/** The page that shows a text offset; text that is not rendered counts as what follows it. */
export function pageOfOffset(offset: number, view: LaidOutSection): number {
  const found = renderedFrom(offset, view);
  if (found) return pageOfRect(found.rect, view);
  // Nothing but unrendered text follows: that is the end.
  return offset > 0 ? view.pages - 1 : 0;
}

/**
 * The first text offset that stands on a page or after it, found by bisection: a probe measures
 * one character, so a section of a million needs twenty.
 */
export function firstOffsetOn(page: number, view: LaidOutSection): number {
  if (page <= 0) return 0;
  let low = 0;
  let high = view.end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = renderedFrom(middle, view);
    if (found && pageOfRect(found.rect, view) < page) low = found.offset + 1;
    else high = middle;
  }
  return renderedFrom(low, view)?.offset ?? low;
}

/** The first rendered character at or after an offset, and where it, or the scroll box around it, is. */
export function renderedFrom(
  offset: number,
  { text, end }: Pick<LaidOutSection, 'text' | 'end'>,
): { offset: number; rect: DOMRect } | null {
  const range = document.createRange();
  for (const { node, start } of text.from(offset)) {
    if (start >= end) return null;
    let at = Math.max(0, offset - start);
    if (at >= node.length) continue;
    range.setStart(node, at);
    range.setEnd(node, node.length);
    if (range.getClientRects().length === 0) continue;
    for (; at < node.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      for (const rect of range.getClientRects()) {
        if (rect.width === 0 || rect.height === 0) continue;
        // Inside it text reaches over columns that are not its own.
        const box = scrollBoxOf(node.parentElement);
        return { offset: start + at, rect: box?.getBoundingClientRect() ?? rect };
      }
    }
  }
  return null;
}

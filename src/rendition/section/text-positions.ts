import { inlineStart, pageAtInline, type PageLayout } from '../page-layout.ts';
import { scrollBoxOf } from './scroll-box.ts';
import type { TextIndex } from './text-index.ts';

/** A laid-out section, used to locate text on its pages. */
export interface LaidOutSection extends LaidOutPages {
  text: TextIndex;
  /** Text offset up to which the section is laid out. */
  end: number;
}

/** The pages of a section. */
export interface LaidOutPages {
  scroller: HTMLElement;
  pageLayout: PageLayout;
  pages: number;
}

/** Page (from 0) on which a rectangle starts. */
export function pageOfRect(
  rect: DOMRectReadOnly,
  { scroller, pageLayout, pages }: LaidOutPages,
): number {
  const origin = scroller.getBoundingClientRect();
  // The host page may scale the reader, but scroll offsets are unscaled.
  const scale = origin.width / scroller.offsetWidth || 1;
  const scroll = pageLayout.isVertical ? scroller.scrollTop : scroller.scrollLeft;
  const start = inlineStart(rect, origin, scroll * scale, {
    ...pageLayout,
    gap: pageLayout.gap * scale,
  });
  return Math.min(pages - 1, pageAtInline(start / scale, pageLayout));
}

/** Page of a text offset or, if its text is not rendered, of the text after it. */
export function pageOfOffset(offset: number, view: LaidOutSection): number {
  const found = renderedFrom(offset, view);
  if (found) return pageOfRect(found.rect, view);
  // No rendered text follows, so return the last page.
  return offset > 0 ? view.pages - 1 : 0;
}

/**
 * First text offset on or after a page. A binary search measures one character per step, so a
 * section with a million characters takes twenty steps.
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

/**
 * First rendered character at or after an offset, with its rectangle (`line`), or that of its
 * scroll box (`rect`).
 */
export function renderedFrom(
  offset: number,
  { text, end }: Pick<LaidOutSection, 'text' | 'end'>,
): { offset: number; rect: DOMRect; line: DOMRect } | null {
  const range = document.createRange();
  for (const { node, start, from, to } of text.from(offset)) {
    if (start >= end) return null;
    let isShown = false;
    for (let at = from + Math.max(0, offset - start); at < to; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      for (const line of range.getClientRects()) {
        if (line.width === 0 || line.height === 0) continue;
        // Text inside a scroll box can extend over other columns.
        const box = scrollBoxOf(node.parentElement);
        return { offset: start + at - from, rect: box?.getBoundingClientRect() ?? line, line };
      }
      // Skip text without boxes as a whole. Most characters have one, so they are measured first.
      range.setEnd(node, node.length);
      isShown ||= range.getClientRects().length > 0;
      if (!isShown) break;
    }
  }
  return null;
}

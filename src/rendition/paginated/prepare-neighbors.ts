import { whenIdle } from '../scheduling.ts';
import { hidesLastText } from './hides-last-text.ts';
import type { SectionViews } from '../section-views.ts';
import type { SectionView } from '../section/section-view.ts';

/** The members of the rendition that the preparation uses. */
export interface Neighborhood {
  current: SectionView;
  views: SectionViews;
  /** Whether the section is still on screen in the same layout. */
  isCurrent: () => boolean;
  /** Index of the section after or before the visible ones, or null if there is none. */
  indexOf: (step: 1 | -1) => number | null;
  /** The sections shown together with the given one. */
  sectionsWith: (index: number) => readonly number[];
  layOut: (view: SectionView) => void;
  /** Reports the current page again. */
  report: () => void;
}

/**
 * Mounts and lays out the neighboring sections so that turning to them is as fast as turning a
 * page.
 */
export async function prepareNeighbors(neighborhood: Neighborhood): Promise<void> {
  const { current, views, isCurrent, indexOf, sectionsWith, layOut, report } = neighborhood;
  if (!isCurrent()) return;
  const wasPartlyLaidOut = current.isPartlyLaidOut;
  // A failure is reported when the reader turns to the missing part.
  if (current.isIncomplete) await views.mount(current.section.index).catch(() => null);
  if (!(await layOutRest(current, isCurrent)) || current.isIncomplete) return;
  // The exact number of pages is known only now.
  if (wasPartlyLaidOut) report();
  const next = indexOf(1);
  const previous = indexOf(-1);
  const nearby = [current.section.index, next, previous].filter((one) => one !== null);
  views.unmountExcept(new Set(nearby.flatMap((one) => sectionsWith(one))));
  for (const index of [next, previous]) {
    if (index === null) continue;
    const view = await views.mount(index).catch(() => null);
    if (!view) continue;
    await new Promise<void>((resolve) => whenIdle(resolve));
    if (!isCurrent()) return;
    layOut(view);
    await new Promise<void>((resolve) => whenIdle(resolve));
    if (!isCurrent()) return;
    if (index === previous && !(await layOutRest(view, isCurrent))) return;
    view.goTo(index === next ? 0 : Infinity);
    view.firstOffsetOn(view.page + 1);
    view.mediaOn(view.page);
  }
  // Browsers may lay out a section again after its first frame.
  if (isCurrent() && measureNeighbors(current)) report();
}

/**
 * Lays out the rest of a long section in slices during idle time. Resolves to false if canceled.
 */
async function layOutRest(view: SectionView, isCurrent: () => boolean): Promise<boolean> {
  while (view.tail.hasDeferred && isCurrent()) {
    view.layOutMore();
    await new Promise<void>((resolve) => whenIdle(resolve));
  }
  return isCurrent();
}

/**
 * Caches the first offsets of the pages beside the current one. If the last text is not on any
 * page, counts the pages again, and returns whether there are others.
 */
export function measureNeighbors(view: SectionView): boolean {
  for (const page of [view.page + 1, view.page - 1]) {
    if (page < 0 || page >= view.pages) continue;
    view.firstOffsetOn(page + 1);
    view.mediaOn(page);
  }
  const { pages } = view;
  if (hidesLastText(view)) view.countPages();
  return view.pages !== pages;
}

import type { Mark } from '../marks/mark.ts';
import type { MarksState } from '../marks/marks-state.ts';
import type { PageView } from '../reader/state.ts';

/** The bookmarks on a page. */
export function bookmarksOn(view: PageView, { list, lost }: MarksState): Mark[] {
  const end = Math.max(view.end, view.start + 1);
  return list.filter(
    ({ id, kind, section, start }) =>
      kind === 'bookmark' &&
      section === view.section &&
      start >= view.start &&
      start < end &&
      !lost.has(id),
  );
}

import type { Annotation } from '../../annotations/annotation.ts';
import type { AnnotationsState } from '../../annotations/annotations-state.ts';
import type { PageView } from '../../state/reader-state.ts';

/** Returns the bookmarks on the visible page. */
export function bookmarksOn(view: PageView, { list, orphaned }: AnnotationsState): Annotation[] {
  const end = Math.max(view.end, view.start + 1);
  return list.filter(
    ({ id, kind, section, start }) =>
      kind === 'bookmark' &&
      section === view.section &&
      start >= view.start &&
      start < end &&
      !orphaned.has(id),
  );
}

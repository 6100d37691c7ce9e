import type { Annotation } from '../../annotations/annotation.ts';
import type { AnnotationsState } from '../../annotations/annotations-state.ts';
import type { Rendition } from '../../rendition/rendition.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import type { PageView } from '../../state/reader-state.ts';

/** Tolerated error of a stored share, in pages. */
const slack = 0.01;

/**
 * Returns the bookmarks on the visible page.
 *
 * @param section - The page's section if it is divided into pages, or null.
 */
export function bookmarksOn(
  view: PageView,
  { list, orphaned }: AnnotationsState,
  section: SectionView | null,
): Annotation[] {
  const end = Math.max(view.end, view.start + 1);
  const isOnPage = ({ start, share }: Annotation) => {
    if (start < view.start || start >= end) return false;
    if (share === undefined || !section || start > view.start) return true;
    // Pages without text have the same offset. In another layout, the share is a different page.
    const page = Math.floor(share * view.pages + slack);
    return page === view.page || section.firstOffsetOn(page) !== start;
  };
  return list.filter(
    (one) =>
      one.kind === 'bookmark' &&
      one.section === view.section &&
      isOnPage(one) &&
      !orphaned.has(one.id),
  );
}

/** The visible page's section if it is divided into pages, or null. */
export function pagedSection(rendition: Rendition | null, { section }: PageView) {
  const current = rendition?.mode === 'pages' ? rendition.current : null;
  return current?.section.index === section ? current : null;
}

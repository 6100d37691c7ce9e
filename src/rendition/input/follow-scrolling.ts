import { pageAtScroll, scrollOfPage } from '../page-layout.ts';
import type { PaginatedRendition } from '../paginated/paginated-rendition.ts';
import type { SectionView } from '../section/section-view.ts';

/**
 * Follows scrolling that is not caused by page turns, such as find in page, a screen reader or
 * focus.
 */
export function followScrolling(
  view: SectionView,
  paginated: () => PaginatedRendition | null,
): void {
  const follow = (page: number) => {
    const rendition = paginated();
    // Second views of a section follow the first.
    if (rendition?.views.get(view.section.index) === view) rendition.followTo(view, page);
  };
  const root = view.host.shadowRoot;
  root?.addEventListener(
    'scroll',
    () => {
      const { pageLayout, scrollOffset } = view;
      if (!pageLayout || pageLayout.pageInline === 0 || view.isDragged || !view.isShown) return;
      if (Math.abs(scrollOffset - scrollOfPage(view.page, pageLayout)) <= 1) return;
      follow(Math.min(view.pages - 1, pageAtScroll(scrollOffset, pageLayout)));
    },
    { capture: true },
  );
  // The browser scrolls a focused link only partly into view, so the link may be on the next page.
  root?.addEventListener('focusin', ({ target }) => {
    const page = target instanceof Element ? view.pageOfElement(target) : view.page;
    if (page !== view.page) follow(page);
  });
}

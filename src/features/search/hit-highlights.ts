import { highlightRanges, clearHighlights } from '../../rendition/highlights/highlight-ranges.ts';
import type { SvcPage } from '../../rendition/svc-page.ts';
import { rangeOf } from '../../rendition/section/text-range.ts';
import { updateSearch } from '../../state/book-search.ts';
import type { ReaderState, OpenBook } from '../../state/reader-state.ts';
import type { ReaderStore } from '../../state/store.ts';
import type { SearchHit } from '../../../server/reading-sessions/contract.ts';
import { indexed } from '../../state/indexed.ts';

/** Highlights hits on the visible pages while a search is shown, until the signal is aborted. */
export function startHitHighlights(page: SvcPage, store: ReaderStore, signal: AbortSignal): void {
  const owner = {};
  const show = () => {
    const { search } = store.state;
    const isShown = areHitsShown(store.state);
    const hits = isShown && search ? hitRanges(page, store.state) : { all: [], current: [] };
    highlightRanges(owner, 'hit', hits.all);
    highlightRanges(owner, 'hit-current', hits.current);
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.search === before.search && areHitsShown(state) === areHitsShown(before)) return;
    show();
    loadMoreIfNeeded();
  });
  page.addEventListener('svc-page-mount', () => (show(), loadMoreIfNeeded()), { signal });
  signal.addEventListener('abort', () => {
    unsubscribe();
    clearHighlights(owner);
  });
  show();

  /**
   * Loads more hits until they include those in the mounted sections. Hits arrive in reading order.
   */
  function loadMoreIfNeeded(): void {
    const { search } = store.state;
    if (!search || search.cursor === null || search.resultsQuery !== search.query) return;
    if (!areHitsShown(store.state) || search.requestedHits > search.hits.length) return;
    const last = Math.max(-1, ...(page.rendition?.views.mounted.keys() ?? []));
    if ((search.hits.at(-1)?.section ?? Infinity) > last) return;
    store.dispatch({ type: 'search', search: updateSearch(search, { type: 'more' }) });
  }
}

function areHitsShown({ search, panel }: ReaderState): boolean {
  return search !== null && (panel === 'search' || search.current !== null);
}

function hitRanges(page: SvcPage, { search, book }: ReaderState) {
  const all: Range[] = [];
  const current: Range[] = [];
  const order = book?.order ?? [];
  const views = page.rendition?.views.mounted;
  for (const [index, hit] of indexed(search?.hits ?? [])) {
    const target = locateHit(hit, order);
    const view = target && views?.get(target.section);
    const range = view && rangeOf(view.text, target.start, target.end);
    if (range) (index === search?.current?.index ? current : all).push(range);
  }
  return { all, current };
}

/** A text range in the open book's reading order. */
interface HitRange {
  section: number;
  start: number;
  end: number;
}

/** Returns the position of a hit, or null if its chapter is not in the open book. */
export function locateHit(
  { section, chapter, start, end }: SearchHit,
  order: OpenBook['order'],
): HitRange | null {
  const at = chapter ? order.findIndex((item) => item.chapter?.id === chapter) : section;
  return order[at] ? { section: at, start, end } : null;
}

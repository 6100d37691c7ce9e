import { paint, unpaint } from '../page/paint.ts';
import type { SvcPage } from '../page/svc-page.ts';
import { rangeOf } from '../page/text-range.ts';
import { updateSearch } from '../reader/search.ts';
import type { ReaderState } from '../reader/state.ts';
import type { ReaderStore } from '../reader/store.ts';
import { placeOfHit } from './place-of-hit.ts';

/** Paints the hits on the pages while somebody looks at them; until the signal is raised. */
export function paintHits(page: SvcPage, store: ReaderStore, signal: AbortSignal): void {
  const owner = {};
  const show = () => {
    const { search } = store.state;
    const wants = isShown(store.state);
    const hits = wants && search ? rangesIn(page, store.state) : { all: [], current: [] };
    paint(owner, 'hit', hits.all);
    paint(owner, 'hit-current', hits.current);
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.search === before.search && isShown(state) === isShown(before)) return;
    show();
    wantThose();
  });
  page.addEventListener('svc-page-mount', () => (show(), wantThose()), { signal });
  signal.addEventListener('abort', () => {
    unsubscribe();
    unpaint(owner);
  });
  show();

  /** Hits come in the book’s order: those of a page far on are wanted with all before them. */
  function wantThose(): void {
    const { search } = store.state;
    if (!search || search.cursor === null || search.answered !== search.query) return;
    if (!isShown(store.state) || search.wanted > search.hits.length) return;
    const last = Math.max(-1, ...(page.pages?.views.mounted.keys() ?? []));
    if ((search.hits.at(-1)?.section ?? Infinity) > last) return;
    store.dispatch({ type: 'search', search: updateSearch(search, { type: 'more' }) });
  }
}

function isShown({ search, panel }: ReaderState): boolean {
  return search !== null && (panel === 'search' || search.current !== null);
}

function rangesIn(page: SvcPage, { search, book }: ReaderState) {
  const all: Range[] = [];
  const current: Range[] = [];
  const order = book?.order ?? [];
  const views = page.pages?.views.mounted;
  for (const [index, hit] of (search?.hits ?? []).entries()) {
    const place = placeOfHit(hit, order);
    const view = place && views?.get(place.section);
    const range = view && rangeOf(view.text, place.start, place.end);
    if (range) (index === search?.current?.index ? current : all).push(range);
  }
  return { all, current };
}

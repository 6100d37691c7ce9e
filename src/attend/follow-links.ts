import { fragmentOf } from '../reader/fragment.ts';
import { landingOf } from '../reader/landing.ts';
import { startInFragment } from '../reader/locator.ts';
import type { Place } from '../reader/progress.ts';
import { licensedOrder } from '../reader/reading-order.ts';
import type { Follow } from './features.ts';

/** Browsers refuse more than a hundred changes of the address in half a minute. */
const restMs = 500;

/** The book that each reader has last put into the address. */
const linked = new WeakMap<EventTarget, string>();

/** Keeps the address of the page at the place in the book, and goes where the address leads. */
export const followLinks: Follow = (reader, { page, store }, signal) => {
  const name = reader.book;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The address has changed by itself: the jump that it leads to is no new one. */
  let isLed = false;
  const left = linked.get(reader);
  linked.set(reader, name);
  store.dispatch({ type: 'linked' });
  write('replaceState', store.state.place);

  reader.addEventListener(
    'svc-jump',
    ({ from, to }) => {
      if (isLed) return;
      clearTimeout(timer);
      write('replaceState', from);
      write('pushState', to);
    },
    { signal },
  );
  page.addEventListener(
    'svc-page-move',
    ({ place }) => {
      if (!place) return;
      isLed = false;
      if (store.state.line?.kind === 'link') store.dispatch({ type: 'line', line: null });
      clearTimeout(timer);
      timer = setTimeout(settle, restMs);
    },
    { signal },
  );
  reader.addEventListener('svc-copy-link-request', () => void copy(), { signal });
  addEventListener('popstate', follow, { signal });
  addEventListener('pagehide', settle, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));

  function settle(): void {
    clearTimeout(timer);
    write('replaceState', store.state.place);
  }

  function addressOf(place: Place): string {
    const chapter = store.state.book?.order[place.section]?.chapter?.id;
    const address = new URL(location.href);
    address.hash = fragmentOf(location.hash, name, { ...place, chapter }, left);
    return address.href;
  }

  function write(how: 'replaceState' | 'pushState', place: Place): void {
    const address = addressOf(place);
    if (!reader.deepLinks || address === location.href) return;
    try {
      history[how](history.state, '', address);
    } catch {
      // A page without an address of its own, such as one of `srcdoc`, has none to keep.
    }
  }

  function follow(): void {
    const start = startInFragment(location.hash, name);
    const { book, place } = store.state;
    if (!start || !book || !reader.deepLinks) return;
    const named = book.order.findIndex(({ chapter }) => chapter && chapter.id === start.chapter);
    const section = start.chapter ? named : start.section;
    if (section < 0 || (place.section === section && place.offset === start.offset)) return;
    // What leads nowhere, or beyond the sample, moves no page: the next move is not its own.
    isLed = licensedOrder(book)[section] !== undefined;
    page.pages?.enter(section, landingOf(start));
  }

  async function copy(): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(addressOf(store.state.place)).then(
      () => true,
      () => false,
    );
    if (!signal.aborted) store.dispatch({ type: 'line', line: { kind: 'link', isCopied } });
  }
};

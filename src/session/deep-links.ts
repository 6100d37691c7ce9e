import { withDeepLink } from '../state/deep-link-fragment.ts';
import { landingAt } from '../state/landing.ts';
import { parseStartFragment } from '../state/locator.ts';
import type { TextPosition } from '../state/progress.ts';
import { licensedReadingOrder } from '../state/reading-order.ts';
import type { StartFeature } from '../features/feature.ts';

/** Browsers refuse more than a hundred changes of the address in half a minute. */
const minWriteIntervalMs = 500;

/** The book that each reader has last put into the address. */
const lastLinkedBook = new WeakMap<EventTarget, string>();

/** Keeps the address of the page at the place in the book, and goes where the address leads. */
export const startDeepLinks: StartFeature = (reader, { page, store }, signal) => {
  const name = reader.book;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The address has changed by itself: the jump that it leads to is no new one. */
  let isLed = false;
  const left = lastLinkedBook.get(reader);
  lastLinkedBook.set(reader, name);
  store.dispatch({ type: 'linked' });
  write('replaceState', store.state.position);

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
      if (store.state.prompt?.kind === 'link') store.dispatch({ type: 'line', prompt: null });
      clearTimeout(timer);
      timer = setTimeout(settle, minWriteIntervalMs);
    },
    { signal },
  );
  reader.addEventListener('svc-copy-link-request', () => void copy(), { signal });
  addEventListener('popstate', follow, { signal });
  addEventListener('pagehide', settle, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));

  function settle(): void {
    clearTimeout(timer);
    write('replaceState', store.state.position);
  }

  function addressOf(place: TextPosition): string {
    const chapter = store.state.book?.order[place.section]?.chapter?.id;
    const address = new URL(location.href);
    address.hash = withDeepLink(location.hash, name, { ...place, chapter }, left);
    return address.href;
  }

  function write(how: 'replaceState' | 'pushState', place: TextPosition): void {
    const address = addressOf(place);
    if (!reader.deepLinks || address === location.href) return;
    try {
      history[how](history.state, '', address);
    } catch {
      // A page without an address of its own, such as one of `srcdoc`, has none to keep.
    }
  }

  function follow(): void {
    const start = parseStartFragment(location.hash, name);
    const { book, position } = store.state;
    if (!start || !book || !reader.deepLinks) return;
    const named = book.order.findIndex(({ chapter }) => chapter && chapter.id === start.chapter);
    const section = start.chapter ? named : start.section;
    if (section < 0 || (position.section === section && position.offset === start.offset)) return;
    // What leads nowhere, or beyond the sample, moves no page: the next move is not its own.
    isLed = licensedReadingOrder(book)[section] !== undefined;
    page.rendition?.goToSection(section, landingAt(start));
  }

  async function copy(): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(addressOf(store.state.position)).then(
      () => true,
      () => false,
    );
    if (!signal.aborted) store.dispatch({ type: 'line', prompt: { kind: 'link', isCopied } });
  }
};

import { withDeepLink } from '../state/deep-link-fragment.ts';
import { landingAt } from '../state/landing.ts';
import { parseStartFragment } from '../state/locator.ts';
import type { TextPosition } from '../state/progress.ts';
import { licensedReadingOrder } from '../state/reading-order.ts';
import type { StartFeature } from '../features/feature.ts';

/** Browsers limit history changes to about 100 in 30 seconds. */
const minWriteIntervalMs = 500;

/** The book for which each reader last updated the URL. */
const lastLinkedBook = new WeakMap<EventTarget, string>();

/** Keeps the page URL at the reading position and follows URL changes. */
export const startDeepLinks: StartFeature = (reader, { page, store }, signal) => {
  const name = reader.book;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Whether a URL change caused the jump in progress. Such a jump must not create a history entry.
   */
  let isFollowing = false;
  const previousBook = lastLinkedBook.get(reader);
  lastLinkedBook.set(reader, name);
  store.dispatch({ type: 'isDeepLinked', isDeepLinked: true });
  write('replaceState', store.state.position);

  reader.addEventListener(
    'svc-jump',
    ({ from, to }) => {
      if (isFollowing) return;
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
      isFollowing = false;
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

  function addressOf(position: TextPosition): string {
    const chapter = store.state.book?.order[position.section]?.chapter?.id;
    const address = new URL(location.href);
    address.hash = withDeepLink(location.hash, name, { ...position, chapter }, previousBook);
    return address.href;
  }

  function write(method: 'replaceState' | 'pushState', position: TextPosition): void {
    const address = addressOf(position);
    if (!reader.deepLinks || address === location.href) return;
    try {
      history[method](history.state, '', address);
    } catch {
      // A page without its own URL, such as an `srcdoc` frame, cannot change it.
    }
  }

  function follow(): void {
    const start = parseStartFragment(location.hash, name);
    const { book, position } = store.state;
    if (!start || !book || !reader.deepLinks) return;
    const named = book.order.findIndex(({ chapter }) => chapter && chapter.id === start.chapter);
    const section = start.chapter ? named : start.section;
    if (section < 0 || (position.section === section && position.offset === start.offset)) return;
    // Targets that are missing or outside the sample cause no move, so do not expect one.
    isFollowing = licensedReadingOrder(book)[section] !== undefined;
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

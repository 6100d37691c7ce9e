import type { Embed } from '../../server/reading-sessions/contract.ts';
import { createReaderStorage } from '../state/reader-storage.ts';
import { frameHeight } from '../../shared/frame-height.ts';
import { isFrameHello, type FrameSize } from './frame-protocol.ts';
import { promptForConsent } from './consent-prompt.ts';
import { openLinksOfSandbox, reportHeightToWordPress } from './sandboxed-frame.ts';

/** The members of the element that are used here before it is defined. */
type ServedReader = HTMLElement & {
  book?: string;
  embed?: Embed;
  goTo?: (position: { section: number; offset: number }) => void;
};

/** The parts of an embed that differ between visits. */
type PageVisit = Pick<Embed, 'session' | 'traceId' | 'purchase' | 'affiliate'>;

/** The embed in the page. It contains no visit data if the page is cached for all readers. */
type PageData =
  | Embed
  | (Omit<Embed, 'session' | 'traceId' | 'affiliate'> & {
      session: Omit<Embed['session'], 'token' | 'expiresAt'>;
    });

/** Pauses in ms between attempts to open a session. */
const minRetryDelayMs = 2000;
const maxRetryDelayMs = 60_000;

/**
 * Age in ms after which a page reloads to get a new session. Sessions can be refreshed for one day.
 */
const maxPageAgeMs = 60 * 60 * 1000;

/**
 * Passes the embed data in a served page to the element, and loads the component once the text is
 * on screen.
 */
async function startReader(reader: ServedReader): Promise<void> {
  const block = reader.querySelector(':scope > script[type="application/json"]');
  const page: PageData = JSON.parse(block?.textContent ?? 'null');
  promptForConsent(reader, page.book.id);
  const text = new Promise<void>((resolve) => afterFirstText(resolve));
  const embed = await withVisit(page);
  reader.embed = embed;
  // A requested section takes precedence over the saved position.
  const saved = reader.hasAttribute('start') ? null : savedPosition(reader, embed.book.id);
  reader.addEventListener(
    'svc-open',
    () => saved && saved.section !== embed.first.index && reader.goTo?.(saved),
    { once: true },
  );
  reader.addEventListener('svc-error', ({ code }) => {
    if (code === 'key_missing' && performance.now() > maxPageAgeMs) location.reload();
  });
  const component = new URL('svc-reader.js', import.meta.url).href;
  await text;
  await import(/* @vite-ignore */ component);
}

/**
 * Opens a reading session if the page contains none because it is cached for all readers. The text
 * is readable until then and if the request fails.
 */
async function withVisit(page: PageData): Promise<Embed> {
  if (hasVisit(page)) return page;
  for (let delayMs = minRetryDelayMs; ; delayMs = Math.min(2 * delayMs, maxRetryDelayMs)) {
    // The page's own URL, without the fragment.
    const response = await fetch(location.href, { method: 'POST' }).catch(() => null);
    if (response?.ok) {
      const visit: PageVisit = await response.json();
      if (visit.session.content === page.session.content) return { ...page, ...visit };
      // The book has a new version since the page was cached. A reload requests the current page.
      if (!isReloaded()) location.reload();
    } else if (response && !isTemporary(response.status)) {
      throw new Error(`Opening a reading session failed with status ${response.status}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

function hasVisit(page: PageData): page is Embed {
  return 'token' in page.session;
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

function isTemporary(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Timeout in ms for background pages, which are not painted. */
const paintTimeoutMs = 1000;

/** Calls back once the text is on screen so that the script does not delay it. */
function afterFirstText(callback: () => void): void {
  let isDue = true;
  const call = () => {
    if (isDue) callback();
    isDue = false;
    observer.disconnect();
  };
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) call();
  });
  observer.observe({ type: 'paint', buffered: true });
  setTimeout(call, paintTimeoutMs);
}

function savedPosition(reader: ServedReader, book: string) {
  const mayStore = reader.getAttribute('consent') !== 'required';
  return createReaderStorage(() => (mayStore ? localStorage : null)).position(book);
}

reportFrameHeight();
reportHeightToWordPress(requestedHeight);
openLinksOfSandbox();
const reader = document.querySelector<ServedReader>('svc-reader');
if (reader) void startReader(reader);

/** Reports the preferred height to the page that contains the frame if its origin is allowed. */
function reportFrameHeight(): void {
  if (parent === window) return;
  const allowed = document.querySelector('meta[name="svc-ancestors"]')?.getAttribute('content');
  const origins = allowed?.split(' ') ?? [];
  let hostOrigin = '';
  let reportedHeight = 0;

  const report = (): void => {
    const height = requestedHeight();
    if (!hostOrigin || height === reportedHeight) return;
    reportedHeight = height;
    parent.postMessage({ type: 'svc-frame:size', height } satisfies FrameSize, hostOrigin);
  };

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !isFrameHello(data)) return;
    // A reply to an opaque origin would need the target `*`, which any page could receive.
    if (origin === 'null' || !(origins.includes(origin) || origins.includes('*'))) return;
    hostOrigin = origin;
    reportedHeight = 0;
    report();
  });
  new ResizeObserver(report).observe(document.documentElement);
}

function requestedHeight(): number {
  const message = document.querySelector('main.message');
  return message ? message.scrollHeight : frameHeight(document.documentElement.clientWidth);
}

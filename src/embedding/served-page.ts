import type { Embed } from '../../server/reading-sessions/contract.ts';
import { createReaderStorage } from '../state/reader-storage.ts';
import { frameHeight } from '../../shared/frame-height.ts';
import { isFrameHello, type FrameSize } from './frame-protocol.ts';

/** What the page needs of the element, which is not defined yet. */
type ServedReader = HTMLElement & {
  book?: string;
  embed?: Embed;
  goTo?: (place: { section: number; offset: number }) => void;
};

/** A session can be refreshed for a day; a page that old is asked for anew. */
const maxPageAgeMs = 60 * 60 * 1000;

/**
 * The script of a served page: hands the element the embed that stands in it, and loads the component
 * once the text is on screen.
 */
function startReader(reader: ServedReader): void {
  const block = reader.querySelector(':scope > script[type="application/json"]');
  const embed: Embed = JSON.parse(block?.textContent ?? 'null');
  reader.embed = embed;
  // A section that was asked for goes before the place where the person was.
  const place = reader.hasAttribute('start') ? null : savedPosition(reader, embed.book.id);
  reader.addEventListener(
    'svc-open',
    () => place && place.section !== embed.first.index && reader.goTo?.(place),
    { once: true },
  );
  reader.addEventListener('svc-error', ({ code }) => {
    if (code === 'key_missing' && performance.now() > maxPageAgeMs) location.reload();
  });
  const component = new URL('svc-reader.js', import.meta.url).href;
  afterFirstText(() => void import(/* @vite-ignore */ component));
}

/** A page that nobody sees paints nothing: then this is long enough. */
const paintTimeoutMs = 1000;

/** Calls back once the text is on screen: what runs before that delays it. */
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
  const mayKeep = reader.getAttribute('consent') !== 'required';
  return createReaderStorage(() => (mayKeep ? localStorage : null)).position(book);
}

reportFrameHeight();
const reader = document.querySelector<ServedReader>('svc-reader');
if (reader) startReader(reader);

/** The side of the served page: tells the page around it, and nobody else, how high it wants to be. */
function reportFrameHeight(): void {
  if (parent === window) return;
  const allowed = document.querySelector('meta[name="svc-ancestors"]')?.getAttribute('content');
  const origins = allowed?.split(' ') ?? [];
  let heard = '';
  let told = 0;

  const tell = (): void => {
    const height = requestedHeight();
    if (!heard || height === told) return;
    told = height;
    parent.postMessage({ type: 'svc-frame:size', height } satisfies FrameSize, heard);
  };

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !isFrameHello(data)) return;
    // An origin of its own that has no name can be answered by shouting alone.
    if (origin === 'null' || !(origins.includes(origin) || origins.includes('*'))) return;
    heard = origin;
    told = 0;
    tell();
  });
  new ResizeObserver(tell).observe(document.documentElement);
}

function requestedHeight(): number {
  const message = document.querySelector('main.message');
  return message ? message.scrollHeight : frameHeight(document.documentElement.clientWidth);
}

import type { Embed } from '../../server/reader/contract.ts';
import { answerFrame } from '../frame/answer-frame.ts';
import { createMemory } from '../reader/memory.ts';

/** What the page needs of the element, which is not defined yet. */
type Reader = HTMLElement & {
  book?: string;
  embed?: Embed;
  goTo?: (place: { section: number; offset: number }) => void;
};

/** A session can be refreshed for a day; a page that old is asked for anew. */
const oldMs = 60 * 60 * 1000;

/**
 * The script of a served page: hands the element the embed that stands in it, and loads the component
 * once the text is on screen.
 */
function serve(reader: Reader): void {
  const block = reader.querySelector(':scope > script[type="application/json"]');
  const embed: Embed = JSON.parse(block?.textContent ?? 'null');
  reader.embed = embed;
  // A section that was asked for goes before the place where the person was.
  const place = reader.hasAttribute('start') ? null : rememberedPlace(reader, embed.book.id);
  reader.addEventListener(
    'svc-open',
    () => place && place.section !== embed.first.index && reader.goTo?.(place),
    { once: true },
  );
  reader.addEventListener('svc-error', ({ code }) => {
    if (code === 'key_missing' && performance.now() > oldMs) location.reload();
  });
  const component = new URL('svc-reader.js', import.meta.url).href;
  afterFirstText(() => void import(/* @vite-ignore */ component));
}

/** A page that nobody sees paints nothing: then this is long enough. */
const unseenMs = 1000;

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
  setTimeout(call, unseenMs);
}

function rememberedPlace(reader: Reader, book: string) {
  const mayKeep = reader.getAttribute('consent') !== 'required';
  return createMemory(() => (mayKeep ? localStorage : null)).place(book);
}

answerFrame();
const reader = document.querySelector<Reader>('svc-reader');
if (reader) serve(reader);

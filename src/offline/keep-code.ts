import { fewAtOnce } from './few-at-once.ts';

/** Each file of the reader that is loaded on first use: without a network it is too late by then. */
const files: readonly (() => Promise<unknown>)[] = [
  () => import('../controls/panels/contents.ts'),
  () => import('../controls/panels/settings.ts'),
  () => import('../controls/panels/search.ts'),
  () => import('../controls/panels/marks.ts'),
  () => import('../controls/panels/menu.ts'),
  () => import('../controls/panels/pages.ts'),
  () => import('../controls/panels/about.ts'),
  () => import('../controls/panels/help.ts'),
  () => import('../controls/panels/offline.ts'),
  () => import('../controls/bars/hits.ts'),
  () => import('../controls/bars/listen.ts'),
  () => import('../controls/render-way-line.ts'),
  () => import('../notes/open-note.ts'),
  () => import('../zoom/show-large.ts'),
  () => import('../outside/show-leave.ts'),
  () => import('../search/follow-search.ts'),
  () => import('../page/scroll/roll.ts'),
  () => import('../page/dress.ts'),
  () => import('../page/fonts.ts'),
  () => import('../page/forced-breaks.ts'),
  () => import('../page/foreign-list.ts'),
  () => import('../page/paint-boxes.ts'),
  () => import('../page/take-rest.ts'),
  () => import('../reader/landing.ts'),
  () => import('../reader/cfi.ts'),
  () => import('../attend/offer-resume.ts'),
  () => import('../listen/follow-listening.ts'),
  () => import('../listen/voice.ts'),
  () => import('../listen/recording.ts'),
  () => import('../api/read-failure.ts'),
];

/**
 * Fetches what of the reader itself a kept book needs: its panels, above all. What does not come is left
 * out. Rejects when the signal is raised.
 */
export async function keepCode(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  const coming = fewAtOnce(files, async (load) => {
    if (!signal.aborted) await load().catch(() => null);
  });
  // A file that is on its way cannot be called off.
  await Promise.race([coming, stopped]);
}

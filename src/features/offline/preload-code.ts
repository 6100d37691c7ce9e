import { forEachConcurrently } from './download-book.ts';

/** Each file of the reader that is loaded on first use: without a network it is too late by then. */
const lazyModules: readonly (() => Promise<unknown>)[] = [
  () => import('../../ui/panels/svc-contents.ts'),
  () => import('../../ui/panels/svc-settings.ts'),
  () => import('../../ui/panels/svc-search.ts'),
  () => import('../../ui/panels/svc-annotations.ts'),
  () => import('../../ui/panels/svc-menu.ts'),
  () => import('../../ui/panels/svc-page-list.ts'),
  () => import('../../ui/panels/svc-about.ts'),
  () => import('../../ui/panels/svc-help.ts'),
  () => import('../../ui/panels/svc-offline.ts'),
  () => import('../../ui/svc-hits.ts'),
  () => import('../../ui/svc-player.ts'),
  () => import('../../ui/svc-snackbar.ts'),
  () => import('../footnotes/open-note.ts'),
  () => import('../media-viewer/show-media-viewer.ts'),
  () => import('../external-links/svc-external-link-dialog.ts'),
  () => import('../search/book-search-session.ts'),
  () => import('../../rendition/scrolled/scrolled-rendition.ts'),
  () => import('../../rendition/user-styles/user-styles.ts'),
  () => import('../../rendition/section/book-fonts.ts'),
  () => import('../../rendition/section/insert-column-breaks.ts'),
  () => import('../../rendition/section/foreign-allowlist.ts'),
  () => import('../../rendition/highlights/highlight-boxes.ts'),
  () => import('../../rendition/section/append-rest.ts'),
  () => import('../../state/landing.ts'),
  () => import('../../state/cfi.ts'),
  () => import('../resume-offer.ts'),
  () => import('../read-aloud/start-read-aloud.ts'),
  () => import('../read-aloud/voice-narrator.ts'),
  () => import('../read-aloud/recording-narrator.ts'),
  () => import('../../api/failed-requests.ts'),
];

/**
 * Fetches what of the reader itself a kept book needs: its panels, above all. What does not come is left
 * out. Rejects when the signal is raised.
 */
export async function preloadCode(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  const coming = forEachConcurrently(lazyModules, async (load) => {
    if (!signal.aborted) await load().catch(() => null);
  });
  // A file that is on its way cannot be called off.
  await Promise.race([coming, stopped]);
}

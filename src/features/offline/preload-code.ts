import { forEachConcurrently } from './download-book.ts';

/** Modules that would otherwise load on first use, which fails without a network. */
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
  () => import('../../ui/svc-test-badge.ts'),
  () => import('../../ui/sample-end-view.ts'),
  () => import('../../ui/fill-screen.ts'),
  () => import('../../ui/svc-logo.ts'),
  () => import('../../ui/svc-publisher-links.ts'),
  () => import('../footnotes/open-note.ts'),
  () => import('../annotating/quote-picture.ts'),
  () => import('../annotating/annotation-files.ts'),
  () => import('../media-viewer/show-media-viewer.ts'),
  () => import('../external-links/svc-external-link-dialog.ts'),
  () => import('../search/book-search-session.ts'),
  () => import('../../rendition/scrolled/scrolled-rendition.ts'),
  () => import('../../rendition/user-styles/user-styles.ts'),
  () => import('../../rendition/section/book-fonts.ts'),
  () => import('../../rendition/section/insert-column-breaks.ts'),
  () => import('../../rendition/section/special-content-code.ts'),
  () => import('../../rendition/repair/repair-layout.ts'),
  () => import('../../rendition/hyphenation/hyphenate-pages.ts'),
  () => import('../../rendition/highlights/highlight-boxes.ts'),
  () => import('../../rendition/section/append-rest.ts'),
  () => import('../../state/landing.ts'),
  () => import('../../theme/font-faces.ts'),
  () => import('../../state/cfi.ts'),
  () => import('../resume-offer.ts'),
  () => import('../read-aloud/start-read-aloud.ts'),
  () => import('../read-aloud/voice-narrator.ts'),
  () => import('../read-aloud/recording-narrator.ts'),
  () => import('../../api/failed-requests.ts'),
];

/**
 * Loads the reader's lazy modules so that they are available offline. Skips modules that fail to
 * load. Rejects when the signal is aborted.
 */
export async function preloadCode(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  const loading = forEachConcurrently(lazyModules, async (load) => {
    if (!signal.aborted) await load().catch(() => null);
  });
  // A running import cannot be canceled.
  await Promise.race([loading, stopped]);
}

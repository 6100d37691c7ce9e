import type { Page } from 'playwright';

/** Prefetching is considered finished after this time without a new request. */
const idleMs = 700;

/**
 * Waits until the page makes no more requests. Ignores streams that stay open, such as the one that
 * reports a book's changes. `networkidle` would wait for their end.
 */
export async function waitUntilIdle(page: Page): Promise<void> {
  let isAsked = true;
  const note = () => {
    isAsked = true;
  };
  page.on('request', note);
  while (isAsked) {
    isAsked = false;
    await page.waitForTimeout(idleMs);
  }
  page.off('request', note);
}

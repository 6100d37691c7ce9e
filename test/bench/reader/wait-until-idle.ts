import type { Page } from 'playwright';

/** After this long without a new request, prefetching is finished. */
const idleMs = 700;

/**
 * Waits until the page makes no more requests. Ignores streams that stay open, such as that of a
 * book's changes; `networkidle` would wait for their end.
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

import type { Page } from 'playwright';

/** So long without a new request, what is fetched ahead is here. */
const idleMs = 700;

/**
 * Waits until the page asks for nothing more. A stream that stays open, such as that of a book's
 * changes, does not count: `networkidle` would wait for its end.
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

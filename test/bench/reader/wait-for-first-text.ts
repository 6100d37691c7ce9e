import type { Page } from 'playwright';

/** Longest wait for a sign, in ms. */
const limitMs = 20_000;

/**
 * Waits until the page writes a word to its console with `console.debug`. Polling would
 * make Playwright evaluate its own script, which takes 20 ms of the page's time, and four times as
 * long on a slow phone.
 *
 * @returns False if the page did not write it in time.
 */
export async function waitForSign(page: Page, sign: string): Promise<boolean> {
  const sent = page
    .waitForEvent('console', { predicate: (one) => one.text() === sign, timeout: limitMs })
    .then(
      () => true,
      () => false,
    );
  const earlier = await page.consoleMessages();
  return earlier.some((one) => one.text() === sign) || sent;
}

/**
 * Waits for the text that the probe searches for. On failure, reports the text that the page shows
 * instead.
 */
export async function waitForFirstText(page: Page): Promise<void> {
  if (await waitForSign(page, 'first text')) return;
  const errors = (await page.pageErrors()).map(({ message }) => message);
  const shown = await page.locator('body').ariaSnapshot();
  const found = [...errors, shown.slice(0, 1000)].join('\n');
  throw new Error(`No text of the book on ${page.url()} after ${limitMs / 1000} s:\n${found}`);
}

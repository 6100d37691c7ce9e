import type { Page } from 'playwright';

/**
 * Waits for the text that the probe searches for. On failure, reports the text that the page shows
 * instead.
 */
export async function waitForFirstText(page: Page): Promise<void> {
  try {
    await page.waitForFunction(() => window.readerBench.firstTextMs !== null, undefined, {
      timeout: 20_000,
      polling: 50,
    });
  } catch (error) {
    const errors = (await page.pageErrors()).map(({ message }) => message);
    const shown = await page.locator('body').ariaSnapshot();
    const found = [...errors, shown.slice(0, 1000)].join('\n');
    throw new Error(`No text of the book on ${page.url()} after 20 s:\n${found}`, { cause: error });
  }
}

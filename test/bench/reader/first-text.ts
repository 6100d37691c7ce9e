import type { Page } from 'playwright';

/** Waits for the text that the probe looks for; fails with what the page itself complained of. */
export async function untilFirstText(page: Page): Promise<void> {
  try {
    await page.waitForFunction(() => window.readerBench.firstTextMs !== null, undefined, {
      timeout: 20_000,
      polling: 50,
    });
  } catch (error) {
    const errors = await page.pageErrors();
    const complaints = errors.map(({ message }) => message).join('; ') || 'no error in the page';
    throw new Error(`No text of the book on ${page.url()} after 20 s: ${complaints}.`, {
      cause: error,
    });
  }
}

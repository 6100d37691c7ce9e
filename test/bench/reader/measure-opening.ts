import type { Browser } from 'playwright';
import { waitForFirstText } from './wait-for-first-text.ts';
import { installProbe } from './probe.ts';
import { throttle } from './throttle.ts';
import { recordTransfers, type TransferTotals } from './transfers.ts';
import { viewport, type Subject } from './subject.ts';

/**
 * Time of a cold start up to the frame that shows the first text, and the bytes transferred until
 * then.
 */
export interface Opening extends TransferTotals {
  firstTextMs: number;
}

/** Opens the page in a new context: empty cache, no storage. */
export async function measureOpening(
  browser: Browser,
  subject: Subject,
  needle: string,
  options: { slow: boolean; screenshot?: string },
): Promise<Opening> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (options.slow) await throttle(session);
    const transfers = recordTransfers(session);
    await page.addInitScript(installProbe, { needle, pagesTag: subject.pagesTag });
    await page.goto(subject.openingUrl, { waitUntil: 'commit' });
    await waitForFirstText(page);
    const { firstTextMs, timeOrigin } = await page.evaluate(() => ({
      firstTextMs: window.readerBench.firstTextMs ?? Number.NaN,
      timeOrigin: performance.timeOrigin,
    }));
    if (options.screenshot) await page.screenshot({ path: options.screenshot });
    return { firstTextMs, ...transfers.until(timeOrigin + firstTextMs) };
  } finally {
    await context.close();
  }
}

import type { Browser } from 'playwright';
import { throttle } from '../reader/throttle.ts';
import { viewport } from '../reader/subject.ts';

export interface PaintConditions {
  hasScripts: boolean;
  isSlow: boolean;
}

/**
 * Milliseconds from the request to the first frame with text. Taken from the browser's trace, so
 * that pages without scripts can be measured too.
 */
export async function measurePaint(
  browser: Browser,
  url: string,
  { hasScripts, isSlow }: PaintConditions,
): Promise<number> {
  const context = await browser.newContext({ viewport, javaScriptEnabled: hasScripts });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Page.enable');
    await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
    if (isSlow) await throttle(session);
    let requestedAt = Number.NaN;
    session.on('Network.requestWillBeSent', ({ type, timestamp }) => {
      if (type === 'Document') requestedAt = timestamp;
    });
    const painted = new Promise<number>((resolve) => {
      session.on('Page.lifecycleEvent', ({ name, timestamp }) => {
        if (name === 'firstContentfulPaint' && timestamp > requestedAt) resolve(timestamp);
      });
    });
    await page.goto(url, { waitUntil: 'commit' });
    return ((await painted) - requestedAt) * 1000;
  } finally {
    await context.close();
  }
}

import type { Browser, CDPSession } from 'playwright';
import { waitForFirstText } from './wait-for-first-text.ts';
import { waitUntilIdle } from './wait-until-idle.ts';
import { installProbe } from './probe.ts';
import { slowPhone } from './throttle.ts';
import { viewport, type Subject } from './subject.ts';

/** Frames from key press to the paint of the next page, for each turn. */
export interface SlowTurns {
  within: number[];
  across: number[];
}

interface TimedTurn {
  frames: number;
  isAcross: boolean;
}

declare global {
  interface Window {
    slowTurns: { arm(): void; turned(): Promise<TimedTurn> };
  }
}

/** Work after a turn, such as layout of the next section, is finished by then. */
const restMs = 500;
const restOverEdgeMs = 1500;

/** Turns pages with the arrow key on a processor as slow as the phone's. */
export async function measureSlowTurns(
  browser: Browser,
  subject: Subject,
  needle: string,
  count: number,
): Promise<SlowTurns> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session: CDPSession = await context.newCDPSession(page);
    await page.addInitScript(installProbe, { needle, pagesTag: subject.pagesTag });
    await page.addInitScript(installSlowTurns);
    await page.goto(subject.openingUrl, { waitUntil: 'load' });
    await waitForFirstText(page);
    await waitUntilIdle(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.cpuSlowdown });
    const turns: SlowTurns = { within: [], across: [] };
    // The first turn compiles the code for turning.
    for (let at = -1; at < count; at++) {
      await page.waitForTimeout(restMs);
      await page.evaluate(() => window.slowTurns.arm());
      await page.keyboard.press('ArrowRight');
      const { frames, isAcross } = await page.evaluate(() => window.slowTurns.turned());
      if (at >= 0) (isAcross ? turns.across : turns.within).push(frames);
      if (isAcross) await page.waitForTimeout(restOverEdgeMs);
    }
    return turns;
  } finally {
    await context.close();
  }
}

/** Runs in the page under test. The browser itself reports the time from key press to paint. */
function installSlowTurns(): void {
  const frameMs = 1000 / 60;
  // Shorter durations are not reported, and longer ones are rounded to 8 ms.
  const minMs = 16;
  const timeoutMs = 30_000;
  const observed: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: minMs,
  };
  const durations = new Map<number, number>();
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) durations.set(startTime, duration);
  }).observe(observed);

  let section: number | undefined;
  let turns = 0;
  const listen = () =>
    document.documentElement.addEventListener('svc-page-change', ({ locator }) => {
      ({ section } = locator.locations);
      turns += 1;
    });
  addEventListener('DOMContentLoaded', listen);

  let turned: Promise<TimedTurn> | undefined;
  const arm = () => {
    turned = new Promise<TimedTurn>((resolve) => {
      const wait = ({ timeStamp }: KeyboardEvent) => {
        const before = turns;
        const from = section;
        let frames = 0;
        let lateMs: number | null = null;
        const look = (nowMs: number) => {
          frames += 1;
          // The next frame shows synchronous updates, and no event reports a later one.
          if (turns > before && lateMs === null) {
            lateMs = frames === 1 ? 0 : nowMs - timeStamp + frameMs;
          }
          const reportedMs = lateMs || durations.get(timeStamp);
          const isUnreported = reportedMs === undefined && performance.now() - timeStamp > 1000;
          if (lateMs === null || (reportedMs === undefined && !isUnreported)) {
            requestAnimationFrame(look);
          } else {
            resolve({
              frames: Math.max(1, Math.ceil((reportedMs ?? minMs) / frameMs)),
              isAcross: section !== from,
            });
          }
        };
        requestAnimationFrame(look);
      };
      addEventListener('keydown', wait, { capture: true, once: true });
    });
  };
  window.slowTurns = {
    arm,
    turned: async () => {
      const late = new Promise<never>((_, reject) => {
        const error = new Error(`No new page within ${timeoutMs} ms of the key press.`);
        setTimeout(() => reject(error), timeoutMs);
      });
      return (await Promise.race([turned, late])) ?? { frames: Infinity, isAcross: false };
    },
  };
}

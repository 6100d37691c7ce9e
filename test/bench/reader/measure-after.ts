import type { Browser, Page } from 'playwright';
import { installProbe } from './probe.ts';
import { viewport, type Subject } from './subject.ts';
import { throttle } from './throttle.ts';
import { recordTransfers } from './transfers.ts';
import { waitForFirstText, waitForSign } from './wait-for-first-text.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

/** A page's requests after the first text, and the time for which its main thread is blocked. */
export interface AfterText {
  firstTextMs: number;
  /**
   * Time at which the controls were shown or, for other subjects, at which the last script had
   * arrived.
   */
  fullUseMs: number;
  /** Requests and kB of script between the first text and that time. */
  requests: number;
  scriptKb: number;
  /** Milliseconds of all tasks beyond 50 ms each, from navigation until the page is idle. */
  blockingMs: number;
  /** All requests and kB of script until the page is idle, compressed as sent. */
  idleRequests: number;
  idleScriptKb: number;
}

declare global {
  interface Window {
    /** Durations of the long tasks so far, in ms. */
    longTasks: number[];
    fullUseMs: number | null;
  }
}

/** Runs in the page before its own scripts. @param isOurs - Whether to wait for the controls. */
function observeTasks(isOurs: boolean): void {
  window.longTasks = [];
  window.fullUseMs = null;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const check = () => {
    const root = document.querySelector('svc-reader')?.shadowRoot;
    const bars = ['svc-toolbar', 'svc-progress'].map((tag) => root?.querySelector(tag)?.shadowRoot);
    if (bars.every((bar) => bar?.querySelector('button'))) {
      window.fullUseMs = performance.now();
      console.debug('full use');
    } else setTimeout(check, 10);
  };
  if (isOurs) check();
}

/** Opens the page in a new context and waits until it makes no more requests. */
export async function measureAfter(
  browser: Browser,
  subject: Subject,
  needle: string,
  isSlow: boolean,
): Promise<AfterText> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (isSlow) await throttle(session);
    const transfers = recordTransfers(session);
    await page.addInitScript(installProbe, { needle, pagesTag: subject.pagesTag });
    await page.addInitScript(observeTasks, subject.kind === 'ours');
    await page.goto(subject.openingUrl, { waitUntil: 'commit' });
    await waitForFirstText(page);
    if (subject.kind === 'ours') await waitForSign(page, 'full use');
    await waitUntilIdle(page);
    const { timeOrigin, firstTextMs, controlsMs, longTasks } = await readings(page);
    const fullUseMs = controlsMs ?? Math.max(firstTextMs, transfers.lastScriptMs() - timeOrigin);
    const atText = transfers.until(timeOrigin + firstTextMs);
    const atUse = transfers.until(timeOrigin + fullUseMs);
    const atIdle = transfers.until(Infinity);
    return {
      firstTextMs,
      fullUseMs,
      requests: atUse.requests - atText.requests,
      scriptKb: (atUse.scriptBytes - atText.scriptBytes) / 1000,
      blockingMs: longTasks.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0),
      idleRequests: atIdle.requests,
      idleScriptKb: atIdle.scriptBytes / 1000,
    };
  } finally {
    await context.close();
  }
}

function readings(page: Page) {
  return page.evaluate(() => ({
    timeOrigin: performance.timeOrigin,
    firstTextMs: window.readerBench.firstTextMs ?? Number.NaN,
    controlsMs: window.fullUseMs,
    longTasks: window.longTasks,
  }));
}

import type { Browser, CDPSession, Page } from 'playwright';
import type { BenchBook } from './bench-book.ts';
import { waitForFirstText } from './wait-for-first-text.ts';
import { waitUntilIdle } from './wait-until-idle.ts';
import { installProbe, type Turn } from './probe.ts';
import { viewport, type Subject } from './subject.ts';

/** Total turns before the heap is measured. */
export const turnCount = 200;
/** The first turns are timed, each after the page has settled, as in normal reading. */
export const timedTurnCount = 40;

/** About a seventh of a second without changes, after which all work following a turn is done. */
const restFrames = 8;
/** After this time without a new page, a key press counts as ignored. */
const ignoredMs = 400;
/** Step by which the pause before a key press grows if a reader ignores the key. */
const pauseStepMs = 40;

/** Result of reading 200 pages from the start. */
export interface ReadingMetrics {
  /** Timed turns within a section, and those across section boundaries. */
  within: Turn[];
  across: Turn[];
  heapBytes: number;
  nodes: number;
}

/**
 * Opens the book and turns pages with the right arrow key. Stops early at the end of the page's
 * text.
 */
export async function measureReading(
  browser: Browser,
  subject: Subject,
  book: BenchBook,
  needle: string,
): Promise<ReadingMetrics> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.addInitScript(installProbe, { needle, pagesTag: subject.pagesTag });
    await page.goto(subject.readingUrl ?? subject.openingUrl, { waitUntil: 'load' });
    await waitForFirstText(page);
    await waitUntilIdle(page);

    const within: Turn[] = [];
    const across: Turn[] = [];
    let section = book.start;
    for (let count = 0; count < timedTurnCount; count++) {
      const turn = await turnPage(page);
      const landed = sectionOf(book, turn.text, section);
      (landed === section ? within : across).push(turn);
      section = landed;
    }
    let pauseMs = 0;
    for (let count = timedTurnCount; count < turnCount; count++) {
      pauseMs += pauseStepMs * (await turnWithRetries(page, pauseMs));
    }
    return { within, across, ...(await measureMemory(session)) };
  } finally {
    await context.close();
  }
}

async function turnPage(page: Page): Promise<Turn> {
  await page.evaluate((frames) => window.readerBench.arm(frames), restFrames);
  await page.keyboard.press('ArrowRight');
  const turn = await page.evaluate(() => window.readerBench.turned());
  if (!turn) throw new Error(`No new page within 5 s of the key press on ${page.url()}.`);
  return turn;
}

/** Presses the key until the page turns. Returns the number of ignored presses. */
async function turnWithRetries(page: Page, pauseMs: number): Promise<number> {
  await page.waitForTimeout(pauseMs);
  await page.evaluate(() => window.readerBench.arm(1));
  for (let ignored = 0; ignored < 10; ignored++) {
    await page.keyboard.press('ArrowRight');
    const isTurned = await page.evaluate(
      (ms) =>
        Promise.race([
          window.readerBench.turned().then(Boolean),
          new Promise<boolean>((resolve) => {
            setTimeout(() => resolve(false), ms);
          }),
        ]),
      ignoredMs,
    );
    if (isTurned) return ignored;
  }
  throw new Error(`No new page on ${page.url()} after repeated key presses.`);
}

/**
 * The section that contains the text and is nearest to the section `before`, preferring later ones.
 */
function sectionOf(book: BenchBook, text: string, before: number): number {
  const near = [before, before + 1, before + 2, before - 1];
  return near.find((index) => book.sections[index]?.text.includes(text)) ?? before;
}

async function measureMemory(session: CDPSession): Promise<{ heapBytes: number; nodes: number }> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { heapBytes: metric('JSHeapUsedSize'), nodes: metric('Nodes') };
}

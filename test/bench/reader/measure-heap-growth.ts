import type { Browser } from 'playwright';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { waitForFirstText } from './wait-for-first-text.ts';
import { waitUntilIdle } from './wait-until-idle.ts';
import { installProbe } from './probe.ts';
import { viewport, type Subject } from './subject.ts';
import { measureHeapSize, type HeapSize } from './measure-heap-size.ts';

/** Turns after the first tour of the sections. */
const turnCount = 500;
const sectionCount = 20;

/** The heap after each section was shown once, and 500 turns later at the same position. */
export interface HeapGrowth {
  before: HeapSize;
  after: HeapSize;
}

/** Turns back and forth through twenty sections. */
export async function measureHeapGrowth(
  browser: Browser,
  subject: Subject,
  needle: string,
): Promise<HeapGrowth> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.enable');
    await page.addInitScript(installProbe, { needle, pagesTag: subject.pagesTag });
    await page.goto(subject.openingUrl, { waitUntil: 'load' });
    await waitForFirstText(page);
    await waitUntilIdle(page);
    const tour = (most: number) => page.evaluate(tourSections, { sectionCount, most });
    await tour(turnCount);
    const before = await measureHeapSize(session);
    for (let turns = 0; turns < turnCount;) turns += await tour(turnCount - turns);
    return { before, after: await measureHeapSize(session) };
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page under test: turns forward through `sectionCount` sections and back by the same
 * number of pages, in at most `most` turns. Returns the number of turns.
 */
async function tourSections(by: { sectionCount: number; most: number }): Promise<number> {
  const reader = document.querySelector<SvcReader>('svc-reader');
  if (!reader) throw new Error('The reader is missing.');
  const sectionOf = () => reader.locator?.locations.section ?? 0;
  const turn = async (step: 'next' | 'previous') => {
    const moved = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('No new page within 30 s.')), 30_000);
      const heard = () => (clearTimeout(late), resolve());
      reader.addEventListener('svc-page-change', heard, { once: true });
    });
    if (!reader[step]()) throw new Error('The book ended during the tour.');
    await moved;
    await new Promise(requestAnimationFrame);
  };
  const last = sectionOf() + by.sectionCount - 1;
  let pages = 0;
  for (; sectionOf() < last && pages < by.most / 2; pages++) await turn('next');
  for (let back = 0; back < pages; back++) await turn('previous');
  return 2 * pages;
}

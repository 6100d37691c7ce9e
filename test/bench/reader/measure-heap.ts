import type { Browser, CDPSession } from 'playwright';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { untilFirstText } from './first-text.ts';
import { untilQuiet } from './until-quiet.ts';
import { installProbe } from './probe.ts';
import { viewport, type Subject } from './subject.ts';

/** Turns after the first tour of the sections. */
const turnCount = 500;
const sectionCount = 20;

/** Heap in MB after each section was shown once, and 500 turns later in the same place. */
export interface HeapGrowth {
  beforeMb: number;
  afterMb: number;
}

/** Turns to and fro through twenty sections. */
export async function measureHeap(
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
    await untilFirstText(page);
    await untilQuiet(page);
    const tour = () => page.evaluate(tourSections, sectionCount);
    let turns = await tour();
    const beforeMb = await weigh(session);
    for (turns = 0; turns < turnCount;) turns += await tour();
    return { beforeMb, afterMb: await weigh(session) };
  } finally {
    await context.close();
  }
}

async function weigh(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
}

/** Runs in the page under test: so many sections on, and back; returns the turns. */
async function tourSections(count: number): Promise<number> {
  const reader = document.querySelector<SvcReader>('svc-reader');
  if (!reader) throw new Error('There is no reader.');
  const sectionOf = () => reader.locator?.locations.section ?? 0;
  const start = sectionOf();
  let turns = 0;
  for (const step of ['next', 'previous'] as const) {
    const isThere = () =>
      step === 'next' ? sectionOf() >= start + count - 1 : sectionOf() === start;
    while (!isThere()) {
      const moved = new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('No new page within 30 s.')), 30_000);
        const heard = () => (clearTimeout(late), resolve());
        reader.addEventListener('svc-page-change', heard, { once: true });
      });
      if (!reader[step]()) return turns;
      await moved;
      await new Promise(requestAnimationFrame);
      turns += 1;
    }
  }
  return turns;
}

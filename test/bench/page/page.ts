import { cpus } from 'node:os';
import { openBenchBook } from '../reader/bench-book.ts';
import { launchBrowser } from '../reader/browser.ts';
import { startFileServer } from '../reader/file-server.ts';
import { generateNovel } from '../reader/generate-novel.ts';
import { seededRandom } from '../reader/seeded-random.ts';
import { slowPhone } from '../reader/throttle.ts';
import { staticPage } from '../reader/static-page.ts';
import { summarise, type Summary } from '../reader/statistics.ts';
import { viewport } from '../reader/subject.ts';
import { startSvcReader } from '../reader/svc-subject.ts';
import { type PaintConditions, measurePaint } from './measure-paint.ts';

export interface PageBenchOptions {
  /** Cold starts of each page in each condition. */
  rounds: number;
  /** Print one JSON document instead of a table. */
  json?: boolean;
}

const circumstances: (PaintConditions & { name: string })[] = [
  { name: 'scripts', hasScripts: true, isSlow: false },
  { name: 'no scripts', hasScripts: false, isSlow: false },
  { name: 'scripts, slow phone', hasScripts: true, isSlow: true },
  { name: 'no scripts, slow phone', hasScripts: false, isSlow: true },
];

interface Comparison {
  name: string;
  staticMs: Summary | null;
  servedMs: Summary | null;
  /** Median of the served page divided by that of the static page. */
  ratio: number;
}

/**
 * Compares the time to the first text of the served page with that of a static page with the same
 * text, in interleaved rounds.
 */
export async function benchPage({ rounds, json }: PageBenchOptions): Promise<void> {
  const book = await openBenchBook(await generateNovel());
  const server = await startFileServer();
  for (const [path, file] of book.files) server.files.set(`/book/${path}`, file);
  server.files.set('/static.html', {
    bytes: Buffer.from(staticPage(book, book.start, 1, '/book/')),
    mediaType: 'text/html; charset=utf-8',
  });
  const ours = await startSvcReader(book, server);
  const browser = await launchBrowser();
  try {
    const pages = { static: `${server.origin}/static.html`, served: ours.servedPage };
    const samples = circumstances.map(() => ({ static: [] as number[], served: [] as number[] }));
    const chance = seededRandom(1);
    for (let round = -1; round < rounds; round += 1) {
      for (const [index, circumstance] of circumstances.entries()) {
        const names =
          chance() < 0.5 ? (['static', 'served'] as const) : (['served', 'static'] as const);
        for (const name of names) {
          const ms = await measurePaint(browser, pages[name], circumstance);
          // The first round includes startup of the servers and the browser.
          if (round >= 0) samples[index]?.[name].push(ms);
        }
      }
      console.error(`round ${round + 1} of ${rounds}`);
    }
    const results = circumstances.map(({ name }, index): Comparison => {
      const staticMs = summarise(samples[index]?.static ?? []);
      const servedMs = summarise(samples[index]?.served ?? []);
      const ratio = (servedMs?.median ?? Number.NaN) / (staticMs?.median ?? Number.NaN);
      return { name, staticMs, servedMs, ratio };
    });
    const about = {
      bench: 'page',
      browser: `Chromium ${browser.version()}`,
      node: process.version,
      processors: cpus().map(({ model }) => model),
      viewport,
      slowPhone,
      rounds,
    };
    console.log(json ? JSON.stringify({ ...about, results }, null, 2) : table(results));
  } finally {
    await browser.close();
    await ours.close();
    await server.close();
  }
}

function table(results: Comparison[]): string {
  const rows = results.map(
    ({ name, staticMs, servedMs, ratio }) =>
      `${name.padEnd(24)} ${ms(staticMs)} ${ms(servedMs)} ${ratio.toFixed(2).padStart(8)}`,
  );
  const head = `${'first text, median'.padEnd(24)} ${'static'.padStart(9)} ${'served'.padStart(9)} ${'ratio'.padStart(8)}`;
  return [head, ...rows].join('\n');
}

function ms(summary: Summary | null): string {
  return `${(summary?.median ?? Number.NaN).toFixed(0)} ms`.padStart(9);
}

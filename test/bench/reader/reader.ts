import { mkdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { measureAfterText, reportAfterText } from './after.ts';
import { openBenchBook, type BenchBook } from './bench-book.ts';
import { launchBrowser } from './browser.ts';
import { startFileServer, type FileServer } from './file-server.ts';
import { generateNovel } from './generate-novel.ts';
import { measureOpening } from './measure-opening.ts';
import { measureReading, timedTurnCount, turnCount } from './measure-reading.ts';
import { servePeers } from './peer-subjects.ts';
import { measureLimits, reportLimits } from './limits.ts';
import { report } from './report.ts';
import { compare, type Samples } from './results.ts';
import { seededRandom } from './seeded-random.ts';
import { slowPhone } from './throttle.ts';
import { viewport, type Subject } from './subject.ts';
import { startSvcReader } from './svc-subject.ts';

export interface ReaderBenchOptions {
  /** An EPUB file. Defaults to a generated novel. */
  book?: string;
  /** Cold starts of each subject, fast and slow. */
  rounds: number;
  /** Runs of 200 turns of each subject. */
  readings: number;
  /** Number of rounds of the limits benchmark. If set, it runs instead of the comparison. */
  limits?: number;
  /** Measure what loads after the first text instead of comparing readers. */
  after?: boolean;
  /** Names of the subjects to measure. Defaults to all. */
  only?: string[];
  /** Print one JSON document instead of a table. */
  json?: boolean;
  /** Folder for a screenshot of each subject's first page. */
  screenshots?: string;
}

/** Compares the reader with its peers and with a bare page on one book, or measures its limits. */
export async function benchReader(options: ReaderBenchOptions): Promise<void> {
  const epub = options.book ? readFileSync(options.book) : await generateNovel();
  const book = await openBenchBook(epub);
  if (options.after) await benchAfter(book, options);
  else if (options.limits) await benchLimits(book, options.limits, options.json ?? false);
  else await benchPeers(book, options);
}

async function benchLimits(book: BenchBook, rounds: number, isJson: boolean): Promise<void> {
  const server = await startFileServer();
  const browser = await launchBrowser();
  try {
    const limits = await measureLimits(browser, server, book, rounds, log);
    if (isJson) {
      const document = { ...machine(browser), rounds, limits };
      console.log(JSON.stringify(document, toThousandths, 2));
    } else console.log(`${heading(browser, book)}\n\n${reportLimits(limits)}`);
  } finally {
    await browser.close();
    await server.close();
  }
}

async function benchAfter(book: BenchBook, options: ReaderBenchOptions): Promise<void> {
  const server = await startFileServer();
  const isWanted = (name: string) => !options.only || options.only.includes(name);
  const ours = await startSvcReader(book, server);
  const others = await availablePeers(book, server, isWanted);
  const browser = await launchBrowser();
  try {
    const subjects = [ours.subject, ...others, ours.scriptAlone].filter(({ kind, name }) =>
      kind === 'peer' ? isWanted(name) && !name.endsWith('unpacked') : true,
    );
    const results = await measureAfterText(browser, subjects, needleOf(book), options.rounds, log);
    if (options.json) {
      const document = { ...machine(browser), rounds: options.rounds, after: results };
      console.log(JSON.stringify(document, toThousandths, 2));
    } else console.log(`${heading(browser, book)}\n\n${reportAfterText(results)}`);
  } finally {
    await browser.close();
    await ours.close();
    await server.close();
  }
}

/** The peers and the bare page, or only the bare page if the peers cannot be installed. */
async function availablePeers(
  book: BenchBook,
  server: FileServer,
  isWanted: (name: string) => boolean,
): Promise<Subject[]> {
  try {
    return await servePeers(book, server, (name) => name === 'static page' || isWanted(name));
  } catch (error) {
    log(`Skipping the peers: ${messageOf(error)}`);
    return servePeers(book, server, (name) => name === 'static page');
  }
}

/** Interleaves the rounds, so that other load on the machine affects all subjects. */
async function benchPeers(book: BenchBook, options: ReaderBenchOptions): Promise<void> {
  const server = await startFileServer();
  const isWanted = (name: string) => !options.only || options.only.includes(name);
  const ours = isWanted('svc-reader') ? await startSvcReader(book, server) : null;
  const others = await servePeers(book, server, isWanted);
  const browser = await launchBrowser();
  try {
    const subjects = ours ? [ours.subject, ...others] : others;
    if (subjects.length === 0)
      throw new Error(`No subject is named ${options.only?.join(' or ')}.`);
    const all = subjects.map((subject): Samples => ({
      subject,
      openings: [],
      slowOpenings: [],
      readings: [],
    }));
    await warmUp(browser, all, book, options.screenshots);
    for (let round = 0; round < options.rounds; round++) {
      for (const samples of shuffled(all, round)) await open(browser, samples, book);
      log(`cold starts ${round + 1} of ${options.rounds}`);
    }
    for (let round = 0; round < options.readings; round++) {
      for (const samples of shuffled(all, round)) await read(browser, samples, book);
      log(`${turnCount} pages ${round + 1} of ${options.readings}`);
    }
    const results = compare(all);
    if (options.json) {
      const document = { ...circumstances(browser, book, options), subjects: results };
      console.log(JSON.stringify(document, toThousandths, 2));
    } else console.log(`${heading(browser, book)}\n${report(results)}`);
  } finally {
    await browser.close();
    await ours?.close();
    await server.close();
  }
}

/**
 * Warm-up, because compression and caching by the server on the first request are not a cost of the
 * reader.
 */
async function warmUp(browser: Browser, all: Samples[], book: BenchBook, folder?: string) {
  if (folder) mkdirSync(folder, { recursive: true });
  for (const { subject } of all) {
    const name = `${subject.name.replaceAll(/[^a-z]+/g, '-')}.png`;
    await measureOpening(browser, subject, needleOf(book), {
      slow: false,
      ...(folder && { screenshot: join(folder, name) }),
    });
  }
}

/**
 * The browser needs a while to dispose of the previous page. Do not count this as a cost of the
 * next page.
 */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 150);
  });
}

async function open(browser: Browser, samples: Samples, book: BenchBook): Promise<void> {
  const { subject } = samples;
  const needle = needleOf(book);
  await rest();
  samples.openings.push(await measureOpening(browser, subject, needle, { slow: false }));
  await rest();
  samples.slowOpenings.push(await measureOpening(browser, subject, needle, { slow: true }));
}

async function read(browser: Browser, samples: Samples, book: BenchBook): Promise<void> {
  const { subject } = samples;
  if (subject.readingUrl === null) return;
  try {
    samples.readings.push(await measureReading(browser, subject, book, needleOf(book)));
  } catch (error) {
    // A reader that fails when pages are turned fast is reported, and the others continue.
    log(`${subject.name} did not complete ${turnCount} turns: ${messageOf(error)}`);
  }
}

/**
 * A different order in each round, so that no subject always follows the same one. Every run uses
 * the same orders.
 */
function shuffled<T>(all: T[], round: number): T[] {
  const chance = seededRandom(round + 1);
  return all
    .map((one) => ({ one, place: chance() }))
    .sort((first, second) => first.place - second.place)
    .map(({ one }) => one);
}

function needleOf(book: BenchBook): string {
  return (book.sections[book.start]?.firstParagraph ?? '').slice(0, 60);
}

function machine(browser: Browser) {
  return {
    bench: 'reader',
    browser: `Chromium ${browser.version()}`,
    node: process.version,
    processors: cpus().map(({ model }) => model),
    viewport,
    slowPhone,
  };
}

function circumstances(browser: Browser, book: BenchBook, options: ReaderBenchOptions) {
  return {
    ...machine(browser),
    book: {
      title: book.title,
      bytes: book.epub.length,
      sections: book.sections.length,
      start: book.start,
    },
    rounds: options.rounds,
    readings: options.readings,
    turns: turnCount,
    timedTurns: timedTurnCount,
  };
}

function heading(browser: Browser, book: BenchBook): string {
  return (
    `${book.title}: ${book.sections.length} sections, ${Math.round(book.epub.length / 1000)} kB. ` +
    `Chromium ${browser.version()}, ${viewport.width} × ${viewport.height}, ${cpus().length} processors. ` +
    `Slow phone: ${slowPhone.cpuSlowdown}× slower, ${slowPhone.megabitsPerSecond} Mbit/s, ${slowPhone.roundTripMs} ms.`
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function toThousandths(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}

function log(progress: string): void {
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${progress}`);
}

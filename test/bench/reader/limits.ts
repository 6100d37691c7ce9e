import { loadavg } from 'node:os';
import type { Browser } from 'playwright';
import { openBenchBook, type BenchBook } from './bench-book.ts';
import type { FileServer } from './file-server.ts';
import { generateNovel, longNovel } from './generate-novel.ts';
import { measureHeapGrowth, type HeapGrowth } from './measure-heap-growth.ts';
import { measureOpening } from './measure-opening.ts';
import { annotationCount, measureAnnotations } from './measure-annotations.ts';
import { measureSlowTurns } from './measure-slow-turns.ts';
import { staticPage } from './static-page.ts';
import { summarise, type Summary } from './statistics.ts';
import type { Subject } from './subject.ts';
import { startSvcReader } from './svc-subject.ts';

/** Timed turns per round. In the short book, some of them cross a section boundary. */
const turnCount = 24;

/** Measured values of the reader's documented limits. */
export interface Limits {
  book: 'short' | 'long';
  /** First text in ms, and its ratio to the bare page in the same round. */
  firstText: Record<'usual' | 'slow', { ms: Summary | null; timesFloor: Summary | null }>;
  /** Frames from key press to paint on a processor 4× slower. */
  turnFrames: { within: Summary | null; across: Summary | null };
  /** Share of the turns that took two frames or fewer. */
  inTwoFrames: { within: number | null; across: number | null };
  /** Growth of the heap over 500 turns, as shares of the whole heap. Short book only. */
  heapGrowth: Record<'all' | 'data' | 'code', Summary | null>;
  /**
   * Time to open the list of 5,000 annotations, in ms on a processor 4× slower. Short book only.
   */
  marksMs: Summary | null;
  /** Load average of the machine over the last minute. If it is high, times are unreliable. */
  load: number;
}

interface Opened {
  ms: number;
  timesFloor: number;
}

/**
 * Measures the short book and a book with a single section of one megabyte. Alternates between the
 * bare page and the reader.
 */
export async function measureLimits(
  browser: Browser,
  server: FileServer,
  short: BenchBook,
  rounds: number,
  log: (progress: string) => void,
): Promise<Limits[]> {
  const long = await openBenchBook(await generateNovel(longNovel));
  const limits: Limits[] = [];
  for (const [name, book] of [
    ['short', short],
    ['long', long],
  ] as const) {
    const floor = serveFloor(server, book, name);
    const ours = await startSvcReader(book, server);
    try {
      const measurement = { name, book, floor, ours: ours.subject, log };
      limits.push(await measureBook(browser, measurement, rounds));
    } finally {
      await ours.close();
    }
  }
  return limits;
}

async function measureBook(
  browser: Browser,
  measurement: {
    name: Limits['book'];
    book: BenchBook;
    floor: Subject;
    ours: Subject;
    log: (progress: string) => void;
  },
  rounds: number,
): Promise<Limits> {
  const { name, book, floor, ours, log } = measurement;
  const needle = (book.sections[book.start]?.firstParagraph ?? '').slice(0, 60);
  const open = async (slow: boolean): Promise<Opened> => {
    const { firstTextMs: floorMs } = await measureOpening(browser, floor, needle, { slow });
    const { firstTextMs: ms } = await measureOpening(browser, ours, needle, { slow });
    return { ms, timesFloor: ms / floorMs };
  };
  // Warm-up: servers compress on the first request.
  await open(false);
  const usual: Opened[] = [];
  const slow: Opened[] = [];
  const within: number[] = [];
  const across: number[] = [];
  const growths: HeapGrowth[] = [];
  const lists: number[] = [];
  for (let round = 0; round < rounds; round++) {
    usual.push(await open(false));
    slow.push(await open(true));
    const turns = await measureSlowTurns(browser, ours, needle, turnCount);
    within.push(...turns.within);
    across.push(...turns.across);
    if (name === 'short') {
      growths.push(await measureHeapGrowth(browser, ours, needle));
      lists.push(await measureAnnotations(browser, ours, needle));
    }
    log(`${name} book, round ${round + 1} of ${rounds}`);
  }
  return {
    book: name,
    firstText: { usual: openings(usual), slow: openings(slow) },
    turnFrames: { within: summarise(within), across: summarise(across) },
    inTwoFrames: { within: shareInTwo(within), across: shareInTwo(across) },
    heapGrowth: {
      all: summarise(growths.map(({ before, after }) => after.allMb / before.allMb - 1)),
      data: summarise(growths.map((one) => shareOfHeap(one, 'dataMb'))),
      code: summarise(growths.map((one) => shareOfHeap(one, 'codeMb'))),
    },
    marksMs: summarise(lists),
    load: loadavg()[0] ?? Number.NaN,
  };
}

function shareOfHeap({ before, after }: HeapGrowth, part: 'dataMb' | 'codeMb'): number {
  return (after[part] - before[part]) / before.allMb;
}

function openings(all: Opened[]) {
  return {
    ms: summarise(all.map(({ ms }) => ms)),
    timesFloor: summarise(all.map(({ timesFloor }) => timesFloor)),
  };
}

function shareInTwo(frames: number[]): number | null {
  if (frames.length === 0) return null;
  return frames.filter((count) => count <= 2).length / frames.length;
}

function serveFloor(server: FileServer, book: BenchBook, name: string): Subject {
  const base = `/floor-${name}/`;
  for (const [path, file] of book.files) server.files.set(base + path, file);
  server.files.set(`${base}opening.html`, {
    bytes: Buffer.from(staticPage(book, book.start, 1, base)),
    mediaType: 'text/html; charset=utf-8',
  });
  const url = `${server.origin}${base}opening.html`;
  return {
    name: 'static page',
    version: '',
    kind: 'floor',
    openingUrl: url,
    readingUrl: null,
    pagesTag: null,
  };
}

/** The limits as lines of text. */
export function reportLimits(limits: Limits[]): string {
  const number = (summary: Summary | null, digits = 0) => summary?.median.toFixed(digits) ?? '–';
  const percent = (share: number | null) =>
    share === null ? '–' : `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
  const share = (summary: Summary | null) => percent(summary?.median ?? null);
  const lines = limits.map((one) => {
    const { book, firstText, turnFrames, inTwoFrames, heapGrowth, marksMs, load } = one;
    const opening = (['usual', 'slow'] as const).map(
      (speed) =>
        `${number(firstText[speed].ms)} ms, ${number(firstText[speed].timesFloor, 2)} × floor`,
    );
    const turns = (['within', 'across'] as const).map(
      (where) =>
        `${number(turnFrames[where])} frames (${percent(inTwoFrames[where])} in two, ${turnFrames[where]?.samples ?? 0} turns)`,
    );
    return [
      `${book === 'short' ? 'Chapters' : 'One section of 1 MB'}, load ${load.toFixed(1)}`,
      `  first text               ${opening[0]}`,
      `  first text, slow phone   ${opening[1]}`,
      `  turn, 4× slower          ${turns[0]}`,
      `  new section, 4× slower   ${turns[1]}`,
      ...(heapGrowth.all
        ? [
            `  heap after 500 turns     ${share(heapGrowth.all)} growth: data ${share(heapGrowth.data)}, compiled code ${share(heapGrowth.code)}`,
          ]
        : []),
      ...(marksMs
        ? [`  list of ${annotationCount} annotations, 4× slower  ${number(marksMs)} ms`]
        : []),
    ].join('\n');
  });
  return lines.join('\n');
}

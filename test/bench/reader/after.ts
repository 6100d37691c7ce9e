import { loadavg } from 'node:os';
import type { Browser } from 'playwright';
import { measureAfter, type AfterText } from './measure-after.ts';
import type { Subject } from './subject.ts';
import { summarise, type Summary } from './statistics.ts';

type Speed = 'usual' | 'slow';
type Measure = keyof AfterText | 'timesFloor';

/** Medians of one subject. */
export interface AfterResult {
  name: string;
  speeds: Record<Speed, Record<Measure, Summary | null>>;
}

const speeds: readonly Speed[] = ['usual', 'slow'];

/** Columns of the report and the digits of their values. */
const columns: readonly [measure: Measure, label: string, digits: number][] = [
  ['firstTextMs', 'text ms', 0],
  ['timesFloor', '× floor', 2],
  ['fullUseMs', 'use ms', 0],
  ['requests', 'requests', 0],
  ['scriptKb', 'script kB', 1],
  ['blockingMs', 'blocking', 0],
  ['idleRequests', 'all req.', 0],
  ['idleScriptKb', 'all kB', 1],
];

/**
 * Measures what each subject does after its first text. The subjects alternate, and the ratio to
 * the bare page is computed within each round.
 */
export async function measureAfterText(
  browser: Browser,
  subjects: readonly Subject[],
  needle: string,
  rounds: number,
  log: (progress: string) => void,
): Promise<AfterResult[]> {
  const samples = new Map(subjects.map((one) => [one, { usual: [], slow: [] } as Samples]));
  // Warm-up: servers compress on the first request.
  for (const subject of subjects) await measureAfter(browser, subject, needle, false);
  for (let round = 0; round < rounds; round++) {
    for (const speed of speeds) {
      for (const [subject, all] of samples) {
        all[speed].push(await measureAfter(browser, subject, needle, speed === 'slow'));
      }
    }
    log(`round ${round + 1} of ${rounds}, load ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`);
  }
  const floor = [...samples].find(([{ kind }]) => kind === 'floor')?.[1];
  return [...samples].map(([{ name, version }, all]) => ({
    name: `${name} ${version}`.trim(),
    speeds: {
      usual: summaries(all.usual, floor?.usual ?? []),
      slow: summaries(all.slow, floor?.slow ?? []),
    },
  }));
}

type Samples = Record<Speed, AfterText[]>;

function summaries(all: AfterText[], floor: AfterText[]): Record<Measure, Summary | null> {
  const valuesOf = (measure: Measure) =>
    measure === 'timesFloor'
      ? all.flatMap(({ firstTextMs }, round) => {
          const bare = floor[round]?.firstTextMs;
          return bare ? [firstTextMs / bare] : [];
        })
      : all.map((one) => one[measure]);
  const entries = columns.map(([measure]) => [measure, summarise(valuesOf(measure))]);
  return Object.fromEntries(entries) as Record<Measure, Summary | null>;
}

/** The results as lines of text, one table for each speed. */
export function reportAfterText(results: readonly AfterResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const titles: Record<Speed, string> = { usual: 'This computer', slow: 'Slow phone' };
  const tables = speeds.map((speed) => {
    const head = columns.map(([, label]) => label.padStart(10)).join('');
    const lines = results.map(({ name, speeds: by }) => {
      const values = columns.map(([measure, , digits]) =>
        (by[speed][measure]?.median.toFixed(digits) ?? '–').padStart(10),
      );
      return name.padEnd(width) + values.join('');
    });
    return [titles[speed], ' '.repeat(width) + head, ...lines].join('\n');
  });
  return tables.join('\n\n');
}

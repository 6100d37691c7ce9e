import type { CountColumns } from '../db/analytics-tables.ts';

/** Names of the counts that can be summed. */
export const countNames = [
  'opens',
  'sessions',
  'readers',
  'finished',
  'sample_ends',
  'buy_presses',
  'sales',
  'seconds',
] as const satisfies (keyof CountColumns)[];
type CountName = (typeof countNames)[number];

/** Number of readings by the furthest position reached. */
export interface Stops {
  /** By `positionBucket`. */
  positions: Record<number, number>;
  /** By index in the reading order. Only counted by book. */
  sections: Record<number, number>;
}

/** The sum of a group of readings. `docs/reference/analytics.md` defines the numbers. */
export type Counts = Record<CountName, number> & { stops: Stops };

/** Number of equal parts into which the curve by position divides a book. */
export const positionBuckets = 20;

/** Returns the part of the book that contains a position, counting from 0. */
export function positionBucket(fraction: number): number {
  return Math.min(positionBuckets - 1, Math.floor(fraction * positionBuckets));
}

export function emptyCounts(): Counts {
  return {
    opens: 0,
    sessions: 0,
    readers: 0,
    finished: 0,
    sample_ends: 0,
    buy_presses: 0,
    sales: 0,
    seconds: 0,
    stops: { positions: {}, sections: {} },
  };
}

/** Adds `other` to `counts`, multiplied by `times`. Use -1 to subtract. */
export function addCounts(counts: Counts, other: Counts, times: 1 | -1 = 1): void {
  for (const name of countNames) counts[name] += times * other[name];
  addStops(counts.stops.positions, other.stops.positions, times);
  addStops(counts.stops.sections, other.stops.sections, times);
}

export function addStops(
  sums: Record<number, number>,
  other: Record<number, number>,
  times: 1 | -1 = 1,
): void {
  for (const [place, readings] of Object.entries(other)) {
    const sum = (sums[Number(place)] ?? 0) + times * readings;
    if (sum === 0) delete sums[Number(place)];
    else sums[Number(place)] = sum;
  }
}

/** Whether all counts are zero. */
export function areEmpty({ stops, ...counts }: Counts): boolean {
  return (
    countNames.every((name) => counts[name] === 0) &&
    Object.keys(stops.positions).length === 0 &&
    Object.keys(stops.sections).length === 0
  );
}

/** Short because most rows have few readings: `{"p":{"3":1},"s":{"12":1}}`. */
export function writeStops({ positions, sections }: Stops): string {
  const p = Object.keys(positions).length > 0 && { p: positions };
  const s = Object.keys(sections).length > 0 && { s: sections };
  return p || s ? JSON.stringify({ ...p, ...s }) : '';
}

export function readStops(text: string): Stops {
  if (text === '') return { positions: {}, sections: {} };
  const { p = {}, s = {} } = parseStops(text);
  return { positions: p, sections: s };
}

/** The server wrote the text itself. */
function parseStops(json: string): { p?: Stops['positions']; s?: Stops['sections'] } {
  return JSON.parse(json) as { p?: Stops['positions']; s?: Stops['sections'] };
}

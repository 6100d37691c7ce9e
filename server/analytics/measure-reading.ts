import { dayMs } from '../values/time.ts';
import type { Beacon, BeaconEvent, Dimensions } from './beacon.ts';
import { type Counts, emptyCounts, positionBucket, positionBuckets } from './counts.ts';

/** Minimum reading time of a session. */
const sessionSeconds = 10;
/**
 * A sale counts if it is reported within this time after the book is opened. Beacons are kept for
 * the same time.
 */
export const saleWindowDays = 30;

/** Counts that one reading adds to the hour and day in which the book was opened. */
export interface MeasuredReading {
  accountId: string;
  /** UTC hour, such as `2026-11-21T09`. */
  hour: string;
  dimensions: Dimensions;
  /** Digest of the reader, if known. `counts.readers` is 0 because a reader counts once a day. */
  reader: string | null;
  counts: Counts;
}

/**
 * Measures a reading from all of its beacons. The order and repetition of beacons do not affect the
 * result. Returns null if the book was not opened, so that every counted reading includes an open.
 */
export function measureReading(beacons: readonly Beacon[]): MeasuredReading | null {
  const events = beacons.flatMap((beacon) => beacon.events);
  const first = beacons.find(({ dimensions }) => dimensions !== undefined);
  const openedAt = earliest(events, 'opened');
  if (!first?.dimensions || openedAt === null) return null;
  const has = (type: BeaconEvent['type']) => events.some((one) => one.type === type);
  const seconds = highest(events, 'seconds') ?? 0;
  const section = highest(events, 'section');
  const bucket = positionBucket(highest(events, 'fraction') ?? 0);
  const soldAt = earliest(events, 'sold');
  const isRead =
    seconds >= sessionSeconds || has('progressed') || has('finished-sample') || has('buy-clicked');
  return {
    accountId: first.accountId,
    hour: openedAt.slice(0, 13),
    dimensions: first.dimensions,
    reader: beacons.find(({ reader }) => reader !== undefined)?.reader ?? null,
    counts: {
      ...emptyCounts(),
      opens: 1,
      sample_ends: Number(has('finished-sample')),
      buy_presses: Number(has('buy-clicked')),
      sales: Number(soldAt !== null && Date.parse(soldAt) <= saleDeadline(openedAt)),
      // Pages that show a book to visitors who don't read it would distort these numbers.
      ...(isRead && {
        sessions: 1,
        finished: Number(bucket === positionBuckets - 1),
        seconds,
        stops: {
          positions: { [bucket]: 1 },
          sections: section === null ? {} : { [section]: 1 },
        },
      }),
    },
  };
}

function saleDeadline(openedAt: string): number {
  return Date.parse(openedAt) + saleWindowDays * dayMs;
}

function earliest(events: readonly BeaconEvent[], type: BeaconEvent['type']): string | null {
  return events
    .filter((one) => one.type === type)
    .reduce<string | null>((least, { at }) => (least !== null && least <= at ? least : at), null);
}

function highest(
  events: readonly BeaconEvent[],
  name: 'seconds' | 'section' | 'fraction',
): number | null {
  return events.reduce<number | null>((most, event) => {
    const value = event[name];
    return value === undefined || (most !== null && most >= value) ? most : value;
  }, null);
}

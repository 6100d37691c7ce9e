import type { AnalyticsQuery } from '../../../server/analytics/contract.ts';
import type { BeaconBody, Dimensions } from '../../../server/analytics/beacon.ts';
import type { Queries } from '../../../server/db/schema.ts';

/** One reading, as defined in docs/reference/analytics.md. */
interface Reading {
  openedAt: string;
  dimensions: Dimensions;
  reader: string | null;
  isSession: boolean;
  seconds: number;
  fraction: number;
  section: number | null;
  isSampleEnd: boolean;
  isBuyClick: boolean;
  isSale: boolean;
}

/** The numbers of a report, named as in the API. */
export interface SlowCounts {
  opens: number;
  sessions: number;
  readers: number;
  secondsRead: number;
  finished: number;
  sampleEnds: number;
  buyClicks: number;
  sales: number;
}

/** Reads every stored beacon of an account and counts from scratch. */
export async function slowReadings(query: Queries, accountId: string): Promise<Reading[]> {
  const rows = await query.selectFrom('beacons').selectAll().orderBy('id').execute();
  const readings: Reading[] = [];
  for (const traceId of new Set(rows.map(({ trace_id }) => trace_id))) {
    const bodies = rows
      .filter((row) => row.trace_id === traceId && row.account_id === accountId)
      .map(({ body }): BeaconBody => JSON.parse(body));
    const events = bodies.flatMap((body) => body.events);
    const opened = events.filter(({ type }) => type === 'opened').map(({ at }) => at);
    const dimensions = bodies.find((body) => body.dimensions)?.dimensions;
    const [openedAt] = opened.sort();
    if (openedAt === undefined || !dimensions) continue;
    const happened = (type: string) => events.some((event) => event.type === type);
    const seconds = Math.max(0, ...events.map((event) => event.seconds ?? 0));
    const sections = events.flatMap((event) => event.section ?? []);
    const firstSale = events
      .filter(({ type }) => type === 'sold')
      .map(({ at }) => Date.parse(at))
      .sort((one, other) => one - other)[0];
    readings.push({
      openedAt,
      dimensions,
      reader: bodies.find((body) => body.reader)?.reader ?? null,
      isSession:
        seconds >= 10 ||
        happened('progressed') ||
        happened('finished-sample') ||
        happened('buy-clicked'),
      seconds,
      fraction: Math.max(0, ...events.map((event) => event.fraction ?? 0)),
      section: sections.length > 0 ? Math.max(...sections) : null,
      isSampleEnd: happened('finished-sample'),
      isBuyClick: happened('buy-clicked'),
      isSale: firstSale !== undefined && firstSale - Date.parse(openedAt) <= 30 * 24 * 3_600_000,
    });
  }
  return readings;
}

/** The readings that a report selects. */
export function selectReadings(
  readings: Reading[],
  { from, to, ...query }: Partial<AnalyticsQuery> & { from: string; to: string },
): Reading[] {
  const names = [
    'book',
    'deployment',
    'affiliate',
    'campaign',
    'language',
    'country',
    'device',
  ] as const;
  return readings.filter(
    ({ openedAt, dimensions }) =>
      openedAt.slice(0, 10) >= from &&
      openedAt.slice(0, 10) <= to &&
      names.every((name) => query[name] === undefined || dimensions[name] === query[name]),
  );
}

export function slowCounts(readings: Reading[]): SlowCounts {
  const sessions = readings.filter(({ isSession }) => isSession);
  const readers = readings.flatMap(({ reader, openedAt, dimensions }) =>
    reader === null ? [] : [JSON.stringify([openedAt.slice(0, 10), dimensions.book, reader])],
  );
  return {
    opens: readings.length,
    sessions: sessions.length,
    readers: new Set(readers).size,
    secondsRead: sessions.reduce((sum, { seconds }) => sum + seconds, 0),
    finished: sessions.filter(({ fraction }) => fraction >= 0.95).length,
    sampleEnds: readings.filter(({ isSampleEnd }) => isSampleEnd).length,
    buyClicks: readings.filter(({ isBuyClick }) => isBuyClick).length,
    sales: readings.filter(({ isSale }) => isSale).length,
  };
}

/** Number of sessions that stopped in each twentieth of the book, and how many reached it. */
export function slowPositions(readings: Reading[]): { reached: number; stopped: number }[] {
  const sessions = readings.filter(({ isSession }) => isSession);
  return Array.from({ length: 20 }, (_, part) => {
    const isAfterStart = (fraction: number) => fraction >= part / 20 || part === 0;
    const isBeforeEnd = (fraction: number) => part === 19 || fraction < (part + 1) / 20;
    return {
      reached: sessions.filter(({ fraction }) => isAfterStart(fraction)).length,
      stopped: sessions.filter(({ fraction }) => isAfterStart(fraction) && isBeforeEnd(fraction))
        .length,
    };
  });
}

/** Number of sessions that stopped in each section, and how many reached it. */
export function slowSections(readings: Reading[]): { reached: number; stopped: number }[] {
  const furthest = readings
    .filter(({ isSession }) => isSession)
    .flatMap(({ section }) => section ?? []);
  return Array.from({ length: Math.max(-1, ...furthest) + 1 }, (_, section) => ({
    reached: furthest.filter((one) => one >= section).length,
    stopped: furthest.filter((one) => one === section).length,
  }));
}

import type { Database } from '../db/open.ts';
import type {
  AnalyticsGrouping,
  AnalyticsQuery,
  FunnelReport,
  OpensReport,
  ReadingReport,
  FunnelFigures,
  OpenFigures,
  ReadingFigures,
} from './contract.ts';
import { countSource, type Filters } from './count-source.ts';
import { readLabels, requireAffiliateId } from './labels.ts';
import { intervalsIn, type Period, periodBefore, periodOf } from './period.ts';
import {
  addSums,
  type CountSelection,
  noSums,
  readGroups,
  readSeries,
  readStopSums,
  type Sums,
} from './read-counts.ts';
import { positionCurve, sectionCurve } from './stop-curves.ts';

export interface ReportsContext {
  db: Pick<Database, 'query'>;
  now: () => Date;
  /**
   * Returns the titles of a book's sections in reading order. Returns null if the account cannot
   * see the book or the book has no text.
   */
  sectionTitles: (accountId: string, bookId: string) => Promise<readonly string[] | null>;
}

/** The parameters of a report. `format` does not change its numbers. */
export type ReportQuery = Omit<AnalyticsQuery, 'format'>;

export type AnalyticsReports = ReturnType<typeof analyticsReports>;

/**
 * Reports on reader activity in an account's books and links. All methods throw Failure
 * `invalid_request` for a period or combination that is not stored, or `affiliate_not_found`.
 */
export function analyticsReports({ db, now, sectionTitles }: ReportsContext) {
  const { query } = db;

  return {
    async opens(accountId: string, request: ReportQuery): Promise<OpensReport> {
      const plan = await planReport(accountId, request);
      return countReport(plan, toOpenFigures);
    },

    async funnel(accountId: string, request: ReportQuery): Promise<FunnelReport> {
      const plan = await planReport(accountId, request);
      return countReport(plan, toFunnelFigures);
    },

    async reading(accountId: string, request: ReportQuery): Promise<ReadingReport> {
      const plan = await planReport(accountId, request);
      return { ...(await countReport(plan, toReadingFigures)), ...(await readCurves(plan)) };
    },

    /** The numbers of all three reports. */
    async combined(accountId: string, request: ReportQuery) {
      const plan = await planReport(accountId, request);
      const report = await countReport(plan, (sums) => ({
        ...toOpenFigures(sums),
        ...toReadingFigures(sums),
        ...toFunnelFigures(sums),
      }));
      return { ...report, ...(await readCurves(plan)) };
    },
  };

  async function readCurves({ source, selection }: Awaited<ReturnType<typeof planReport>>) {
    const { accountId, filters } = selection;
    const stops = await readStopSums(query, source, selection);
    return {
      positions: positionCurve(stops.positions),
      sections:
        filters.book === undefined
          ? null
          : sectionCurve(stops.sections, await sectionTitles(accountId, filters.book)),
    };
  }

  async function planReport(accountId: string, request: ReportQuery) {
    const today = now();
    const period = periodOf(request, today);
    const before = request.compare === undefined ? null : periodBefore(period);
    const days = { earliest: (before ?? period).from, today: today.toISOString().slice(0, 10) };
    const { book, deployment, affiliate, campaign, language, country, device } = request;
    const partnerId = affiliate && (await requireAffiliateId(query, accountId, affiliate));
    const filters: Filters = {
      ...(book !== undefined && { book }),
      ...(deployment !== undefined && { deployment }),
      ...(partnerId !== undefined && { affiliate: partnerId }),
      ...(campaign !== undefined && { campaign }),
      ...(language !== undefined && { language }),
      ...(country !== undefined && { country }),
      ...(device !== undefined && { device }),
    };
    const { interval, groupBy = null, limit } = request;
    const filtered = filterNames(filters);
    return {
      selection: { accountId, filters, period },
      before,
      interval,
      limit,
      source: countSource(filtered, interval, days),
      grouping: groupBy && {
        groupBy,
        source: countSource([...filtered, groupBy], interval, days),
      },
    };
  }

  async function countReport<Figures>(
    plan: Awaited<ReturnType<typeof planReport>>,
    figuresOf: (sums: Sums) => Figures,
  ) {
    const { selection, before, interval, source, grouping } = plan;
    const { period } = selection;
    const read = async (one: Period) => {
      const sums = await readSeries(query, source, { ...selection, period: one }, interval);
      const series = intervalsIn(one, interval).map((start) => ({
        start,
        ...figuresOf(sums.get(start) ?? noSums()),
      }));
      return { total: totalOf(sums.values()), series };
    };
    const { total, series } = await read(period);
    const earlier = before && (await read(before));
    const all = { totals: total, previous: earlier && earlier.total };
    const groups = grouping && (await countGroups(plan, grouping, all));
    return {
      from: period.from,
      to: period.to,
      interval,
      groupBy: grouping?.groupBy ?? null,
      totals: figuresOf(total),
      previous: before &&
        earlier && { ...before, totals: figuresOf(earlier.total), series: earlier.series },
      series,
      groups:
        groups &&
        groups.shown.map(({ key, label, sums, previous: earlier }) => ({
          key,
          label,
          ...figuresOf(sums),
          previous: earlier && figuresOf(earlier),
        })),
      omittedGroups: groups?.omitted ?? 0,
    };
  }

  async function countGroups(
    { selection, before, limit }: Awaited<ReturnType<typeof planReport>>,
    { groupBy, source }: { groupBy: AnalyticsGrouping; source: ReturnType<typeof countSource> },
    all: { totals: Sums; previous: Sums | null },
  ) {
    const read = (period: Period): Promise<Map<string | null, Sums>> =>
      readWithRest({ ...selection, period }, period === before ? all.previous : all.totals);
    const readWithRest = async (one: CountSelection, total: Sums | null) => {
      const found = await readGroups(query, source, one, groupBy);
      const sums: Map<string | null, Sums> = new Map(found);
      // Readings without a value have no separate rows.
      const rest = { ...(total ?? noSums()) };
      for (const group of sums.values()) addSums(rest, group, -1);
      if (!isEmpty(rest)) sums.set(null, rest);
      return sums;
    };
    const current = await read(selection.period);
    const earlier = before && (await read(before));
    const keys = [...new Set([...current.keys(), ...(earlier?.keys() ?? [])])];
    const ranked = keys
      .map((key) => ({
        key,
        sums: current.get(key) ?? noSums(),
        previous: earlier && (earlier.get(key) ?? noSums()),
      }))
      .filter(({ sums, previous }) => !isEmpty(sums) || (previous && !isEmpty(previous)))
      .sort((one, other) => other.sums.opens - one.sums.opens);
    const shown = ranked.slice(0, limit);
    const ids = shown.flatMap(({ key }) => (key === null ? [] : [key]));
    const labels = await readLabels(query, selection.accountId, groupBy, ids);
    return {
      shown: shown.map((group) => ({
        ...group,
        label: group.key === null ? '(none)' : (labels.get(group.key) ?? group.key),
      })),
      omitted: ranked.length - shown.length,
    };
  }
}

function totalOf(parts: Iterable<Sums>): Sums {
  const total = noSums();
  for (const part of parts) addSums(total, part);
  return total;
}

function isEmpty(sums: Sums): boolean {
  return Object.values(sums).every((count) => count === 0);
}

/** `Object.keys` loses the type of the keys. */
function filterNames(filters: Filters): (keyof Filters)[] {
  return Object.keys(filters) as (keyof Filters)[];
}

function toOpenFigures({ opens, sessions, readers }: Sums): OpenFigures {
  return { opens, sessions, readers };
}

function toReadingFigures({ sessions, seconds, finished }: Sums): ReadingFigures {
  return {
    sessions,
    secondsRead: seconds,
    averageSeconds: sessions === 0 ? null : Math.round(seconds / sessions),
    finished,
    completion: share(finished, sessions),
  };
}

function toFunnelFigures(sums: Sums): FunnelFigures {
  const { opens, sample_ends: sampleEnds, buy_presses: buyClicks, sales } = sums;
  return {
    opens,
    sampleEnds,
    buyClicks,
    sales,
    sampleEndRate: share(sampleEnds, opens),
    buyClickRate: share(buyClicks, opens),
    saleRate: share(sales, opens),
  };
}

/** Rounded to four decimals, or null if the total is 0. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
}

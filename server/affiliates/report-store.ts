import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../db/open.ts';
import { type ReportCurrency, type Counts, reportSums, type ReportSums } from './report-sums.ts';
import type { AffiliateReport, Grouping } from './contract.ts';

export interface ReportRequest {
  partnerId: string;
  groupBy: Grouping;
  /** Null to report each currency separately. */
  currency: string | null;
  /** First and last day, `YYYY-MM-DD`. */
  from: string | null;
  to: string | null;
}

/** Number of rows read per batch. Other requests are served between batches. */
const pageSize = 2000;
const titleBatchSize = 500;

/**
 * Creates a partner's report. A sale, including all later refunds, counts on the day of the sale.
 *
 * @throws Failure `unknown_currency` if a sale has no stored rate for the requested currency.
 */
export async function readReport(
  db: Database,
  now: Date,
  order: ReportRequest,
): Promise<AffiliateReport> {
  const sums = reportSums(now.toISOString());
  await countVisits(db.query, sums, order);
  await countClicks(db.query, sums, order);
  await addConversions(db.query, sums, order);
  const { groupBy, currency, from, to } = order;
  const { rows, totals } = sums.finish((key) => key ?? '(none)', currency);
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]));
  const titles = groupBy === 'book' ? await titlesOf(db.query, keys) : new Map<string, string>();
  const labelled = rows.map((row) => ({ ...row, label: titles.get(row.key ?? '') ?? row.label }));
  return { groupBy, currency, from, to, rows: labelled, totals };
}

const countByStep: Record<string, keyof Counts> = {
  impression: 'impressions',
  opened: 'opens',
  'finished-sample': 'samplesFinished',
};

/**
 * Counts only the first step of each kind per reading because all groupings must have the same
 * totals.
 */
async function countVisits(query: Queries, sums: ReportSums, order: ReportRequest): Promise<void> {
  const { first, last } = reportInterval(order);
  const rows = await query
    .selectFrom('visits')
    .select(['type', visitGroupKey[order.groupBy].as('group_key')])
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .where('partner_id', '=', order.partnerId)
    .where('type', 'in', ['impression', 'opened', 'finished-sample'])
    .where('occurred_at', '>=', first)
    .where('occurred_at', '<=', last)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('visits as earlier')
            .select('earlier.type')
            .whereRef('earlier.trace_id', '=', 'visits.trace_id')
            .whereRef('earlier.type', '=', 'visits.type')
            .where((one) =>
              one.or([
                one('earlier.occurred_at', '<', one.ref('visits.occurred_at')),
                one.and([
                  one('earlier.occurred_at', '=', one.ref('visits.occurred_at')),
                  one('earlier.chapter', '<', one.ref('visits.chapter')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .groupBy(['type', 'group_key'])
    .execute();
  for (const { type, group_key: key, number } of rows) {
    const counter = countByStep[type];
    if (counter) sums.addCount(key, counter, Number(number));
  }
}

async function countClicks(query: Queries, sums: ReportSums, order: ReportRequest): Promise<void> {
  const { first, last } = reportInterval(order);
  const rows = await query
    .selectFrom('clicks')
    .select(clickGroupKey[order.groupBy].as('group_key'))
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .where('partner_id', '=', order.partnerId)
    .where('created_at', '>=', first)
    .where('created_at', '<=', last)
    .groupBy('group_key')
    .execute();
  for (const { group_key: key, number } of rows) sums.addCount(key, 'clicks', Number(number));
}

/** Adds conversions in a fixed order because totals must be identical in every grouping. */
async function addConversions(
  query: Queries,
  sums: ReportSums,
  order: ReportRequest,
): Promise<void> {
  const { first, last } = reportInterval(order);
  const { currency } = order;
  const rates = new Map<string, ReportCurrency['rates']>();
  for (let after = { at: first, id: '' }; ; await setImmediate()) {
    const rows = await query
      .selectFrom('conversions')
      .selectAll()
      .where('partner_id', '=', order.partnerId)
      .where('reason', 'is', null)
      .where('occurred_at', '>=', after.at)
      .where('occurred_at', '<=', last)
      .where((eb) => eb.or([eb('occurred_at', '>', after.at), eb('id', '>', after.id)]))
      .orderBy('occurred_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      after = { at: row.occurred_at, id: row.id };
      const key = {
        day: row.occurred_at.slice(0, 10),
        book: row.book_id,
        campaign: row.campaign,
        sub: row.sub,
        chapter: row.chapter,
      }[order.groupBy];
      if (currency === null) {
        sums.addConversion(key, row, null);
        continue;
      }
      const saleRates = rates.get(row.rates_id) ?? (await readRates(query, row.rates_id));
      rates.set(row.rates_id, saleRates);
      sums.addConversion(key, row, { currency, rates: saleRates });
    }
    if (rows.length < pageSize) return;
  }
}

async function readRates(query: Queries, id: string): Promise<ReportCurrency['rates']> {
  const { rates } = await query
    .selectFrom('sale_rates')
    .select('rates')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.parse(rates) as ReportCurrency['rates'];
}

async function titlesOf(query: Queries, ids: string[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (let start = 0; start < ids.length; start += titleBatchSize) {
    const rows = await query
      .selectFrom('books')
      .select(['id', 'title'])
      .where('id', 'in', ids.slice(start, start + titleBatchSize))
      .execute();
    for (const { id, title } of rows) titles.set(id, title);
  }
  return titles;
}

const visitGroupKey: Record<Grouping, RawBuilder<string | null>> = {
  day: sql`substr(occurred_at, 1, 10)`,
  book: sql`book_id`,
  campaign: sql`campaign`,
  sub: sql`sub`,
  chapter: sql`nullif(chapter, '')`,
};

const clickGroupKey: Record<Grouping, RawBuilder<string | null>> = {
  ...visitGroupKey,
  day: sql`substr(created_at, 1, 10)`,
};

function reportInterval({ from, to }: ReportRequest): { first: string; last: string } {
  return {
    first: from === null ? '' : `${from}T00:00:00.000Z`,
    last: to === null ? '9' : `${to}T23:59:59.999Z`,
  };
}

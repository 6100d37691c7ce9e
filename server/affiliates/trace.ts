import { encodeTime } from 'ulid';
import type { Queries } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { ExactDecimal, roundToMinorUnits } from './commission.ts';
import type { Trace, TraceStep } from './contract.ts';
import { conversionState } from './conversion-rows.ts';

/** Maximum time between a change and its event, which share a transaction. */
const maxTransactionMs = 60_000;

/** Sort order for steps with the same timestamp. */
const stepOrder: TraceStep['type'][] = [
  'impression',
  'opened',
  'progressed',
  'finished-sample',
  'buy-clicked',
  'click',
  'sale',
  'conversion',
  'refund',
  'commission',
  'rounding',
  'payout',
  'event',
  'delivery',
];

/**
 * Returns everything recorded about one reading and its results, from the embed to the webhook
 * deliveries.
 *
 * @param id - Id of a trace, a sale or a click.
 * @throws Failure `trace_not_found`.
 */
export async function readTrace(
  query: Queries,
  now: Date,
  accountId: string,
  id: string,
): Promise<Trace> {
  const sales = await salesOf(query, accountId, id);
  const traceId = id.startsWith('trc_')
    ? id
    : ((await traceOfClick(query, accountId, id)) ?? sales[0]?.trace_id ?? null);
  const all = traceId === null || id === traceId ? sales : await salesOf(query, accountId, traceId);
  const steps = [
    ...(traceId === null ? [] : await visitSteps(query, accountId, traceId)),
    ...all.map(saleStep),
    ...(await conversionSteps(query, now.toISOString(), all)),
    ...(await refundSteps(query, all)),
    ...(await ledgerSteps(query, all)),
    ...(await eventSteps(query, accountId, all)),
  ];
  if (steps.length === 0) {
    throw new Failure('trace_not_found', `No trace, sale or click with id ${id} in this account.`);
  }
  return { traceId, steps: steps.sort(compareSteps) };
}

type SaleRow = Awaited<ReturnType<typeof salesOf>>[number];

async function salesOf(query: Queries, accountId: string, id: string) {
  return query
    .selectFrom('sales')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(id.startsWith('sale_') ? 'id' : id.startsWith('clk_') ? 'click_id' : 'trace_id', '=', id)
    .orderBy('id')
    .execute();
}

async function traceOfClick(query: Queries, accountId: string, id: string): Promise<string | null> {
  const row = await query
    .selectFrom('clicks')
    .select('trace_id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.trace_id ?? null;
}

async function visitSteps(
  query: Queries,
  accountId: string,
  traceId: string,
): Promise<TraceStep[]> {
  const visits = await query
    .selectFrom('visits')
    .selectAll()
    .where('trace_id', '=', traceId)
    .where('account_id', '=', accountId)
    .execute();
  const clicks = await query
    .selectFrom('clicks')
    .selectAll()
    .where('trace_id', '=', traceId)
    .where('account_id', '=', accountId)
    .execute();
  return [
    ...visits.map((row): TraceStep => ({
      at: row.occurred_at,
      type: row.type,
      id: null,
      detail: {
        bookId: row.book_id,
        affiliateId: row.partner_id,
        deploymentId: row.deployment_id,
        campaign: row.campaign,
        sub: row.sub,
        chapter: row.chapter || null,
        fraction: row.fraction,
      },
    })),
    ...clicks.map((row): TraceStep => ({
      at: row.created_at,
      type: 'click',
      id: row.id,
      detail: {
        bookId: row.book_id,
        affiliateId: row.partner_id,
        deploymentId: row.deployment_id,
        campaign: row.campaign,
        sub: row.sub,
        chapter: row.chapter,
      },
    })),
  ];
}

function saleStep(row: SaleRow): TraceStep {
  const amount = roundToMinorUnits(
    new ExactDecimal(row.unit_price).times(row.quantity),
    row.currency,
  );
  return {
    at: row.created_at,
    type: 'sale',
    id: row.id,
    detail: {
      orderId: row.order_id,
      bookId: row.book_id,
      quantity: row.quantity,
      total: { amount, currency: row.currency },
      clickId: row.click_id || null,
      occurredAt: row.occurred_at,
    },
  };
}

async function conversionSteps(
  query: Queries,
  now: string,
  sales: SaleRow[],
): Promise<TraceStep[]> {
  if (sales.length === 0) return [];
  const rows = await query
    .selectFrom('conversions')
    .selectAll()
    .where('sale_id', 'in', idsOf(sales))
    .execute();
  return rows.map((row) => ({
    at: row.created_at,
    type: 'conversion',
    id: row.id,
    detail: {
      saleId: row.sale_id,
      affiliateId: row.partner_id,
      rate: row.rate,
      commission: { amount: row.commission, currency: row.currency },
      state: conversionState(row, now),
      reason: row.reason,
    },
  }));
}

async function refundSteps(query: Queries, sales: SaleRow[]): Promise<TraceStep[]> {
  if (sales.length === 0) return [];
  const rows = await query
    .selectFrom('sale_refunds')
    .selectAll()
    .where('sale_id', 'in', idsOf(sales))
    .execute();
  return rows.map((row) => ({
    at: row.created_at,
    type: 'refund',
    id: row.id,
    detail: { saleId: row.sale_id, quantity: row.quantity, reason: row.reason },
  }));
}

async function ledgerSteps(query: Queries, sales: SaleRow[]): Promise<TraceStep[]> {
  if (sales.length === 0) return [];
  const entries = await query
    .selectFrom('commission_entries')
    .innerJoin('conversions', 'conversions.id', 'commission_entries.conversion_id')
    .leftJoin('payout_entries', 'payout_entries.entry_id', 'commission_entries.id')
    .selectAll('commission_entries')
    .select('payout_entries.payout_id')
    .where('conversions.sale_id', 'in', idsOf(sales))
    .execute();
  const payoutIds = [...new Set(entries.flatMap(({ payout_id }) => payout_id ?? []))];
  const payouts =
    payoutIds.length === 0
      ? []
      : await query.selectFrom('payouts').selectAll().where('id', 'in', payoutIds).execute();
  return [
    ...entries.map((row): TraceStep => ({
      at: row.created_at,
      type: row.kind,
      id: row.id,
      detail: {
        conversionId: row.conversion_id,
        amount: { amount: row.amount, currency: row.currency },
        refundId: row.refund_id,
        payoutId: row.payout_id,
      },
    })),
    ...payouts.map((row): TraceStep => ({
      at: row.created_at,
      type: 'payout',
      id: row.id,
      detail: { amount: { amount: row.amount, currency: row.currency }, until: row.until },
    })),
  ];
}

/**
 * Events contain their sale id only in the body, so they are found by the id range of their time.
 */
async function eventSteps(
  query: Queries,
  accountId: string,
  sales: SaleRow[],
): Promise<TraceStep[]> {
  const refunds = sales.length === 0 ? [] : await refundSteps(query, sales);
  const times = new Set([...sales.map((row) => row.created_at), ...refunds.map(({ at }) => at)]);
  const found = new Map<string, TraceStep>();
  for (const time of times) {
    const ms = Date.parse(time);
    const rows = await query
      .selectFrom('events')
      .select(['id', 'type', 'body', 'created_at'])
      .where('account_id', '=', accountId)
      .where('id', '>=', `evt_${encodeTime(ms)}`)
      .where('id', '<', `evt_${encodeTime(ms + maxTransactionMs)}`)
      .where('type', 'in', ['sale.completed', 'sale.refunded'])
      .execute();
    for (const { id, type, body, created_at: at } of rows) {
      const saleId = saleIdIn(body);
      if (!idsOf(sales).includes(saleId)) continue;
      found.set(id, { at, type: 'event', id, detail: { type, saleId } });
    }
  }
  return [...found.values(), ...(await deliverySteps(query, accountId, [...found.keys()]))];
}

async function deliverySteps(
  query: Queries,
  accountId: string,
  eventIds: string[],
): Promise<TraceStep[]> {
  if (eventIds.length === 0) return [];
  const rows = await query
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('account_id', '=', accountId)
    // Filters by webhook to use the table's only index.
    .where('webhook_id', 'in', (eb) =>
      eb.selectFrom('webhooks').select('webhooks.id').where('webhooks.account_id', '=', accountId),
    )
    .where('event_id', 'in', eventIds)
    .execute();
  return rows.map((row) => ({
    at: row.finished_at ?? row.created_at,
    type: 'delivery',
    id: row.id,
    detail: {
      webhookId: row.webhook_id,
      eventId: row.event_id,
      state: row.state,
      attempts: row.attempts,
    },
  }));
}

function saleIdIn(body: string): string {
  const { data } = JSON.parse(body) as { data: { object: { id?: unknown } } };
  return String(data.object.id);
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function compareSteps(one: TraceStep, other: TraceStep): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  const byKind = stepOrder.indexOf(one.type) - stepOrder.indexOf(other.type);
  return byKind || ((one.id ?? '') < (other.id ?? '') ? -1 : 1);
}

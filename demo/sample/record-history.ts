import type { AffiliateServices } from '../../server/affiliates/affiliates.ts';
import { insertClick } from '../../server/affiliates/clicks.ts';
import type { Visit } from '../../server/affiliates/visits.ts';
import { countNextBeacons } from '../../server/analytics/count-beacons.ts';
import type { Database } from '../../server/db/open.ts';
import { Failure } from '../../server/failure.ts';
import { NewSale } from '../../server/sales/contract.ts';
import type { Sales } from '../../server/sales/sales.ts';
import type { SampleHistory, SampleReading, SampleSale } from './history.ts';
import type { SampleDeliveries } from './sample-deliveries.ts';

/** A clock that the history controls. */
export interface HistoryClock {
  now: () => Date;
  set: (ms: number) => void;
}

export interface RecordOptions {
  db: Database;
  clock: HistoryClock;
  newId: (prefix: string) => string;
  accountId: string;
  /** End of the history. */
  untilMs: number;
  affiliates: Pick<AffiliateServices, 'visits' | 'payouts'>;
  sales: Sales;
  deliveries: SampleDeliveries;
  bookIds: readonly string[];
  prices: readonly ({ amount: string; currency: string } | null)[];
  deploymentIds: readonly string[];
  affiliateIds: readonly string[];
  /** Additional steps. */
  moreSteps: readonly HistoryStep[];
}

/** The work at a time. */
export interface HistoryStep {
  atMs: number;
  run: () => Promise<unknown>;
}

/** Number of steps between two pauses, in which the process does other work. */
const stepsPerTurn = 20;

/**
 * Records a history as if it had happened. Runs the production code of each step at the step's
 * time.
 */
export async function recordHistory(
  { readings, sales: sold }: SampleHistory,
  options: RecordOptions,
): Promise<void> {
  const { db, clock, newId, accountId, affiliates, sales, deliveries } = options;
  const visits = new Map<SampleReading, Visit & { clickId: string }>();
  const steps: HistoryStep[] = [
    ...readings.flatMap(stepsOfReading),
    ...sold.flatMap(stepsOfSale),
    ...monthlyPayouts(),
    ...options.moreSteps,
  ].sort((one, other) => one.atMs - other.atMs);
  for (const [index, { atMs, run }] of steps.entries()) {
    if (index % stepsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    await deliveries.deliverUntil(atMs);
    clock.set(atMs);
    await run();
  }
  await deliveries.deliverUntil(options.untilMs);
  while ((await countNextBeacons(db)) > 0) await new Promise((resolve) => setImmediate(resolve));

  function stepsOfReading(reading: SampleReading): HistoryStep[] {
    const { startedAtMs, seconds, clickedAtMs } = reading;
    const click = { atMs: (clickedAtMs ?? 0) + 1, run: () => recordClick(reading) };
    return [
      { atMs: startedAtMs + seconds * 1000, run: () => recordReading(reading) },
      ...(clickedAtMs === null ? [] : [click]),
    ];
  }

  async function recordReading(reading: SampleReading): Promise<void> {
    const { title, deployment, affiliate, campaign, reader, startedAtMs } = reading;
    const visit: Visit = {
      accountId,
      traceId: newId('trc'),
      partnerId: affiliate === null ? null : idAt(options.affiliateIds, affiliate),
      bookId: idAt(options.bookIds, title),
      deploymentId: deployment === null ? null : idAt(options.deploymentIds, deployment),
      campaign,
      sub: null,
      consent: reader === null ? null : 'granted',
    };
    visits.set(reading, { ...visit, clickId: newId('clk') });
    const startedAt = new Date(startedAtMs).toISOString();
    await affiliates.visits.recordImpression(visit, reading.headers);
    await affiliates.visits.recordEvents(
      visit,
      { consent: reader === null ? null : 'granted', events: eventsOf(reading) },
      { startedAt, headers: reading.headers, readerId: reader },
    );
  }

  async function recordClick(reading: SampleReading): Promise<void> {
    const { consent: _, ...visit } = visitOf(reading);
    await insertClick(db.query, {
      ...visit,
      chapter: null,
      readerId: reading.reader,
      currency: null,
      locale: null,
      at: clock.now().toISOString(),
    });
  }

  function stepsOfSale(sale: SampleSale): HistoryStep[] {
    let saleId = '';
    const { refund } = sale;
    const record = async () => (saleId = await recordSale(sale));
    const reverse = async ({ quantity, reason }: NonNullable<SampleSale['refund']>) =>
      sales.refund(accountId, saleId, { quantity, reason });
    return [
      { atMs: sale.atMs, run: record },
      ...(refund ? [{ atMs: refund.atMs, run: () => reverse(refund) }] : []),
    ];
  }

  async function recordSale({ orderId, title, reading, quantity }: SampleSale): Promise<string> {
    const unitPrice = options.prices[title];
    const order = NewSale.parse({
      orderId,
      bookId: idAt(options.bookIds, title),
      quantity,
      unitPrice,
      clickId: reading && visitOf(reading).clickId,
      readerId: reading?.reader ?? null,
      occurredAt: clock.now().toISOString(),
    });
    const { sale } = await sales.record(accountId, order);
    return sale.id;
  }

  /** Pays every affiliate on the first day of each month. */
  function monthlyPayouts(): HistoryStep[] {
    const first = new Date(readings[0]?.startedAtMs ?? 0);
    const last = readings.at(-1)?.startedAtMs ?? 0;
    const steps: HistoryStep[] = [];
    for (let month = 1; ; month += 1) {
      const atMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1, 9);
      if (atMs >= last) return steps;
      for (const id of options.affiliateIds) steps.push({ atMs, run: () => pay(id) });
    }
  }

  async function pay(affiliateId: string): Promise<void> {
    const until = clock.now().toISOString();
    try {
      await affiliates.payouts.pay(accountId, affiliateId, { currency: 'EUR', until });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'nothing_to_pay') throw error;
    }
  }

  function visitOf(reading: SampleReading): Visit & { clickId: string } {
    const visit = visits.get(reading);
    if (!visit) throw new Error('A click or a sale comes before its reading.');
    return visit;
  }
}

type Events = Parameters<AffiliateServices['visits']['recordEvents']>[1]['events'];

/** Data that the reader's browser reports. */
function eventsOf(reading: SampleReading): Events {
  const { startedAtMs, seconds, fraction, hasReachedSampleEnd, clickedAtMs, section } = reading;
  const nothing = { chapter: null, fraction: null, section: null, seconds: null };
  const at = (ms: number) => new Date(ms).toISOString();
  const end = at(startedAtMs + seconds * 1000);
  return [
    { ...nothing, type: 'opened', at: at(startedAtMs) },
    { ...nothing, type: 'read', at: end, fraction, section, seconds },
    ...(hasReachedSampleEnd ? [{ ...nothing, type: 'finished-sample' as const, at: end }] : []),
    ...(clickedAtMs === null ? [] : [{ ...nothing, type: 'buy-clicked' as const, at: end }]),
  ];
}

function idAt(ids: readonly string[], index: number): string {
  const id = ids[index];
  if (id === undefined) throw new Error(`There is no item ${index} of ${ids.length}.`);
  return id;
}

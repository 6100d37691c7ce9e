import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Decimal } from 'decimal.js';
import type { SampleHistory } from '../../demo/sample/history.ts';
import { createSampleAccount, createSamplePartner } from '../../demo/sample/sample-account.ts';
import { seedSample } from '../../demo/sample/seed-sample.ts';
import { analyticsReports } from '../../server/analytics/reports.ts';
import type { Database } from '../../server/db/open.ts';
import { bundledTable } from '../../server/rates/bundled-table.ts';
import { readBlock } from '../../server/request-log/request-block.ts';
import { forEachEngine, testDatabase } from '../server/harness.ts';

const untilMs = Date.parse('2026-11-21T12:00:00Z');
const now = () => new Date(untilMs);
const seedOptions = {
  untilMs,
  rates: bundledTable,
  secrets: ['a secret of thirty-two characters'],
  origin: 'http://127.0.0.1:8787',
  allowsSelfCalls: true,
} satisfies Partial<Parameters<typeof seedSample>[0]>;

forEachEngine('the sample data', (engine) => {
  it('agrees in all reports, and is stored once', async () => {
    const db = await testDatabase(engine);
    const accountId = await createSampleAccount(db, 'quiet lantern over water');
    const history = await seedSample({ ...seedOptions, db, accountId });
    assert.ok(history);

    await checkAnalytics(db, accountId, history);
    await checkSales(db, accountId, history);
    await checkCommissions(db, accountId);
    await checkUsage(db, accountId, history);
    const deliveries = await db.query
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select(['webhooks.description', 'state'])
      .where('webhooks.account_id', '=', accountId)
      .execute();
    const waiting = deliveries.filter(({ state }) => state === 'pending');
    assert.ok(deliveries.length > 2 * waiting.length);
    assert.ok(waiting.length > 0);
    assert.ok(waiting.every(({ description }) => description === 'Customer database'));

    await createSamplePartner(db, accountId, 'quiet lantern over water');
    const partner = await db.query
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .innerJoin('commission_entries', 'commission_entries.partner_id', 'members.partner_id')
      .select(['members.role'])
      .where('users.email', '=', 'partner@example.com')
      .executeTakeFirst();
    assert.equal(partner?.role, 'partner', 'a partner with commissions can sign in');

    const sameId = await createSampleAccount(db, 'another password works then');
    assert.equal(sameId, accountId);
    assert.equal(await seedSample({ ...seedOptions, db, accountId }), null);
  });
});

async function checkAnalytics(db: Database, accountId: string, { readings, sales }: SampleHistory) {
  const reports = analyticsReports({ db, now, sectionTitles: async () => null });
  const period = { from: '2026-07-25', to: '2026-11-21', interval: 'day', limit: 100 } as const;
  const funnel = await reports.funnel(accountId, { ...period, groupBy: 'book' });
  const { opens, sampleEnds, buyClicks } = funnel.totals;
  assert.equal(opens, readings.length);
  assert.equal(sampleEnds, readings.filter((one) => one.hasReachedSampleEnd).length);
  assert.equal(buyClicks, readings.filter((one) => one.clickedAtMs !== null).length);
  assert.equal(funnel.totals.sales, sales.filter(({ reading }) => reading).length);
  assert.ok(opens > sampleEnds && sampleEnds > buyClicks && buyClicks > funnel.totals.sales);
  for (const name of ['opens', 'sampleEnds', 'buyClicks', 'sales'] as const) {
    const sumOf = (parts: readonly Record<typeof name, number>[]) =>
      parts.reduce((sum, part) => sum + part[name], 0);
    assert.equal(sumOf(funnel.series), funnel.totals[name], name);
    assert.equal(sumOf(funnel.groups ?? []), funnel.totals[name], name);
  }
  const reading = await reports.reading(accountId, period);
  const seconds = readings.filter(
    (one) => one.seconds >= 10 || one.clickedAtMs || one.hasReachedSampleEnd,
  );
  assert.equal(
    reading.totals.secondsRead,
    seconds.reduce((sum, one) => sum + one.seconds, 0),
  );
  assert.equal(reading.positions[0]?.reached, reading.totals.sessions);
}

async function checkSales(db: Database, accountId: string, { sales }: SampleHistory) {
  const rows = await db.query
    .selectFrom('sales')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const sold = (list: readonly { quantity: number }[]) =>
    list.reduce((sum, { quantity }) => sum + quantity, 0);
  assert.equal(rows.length, sales.length);
  assert.equal(sold(rows), sold(sales));
  assert.equal(
    rows.reduce((sum, row) => sum + row.refunded_quantity, 0),
    sold(sales.flatMap(({ refund }) => refund ?? [])),
  );
  assert.ok(rows.every((row) => Date.parse(row.occurred_at) < untilMs));
}

async function checkCommissions(db: Database, accountId: string) {
  const rows = await db.query
    .selectFrom('conversions')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const paid = await db.query
    .selectFrom('payouts')
    .select('amount')
    .where('account_id', '=', accountId)
    .execute();
  const total = (amounts: string[]) =>
    amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0)).toFixed(2);
  assert.ok(paid.length > 3);
  assert.equal(
    total(paid.map(({ amount }) => amount)),
    total(rows.flatMap((row) => [row.paid_commission, row.paid_rounding])),
  );
}

async function checkUsage(db: Database, accountId: string, { readings }: SampleHistory) {
  const website = db.query
    .selectFrom('api_keys')
    .select('quota_id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'publishable');
  const earlier = await db.query
    .selectFrom('usage_days')
    .select('used')
    .where('quota_id', 'in', website)
    .execute();
  const last = await db.query
    .selectFrom('quotas')
    .select('used_today as used')
    .where('id', 'in', website)
    .execute();
  const used = [...earlier, ...last].reduce((sum, row) => sum + Number(row.used), 0);
  assert.equal(used, readings.length);
  const blocks = await db.query
    .selectFrom('request_log_blocks')
    .select('requests')
    .where('account_id', '=', accountId)
    .execute();
  const logged = blocks.flatMap(({ requests }) => readBlock(accountId, requests));
  const opened = logged.filter(({ route }) => route === '/v1/reader/embed');
  const firstLogged = Date.parse('2026-11-08T00:00:00Z');
  assert.equal(
    opened.length,
    readings.filter(({ startedAtMs }) => startedAtMs >= firstLogged).length,
  );
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { runsOf } from '../../../scripts/test-tiers.js';
import { affiliates } from '../../../server/affiliates/affiliates.ts';
import { insertClick } from '../../../server/affiliates/clicks.ts';
import { groupings } from '../../../server/affiliates/contract.ts';
import { readReport } from '../../../server/affiliates/report-store.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import type { Engine } from '../../../server/db/open.ts';
import { eventLogWithWebhooks } from '../../../server/event-log-with-webhooks.ts';
import { Failure } from '../../../server/failure.ts';
import { NewSale } from '../../../server/sales/contract.ts';
import { sales } from '../../../server/sales/sales.ts';
import { addBook } from '../books/add-book.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { fromMinorUnits, ExactOracle, toMinorUnits, roundedCommission } from './exact-oracle.ts';

const currencies = [
  { code: 'EUR', digits: 2 },
  { code: 'JPY', digits: 0 },
  { code: 'BHD', digits: 3 },
] as const;
const rates = ['0', '0.0001', '0.0333', '0.05', '0.08', '0.125', '0.5', '1'];

/** A rate table that differs by day, so that using the wrong day changes the report. */
function tableOf(day: number) {
  const one = (rate: number) => String(rate + day / 1000);
  const of = { USD: '1', EUR: one(0.88), JPY: one(157.47), BHD: one(0.376) };
  return {
    date: `2026-11-${String(10 + day)}`,
    pivot: 'USD',
    source: 'ecb',
    rates: new Map(Object.entries(of)),
  };
}

const partner = fc.nat({ max: 1 });
const sale = fc.record({
  type: fc.constant('sale' as const),
  partner,
  currency: fc.nat({ max: 2 }),
  price: fc.nat({ max: 5000 }),
  quantity: fc.integer({ min: 1, max: 5 }),
});
const step = fc.oneof(
  { weight: 5, arbitrary: sale },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('refund' as const),
      of: fc.nat(),
      copies: fc.nat({ max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('replay' as const), of: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('rate' as const),
      partner,
      rate: fc.constantFrom(...rates),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('payout' as const),
      partner,
      currency: fc.nat({ max: 2 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function setUp(engine: Engine) {
  const { db, clock, keyContext, ...api } = await testApi(engine);
  const bookId = await addBook({ db, clock, keyContext, ...api }, { title: 'Whale' });
  const accountId = await keyContext.store.findOrCreateAccount(
    'acme',
    'acc_x',
    '2026-11-21T12:00:00Z',
  );
  const newId = idGenerator(() => clock.now().getTime());
  const context = { db, now: clock.now, newId };
  const all = affiliates({
    ...context,
    secrets: ['x'],
    publicUrl: 'http://svc.test',
    buyTemplateOf: async () => null,
  });
  let day = 0;
  const shop = sales({
    ...context,
    events: eventLogWithWebhooks(context),
    attribution: all.conversions,
    currentRates: async () => tableOf((day += 1) % 9),
  });

  /** Runs steps with two partners who have one click each, and checks the results. */
  return async function run(steps: Step[][], withReports: boolean): Promise<void> {
    const oracle = new ExactOracle();
    const known: {
      input: NewSale;
      rate: string;
      minor: number;
      partnerId: string;
      saleId: string;
      refunded: number;
    }[] = [];
    const made = await Promise.all(
      ['0.05', '0.333'].map((rate) =>
        all.partners.add(accountId, {
          name: 'P',
          rate,
          windowDays: 30,
          approvalDays: 0,
          maxConversionsPerClick: 1000,
          ownReaderIds: [],
          couponCodes: [],
          specialRates: [],
          state: 'active',
        }),
      ),
    );
    const partners = await Promise.all(
      made.map(async ({ partner: { id, rate } }, index) => {
        const clickId = newId('clk');
        await insertClick(db.query, {
          accountId,
          bookId,
          partnerId: id,
          campaign: `campaign-${index}`,
          sub: null,
          chapter: String(index),
          traceId: newId('trc'),
          clickId,
          deploymentId: null,
          readerId: null,
          currency: null,
          locale: null,
          at: clock.now().toISOString(),
        });
        return { id, rate, clickId };
      }),
    );

    const take = async (one: Step): Promise<void> => {
      switch (one.type) {
        case 'sale': {
          const partner = partners[one.partner];
          const currency = currencies[one.currency];
          assert.ok(partner && currency);
          const { rate } = partner;
          const input = NewSale.parse({
            orderId: newId('o'),
            bookId,
            quantity: one.quantity,
            unitPrice: {
              amount: fromMinorUnits(one.price, currency.digits),
              currency: currency.code,
            },
            clickId: partner.clickId,
            occurredAt: clock.now().toISOString(),
          });
          const { sale: recorded, created } = await shop.record(accountId, input);
          assert.ok(created);
          oracle.add(partner.id, currency.code, rate, one.price, one.quantity);
          known.push({
            input,
            rate,
            minor: one.price,
            partnerId: partner.id,
            saleId: recorded.id,
            refunded: 0,
          });
          return;
        }
        case 'replay': {
          const again = known[one.of % (known.length || 1)];
          if (!again) return;
          const { sale: recorded, created } = await shop.record(accountId, again.input);
          assert.equal(created, false);
          assert.equal(recorded.id, again.saleId);
          return;
        }
        case 'refund': {
          const refunded = known[one.of % (known.length || 1)];
          if (!refunded) return;
          const requested = one.copies === 0 ? {} : { quantity: one.copies };
          try {
            await shop.refund(accountId, refunded.saleId, { ...requested, reason: null });
          } catch (error) {
            assert.ok(error instanceof Failure && error.code === 'refund_too_large');
          }
          return;
        }
        case 'rate': {
          const partner = partners[one.partner];
          assert.ok(partner);
          await all.partners.change(accountId, partner.id, { rate: one.rate }, () => undefined);
          partner.rate = one.rate;
          return;
        }
        case 'payout': {
          const partner = partners[one.partner];
          const currency = currencies[one.currency];
          assert.ok(partner && currency);
          try {
            await all.payouts.pay(accountId, partner.id, { currency: currency.code });
          } catch (error) {
            assert.ok(error instanceof Failure && error.code === 'nothing_to_pay');
          }
        }
      }
    };

    for (const together of steps) {
      // Rates change only between concurrent batches, so that the applicable rate is known.
      const isAlone = together.some(({ type }) => type === 'rate');
      if (isAlone) for (const one of together) await take(one);
      else await Promise.all(together.map(take));
      await countRefunds();
      await checkLedger(partners.map(({ id }) => id));
    }
    await checkPayouts(partners.map(({ id }) => id));
    if (withReports) for (const { id } of partners) await checkReports(id);

    /**
     * Reads the refunded quantities from the sales, because the outcome of concurrent refunds is
     * unknown.
     */
    async function countRefunds(): Promise<void> {
      for (const one of known) {
        const { refunded_quantity: refunded } = await db.query
          .selectFrom('sales')
          .select('refunded_quantity')
          .where('id', '=', one.saleId)
          .executeTakeFirstOrThrow();
        const { currency } = one.input.unitPrice;
        oracle.add(one.partnerId, currency, one.rate, one.minor, one.refunded - refunded);
        one.refunded = refunded;
      }
    }

    async function checkLedger(ids: string[]): Promise<void> {
      const entries = await db.query
        .selectFrom('commission_entries')
        .selectAll()
        .where('partner_id', 'in', ids)
        .execute();
      const sums = new Map<string, bigint>();
      const own = new Map<string, bigint>();
      for (const { partner_id, currency, conversion_id, kind, amount } of entries) {
        const name = `${partner_id} ${currency}`;
        sums.set(name, (sums.get(name) ?? 0n) + toMinorUnits(amount));
        if (kind !== 'commission') continue;
        own.set(conversion_id, (own.get(conversion_id) ?? 0n) + toMinorUnits(amount));
      }
      assert.deepEqual(new Map([...sums].sort()), new Map([...oracle.sums()].sort()));
      const rows = await db.query
        .selectFrom('conversions')
        .selectAll()
        .where('partner_id', 'in', ids)
        .execute();
      for (const row of rows) {
        const minor = Number(toMinorUnits(row.unit_price));
        const netCopies = row.quantity - row.refunded_quantity;
        assert.equal(own.get(row.id), roundedCommission(row.rate, minor, netCopies));
        assert.equal(toMinorUnits(row.commission), own.get(row.id));
      }
    }

    /** Checks that payouts equal their entries and the paid amounts. */
    async function checkPayouts(ids: string[]): Promise<void> {
      const paid = await db.query
        .selectFrom('payouts')
        .select(['id', 'amount'])
        .where('partner_id', 'in', ids)
        .execute();
      for (const { id, amount } of paid) {
        const entries = await db.query
          .selectFrom('payout_entries')
          .innerJoin('commission_entries', 'commission_entries.id', 'payout_entries.entry_id')
          .select('commission_entries.amount')
          .where('payout_entries.payout_id', '=', id)
          .execute();
        const sum = entries.reduce((so, entry) => so + toMinorUnits(entry.amount), 0n);
        assert.equal(sum, toMinorUnits(amount));
      }
    }

    async function paidIn(partnerId: string, currency: string): Promise<bigint> {
      const paid = await db.query
        .selectFrom('payouts')
        .select('amount')
        .where('partner_id', '=', partnerId)
        .where('currency', '=', currency)
        .execute();
      return paid.reduce((so, { amount }) => so + toMinorUnits(amount), 0n);
    }

    async function checkReports(partnerId: string): Promise<void> {
      const range = { partnerId, from: null, to: null };
      for (const currency of [null, 'JPY', 'BHD', 'USD']) {
        const totals: string[] = [];
        for (const groupBy of groupings) {
          const report = await readReport(db, clock.now(), { ...range, groupBy, currency });
          totals.push(JSON.stringify(report.totals));
          for (const name of [
            'sales',
            'refunds',
            'net',
            'commission',
            'pending',
            'approved',
            'paid',
          ] as const) {
            for (const total of report.totals[name]) {
              const parts = report.rows.flatMap((row) =>
                row[name].filter((part) => part.currency === total.currency),
              );
              const sum = parts.reduce((so, { amount }) => so + toMinorUnits(amount), 0n);
              assert.equal(sum, toMinorUnits(total.amount), `${groupBy} ${currency} ${name}`);
            }
          }
          if (currency !== null) continue;
          for (const { amount, currency: code } of report.totals.paid) {
            assert.equal(toMinorUnits(amount), await paidIn(partnerId, code));
          }
          const earned = oracle.sums();
          for (const { amount, currency: code } of report.totals.commission) {
            assert.equal(toMinorUnits(amount), earned.get(`${partnerId} ${code}`));
          }
        }
        assert.equal(new Set(totals).size, 1);
      }
    }
  };
}

forEachEngine('commissions', (engine) => {
  const numRuns = engine === 'sqlite' ? 400 : runsOf(200);
  it(`add up to the minor unit after every step of ${numRuns} random histories`, async () => {
    const run = await setUp(engine);
    let count = 0;
    const histories = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 8,
    });
    const property = fc.asyncProperty(histories, async (steps) => {
      count += 1;
      await run(steps, count % 10 === 0);
    });
    await fc.assert(property, { seed: 1, numRuns, endOnFailure: true });
  });
});

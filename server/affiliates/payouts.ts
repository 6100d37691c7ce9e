import type { AffiliateTables } from '../db/affiliate-tables.ts';
import type { Database } from '../db/open.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Queries, Schema } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { ExactDecimal, roundToMinorUnits } from './commission.ts';
import type { Payout, PayoutOrder, SignedMoney } from './contract.ts';
import { lockTotals } from './ledger.ts';
import { quoteValue } from '../values/quote-value.ts';
import { clockSkewMs } from '../values/time.ts';

type PayoutRow = AffiliateTables['payouts'];

const earliestUntil = '2000-01-01T00:00:00.000Z';

export type Payouts = ReturnType<typeof payouts>;

/** Records payouts to partners. The money is transferred elsewhere. */
export function payouts({
  db,
  now,
  newId,
}: {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
}) {
  return {
    /**
     * Marks approved, unpaid commissions as paid, minus refunds of commissions already paid.
     *
     * @throws Failure `invalid_request`, `nothing_to_pay`.
     */
    async pay(
      accountId: string,
      partnerId: string,
      { currency, until }: PayoutOrder,
    ): Promise<Payout> {
      const at = now().toISOString();
      const last = checkUntil(until ?? at, now());
      const id = newId('pay');
      return db.transaction(async (tx) => {
        await lockTotals(tx, db.engine, { partnerId, currency });
        const entries = await unpaidEntries(tx, { partnerId, currency, until: last })
          .select(['commission_entries.amount', 'commission_entries.conversion_id'])
          .execute();
        const sum = entries.reduce((all, { amount }) => all.plus(amount), new ExactDecimal(0));
        if (sum.lessThanOrEqualTo(0))
          throw nothingToPay(roundToMinorUnits(sum, currency), currency);
        const row: PayoutRow = {
          id,
          account_id: accountId,
          partner_id: partnerId,
          currency,
          amount: roundToMinorUnits(sum, currency),
          conversions: new Set(entries.map(({ conversion_id }) => conversion_id)).size,
          until: last,
          created_at: at,
        };
        await tx.insertInto('payouts').values(row).execute();
        await tx
          .insertInto('payout_entries')
          .columns(['entry_id', 'payout_id'])
          .expression(
            unpaidEntries(tx, { partnerId, currency, until: last }).select((eb) => [
              'commission_entries.id',
              eb.val(id).as('payout_id'),
            ]),
          )
          .execute();
        // A payout always covers all of a conversion's open entries, so the sums equal the paid
        // amounts.
        await tx
          .updateTable('conversions')
          .set((eb) => ({
            paid_commission: eb.ref('commission'),
            paid_rounding: eb.ref('rounding'),
            payout_id: eb.fn.coalesce('payout_id', eb.val(id)),
          }))
          .where('partner_id', '=', partnerId)
          .where('currency', '=', currency)
          .where('reason', 'is', null)
          .where((eb) => eb.or([eb('approves_at', '<=', last), eb('payout_id', 'is not', null)]))
          .execute();
        return toPayout(row);
      });
    },

    /**
     * Adds up a partner's unpaid commissions by currency: the amount a payout would pay now and the
     * amount awaiting approval.
     */
    async balance(partnerId: string): Promise<{ due: SignedMoney[]; pending: SignedMoney[] }> {
      const at = now().toISOString();
      const rows = await openEntries(db.query)
        .where('conversions.partner_id', '=', partnerId)
        .select((eb) => [
          'conversions.currency',
          'commission_entries.amount',
          eb.case().when(isPayable(eb, at)).then(1).else(0).end().as('is_due'),
          eb.fn.countAll().as('entries'),
        ])
        .groupBy(['conversions.currency', 'commission_entries.amount', 'is_due'])
        .execute();
      const sum = (isDue: number) => sumEntries(rows.filter((row) => row.is_due === isDue));
      return { due: sum(1), pending: sum(0) };
    },

    /** Adds up all unpaid commissions of an account, approved or not, by currency. */
    async unpaidOf(accountId: string): Promise<SignedMoney[]> {
      const rows = await openEntries(db.query)
        .where('conversions.account_id', '=', accountId)
        .select((eb) => [
          'conversions.currency',
          'commission_entries.amount',
          eb.fn.countAll().as('entries'),
        ])
        .groupBy(['conversions.currency', 'commission_entries.amount'])
        .execute();
      return sumEntries(rows).filter(({ amount }) => Number(amount) !== 0);
    },

    /** Returns a page of a partner's payouts, latest first. */
    async list(
      partnerId: string,
      limit: number,
      before: string | null,
    ): Promise<{ total: number; payouts: Payout[]; hasMore: boolean }> {
      const own = db.query.selectFrom('payouts').where('partner_id', '=', partnerId);
      const { total } = await own
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await own
        .selectAll()
        .$if(before !== null, (some) => some.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const found = rows.slice(0, limit).map(toPayout);
      return { total: Number(total), payouts: found, hasMore: rows.length > limit };
    },
  };
}

function sumEntries(
  rows: { currency: string; amount: string; entries: number | string | bigint }[],
): SignedMoney[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, entries]) => {
    const sum = entries.reduce(
      (all, { amount, entries: times }) => all.plus(new ExactDecimal(amount).times(Number(times))),
      new ExactDecimal(0),
    );
    return { currency, amount: roundToMinorUnits(sum, currency) };
  });
}

/** Ledger entries that no payout includes. */
function openEntries(tx: Queries) {
  return tx
    .selectFrom('commission_entries')
    .innerJoin('conversions', 'conversions.id', 'commission_entries.conversion_id')
    .leftJoin('payout_entries', 'payout_entries.entry_id', 'commission_entries.id')
    .where('payout_entries.entry_id', 'is', null);
}

function unpaidEntries(
  tx: Queries,
  { partnerId, currency, until }: { partnerId: string; currency: string; until: string },
) {
  return openEntries(tx)
    .where('conversions.partner_id', '=', partnerId)
    .where('conversions.currency', '=', currency)
    .where((eb) => isPayable(eb, until));
}

/**
 * Includes refunds of conversions that are already paid, regardless of the end of the payout
 * period.
 */
function isPayable(eb: ExpressionBuilder<Schema, 'conversions'>, until: string) {
  return eb.or([
    eb('conversions.approves_at', '<=', until),
    eb('conversions.payout_id', 'is not', null),
  ]);
}

/** Limits the end of the payout period to now. @throws Failure `invalid_request`. */
function checkUntil(until: string, now: Date): string {
  const at = now.toISOString();
  const isPossible = until >= earliestUntil && Date.parse(until) <= now.getTime() + clockSkewMs;
  if (isPossible) return until < at ? until : at;
  const detail = `Must be in 2000 or later and not in the future, got ${quoteValue(until)}.`;
  throw new Failure('invalid_request', `/until: ${detail}`, {
    errors: [{ pointer: '/until', detail }],
  });
}

function nothingToPay(sum: string, currency: string): Failure {
  const detail = `The approved, unpaid commissions total ${sum} ${currency}.`;
  return new Failure('nothing_to_pay', `${detail} The balance is carried over to the next payout.`);
}

function toPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    affiliateId: row.partner_id,
    amount: { amount: row.amount, currency: row.currency },
    conversions: row.conversions,
    until: row.until,
    createdAt: row.created_at,
  };
}

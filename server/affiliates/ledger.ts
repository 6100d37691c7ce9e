import type { Decimal } from 'decimal.js';
import type { Engine } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { ledgerChange, type LedgerChange, type Totals } from './commission.ts';

/** A partner's ledger in one currency. */
export interface LedgerAccount {
  partnerId: string;
  currency: string;
}

/**
 * Reads a partner's totals in a currency and locks them until the transaction ends. Until then, no
 * other transaction can change or pay them.
 */
export async function lockTotals(
  tx: Queries,
  engine: Engine,
  { partnerId, currency }: LedgerAccount,
): Promise<Totals> {
  await tx
    .insertInto('commission_totals')
    .values({ partner_id: partnerId, currency, exact: '0', entered: '0' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (
    tx
      .selectFrom('commission_totals')
      .select(['exact', 'entered'])
      .where('partner_id', '=', partnerId)
      .where('currency', '=', currency)
      // SQLite needs no row lock because it allows only one writer.
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .executeTakeFirstOrThrow()
  );
}

/** Records a change to one conversion's commission and returns the recorded amounts. */
export async function recordCommission(
  tx: Queries,
  { engine, newId }: { engine: Engine; newId: (prefix: string) => string },
  account: LedgerAccount,
  change: {
    conversionId: string;
    refundId: string | null;
    before: Decimal;
    after: Decimal;
    at: string;
  },
): Promise<Omit<LedgerChange, 'totals'>> {
  const { partnerId, currency } = account;
  const before = await lockTotals(tx, engine, account);
  const { commission, rounding, totals } = ledgerChange(before, currency, change);
  const entry = (kind: 'commission' | 'rounding', amount: string) => ({
    id: newId('cme'),
    partner_id: partnerId,
    currency,
    conversion_id: change.conversionId,
    refund_id: change.refundId,
    kind,
    amount,
    created_at: change.at,
  });
  await tx
    .insertInto('commission_entries')
    .values([
      entry('commission', commission),
      ...(Number(rounding) === 0 ? [] : [entry('rounding', rounding)]),
    ])
    .execute();
  await tx
    .updateTable('commission_totals')
    .set(totals)
    .where('partner_id', '=', partnerId)
    .where('currency', '=', currency)
    .execute();
  return { commission, rounding };
}

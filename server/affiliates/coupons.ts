import type { Queries } from '../db/schema.ts';
import { Failure } from '../failure.ts';

/** Coupon codes are case-insensitive in shops. */
function foldCoupon(code: string): string {
  return code.trim().toUpperCase();
}

/** Returns the id of the account's partner with a coupon code, or null. */
export async function findCouponPartner(
  query: Queries,
  accountId: string,
  couponCode: string,
): Promise<string | null> {
  const row = await query
    .selectFrom('partner_coupons')
    .select('partner_id')
    .where('account_id', '=', accountId)
    .where('code', '=', foldCoupon(couponCode))
    .executeTakeFirst();
  return row?.partner_id ?? null;
}

/**
 * Replaces the coupon codes of a partner.
 *
 * @throws Failure `conflict` if another partner of the account has one of them.
 */
export async function replaceCoupons(
  tx: Queries,
  accountId: string,
  partnerId: string,
  codes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('partner_coupons').where('partner_id', '=', partnerId).execute();
  for (const [index, code] of codes.entries()) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('partner_coupons')
      .values({ account_id: accountId, code: foldCoupon(code), partner_id: partnerId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows) continue;
    const pointer = `/couponCodes/${index}`;
    const detail = `Another affiliate of this account already has the coupon code ${code}.`;
    throw new Failure('conflict', `${pointer}: ${detail}`, {
      errors: [{ pointer, detail, reason: 'taken' }],
    });
  }
}

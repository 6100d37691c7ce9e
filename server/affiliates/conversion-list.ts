import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { z } from 'zod';
import type { Queries, Schema } from '../db/schema.ts';
import type { AffiliateConversion, ConversionState } from './contract.ts';
import { toConversion } from './conversion-state.ts';

/** Where a page ended. */
export const ConversionPosition = z.object({ occurredAt: z.string(), id: z.string() });
export type ConversionPosition = z.infer<typeof ConversionPosition>;

export interface ConversionFilter {
  state?: ConversionState | undefined;
  /** First and last instant, ISO 8601 UTC. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A page of what a partner's clicks led to, the latest sale first, and how many there are of all. */
export async function listConversions(
  query: Queries,
  partner: { id: string; code: string },
  { state, from, to }: ConversionFilter,
  { now, after, limit }: { now: string; after: ConversionPosition | null; limit: number },
): Promise<{ conversions: AffiliateConversion[]; total: number }> {
  const matching = query
    .selectFrom('conversions')
    .where('partner_id', '=', partner.id)
    .$if(from !== undefined, (rows) => rows.where('occurred_at', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('occurred_at', '<=', to ?? ''))
    .$if(state !== undefined, (rows) => rows.where((eb) => isIn(eb, state ?? 'pending', now)));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .$if(after !== null, (some) =>
      some.where((eb) =>
        eb.or([
          eb('occurred_at', '<', after?.occurredAt ?? ''),
          eb.and([eb('occurred_at', '=', after?.occurredAt ?? ''), eb('id', '<', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const conversions = rows.map((row) => toConversion(row, partner.code, now));
  return { conversions, total: Number(total) };
}

/** The same as `stateOf`, for the database. */
function isIn(
  eb: ExpressionBuilder<Schema, 'conversions'>,
  state: ConversionState,
  now: string,
): ExpressionWrapper<Schema, 'conversions', SqlBool> {
  const earns = eb('reason', 'is', null);
  const isKept = eb('refunded_quantity', '<', eb.ref('quantity'));
  const isOpen = eb('payout_id', 'is', null);
  switch (state) {
    case 'refused':
      return eb('reason', 'is not', null);
    case 'reversed':
      return eb.and([earns, eb('refunded_quantity', '=', eb.ref('quantity'))]);
    case 'paid':
      return eb.and([earns, isKept, eb('payout_id', 'is not', null)]);
    case 'approved':
      return eb.and([earns, isKept, isOpen, eb('approves_at', '<=', now)]);
    case 'pending':
      return eb.and([earns, isKept, isOpen, eb('approves_at', '>', now)]);
  }
}

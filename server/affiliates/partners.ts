import type { AffiliateTables } from '../db/affiliate-tables.ts';
import type { Database, Queries } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { replaceCoupons } from './coupons.ts';
import { parseSpecialRates } from './special-rates.ts';
import type { Affiliate, AffiliatePatch, NewAffiliate } from './contract.ts';

type PartnerRow = AffiliateTables['partners'];

/** A partner with its revision. */
export interface RevisedPartner {
  partner: Affiliate;
  revision: number;
}

export type Partners = ReturnType<typeof partners>;

/** Stores accounts' partners. Every method is limited to the given account's own partners. */
export function partners({
  db,
  now,
  newId,
}: {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
}) {
  return {
    /** @throws Failure `conflict` if the code is already in use. */
    async add(accountId: string, input: NewAffiliate): Promise<RevisedPartner> {
      const id = newId('prt');
      const at = now().toISOString();
      const row: PartnerRow = {
        id,
        account_id: accountId,
        code: input.code ?? id.slice('prt_'.length),
        name: input.name,
        rate: input.rate,
        window_days: input.windowDays,
        approval_days: input.approvalDays,
        max_conversions_per_click: input.maxConversionsPerClick,
        own_reader_ids: JSON.stringify(input.ownReaderIds),
        coupon_codes: JSON.stringify(input.couponCodes),
        special_rates: JSON.stringify(input.specialRates),
        state: input.state,
        revision: 1,
        created_at: at,
        updated_at: at,
      };
      return db.transaction(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('partners')
          .values(row)
          .onConflict((conflict) => conflict.columns(['account_id', 'code']).doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) throw codeTaken(row.code);
        await replaceCoupons(tx, accountId, id, input.couponCodes);
        return toRevisedPartner(row);
      });
    },

    /** @throws Failure `affiliate_not_found`. */
    async get(accountId: string, id: string): Promise<RevisedPartner> {
      return toRevisedPartner(await rowOf(db.query, accountId, id));
    },

    /**
     * Finds an active partner by code or id when a book is opened. Returns null if it is unknown or
     * paused, in which case the book opens without a partner.
     */
    async findActive(
      accountId: string,
      codeOrId: string,
    ): Promise<{ id: string; code: string; windowDays: number } | null> {
      const row = await db.query
        .selectFrom('partners')
        .select(['id', 'code', 'window_days'])
        .where('account_id', '=', accountId)
        .where('state', '=', 'active')
        .where((eb) => eb.or([eb('id', '=', codeOrId), eb('code', '=', codeOrId)]))
        .executeTakeFirst();
      return row ? { id: row.id, code: row.code, windowDays: row.window_days } : null;
    },

    /** Returns the code of an active or paused partner, or null if the partner does not exist. */
    async findCode(accountId: string, id: string): Promise<string | null> {
      const row = await db.query
        .selectFrom('partners')
        .select('code')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.code ?? null;
    },

    /**
     * @throws Failure `affiliate_not_found`, `conflict`, or any error thrown by `check` for the
     * revision.
     */
    async change(
      accountId: string,
      id: string,
      patch: AffiliatePatch,
      check: (revision: number) => void,
    ): Promise<RevisedPartner> {
      const at = now().toISOString();
      const write = db.transaction(async (tx) => {
        const before = await rowOf(tx, accountId, id);
        check(before.revision);
        const row = { ...before, ...toColumns(patch) };
        if (JSON.stringify(row) === JSON.stringify(before)) return toRevisedPartner(before);
        if (row.code !== before.code) await checkCodeFree(tx, accountId, row.code, id);
        if (patch.couponCodes) await replaceCoupons(tx, accountId, id, patch.couponCodes);
        const changed = { ...row, revision: before.revision + 1, updated_at: at };
        await tx.updateTable('partners').set(changed).where('id', '=', id).execute();
        return toRevisedPartner(changed);
      });
      return write.catch(async (error: unknown) => {
        // Of two concurrent requests for the same code, the database accepts only one.
        if (patch.code !== undefined && !(error instanceof Failure)) {
          await checkCodeFree(db.query, accountId, patch.code, id);
        }
        throw error;
      });
    },

    /** Returns a page of an account's partners, newest first. */
    async list(
      accountId: string,
      filter: { code?: string | undefined; state?: 'active' | 'paused' | undefined },
      limit: number,
      before: string | null,
    ): Promise<{ total: number; partners: Affiliate[]; hasMore: boolean }> {
      const { code, state } = filter;
      const own = db.query
        .selectFrom('partners')
        .where('account_id', '=', accountId)
        .$if(code !== undefined, (rows) => rows.where('code', '=', code ?? ''))
        .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'active'));
      const { total } = await own
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await own
        .selectAll()
        .$if(before !== null, (some) => some.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const found = rows.slice(0, limit).map((row) => toRevisedPartner(row).partner);
      return { total: Number(total), partners: found, hasMore: rows.length > limit };
    },
  };

  async function rowOf(query: Queries, accountId: string, id: string): Promise<PartnerRow> {
    const row = await query
      .selectFrom('partners')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .$if(query.isTransaction && db.engine === 'postgres', (one) => one.forUpdate())
      .executeTakeFirst();
    if (!row) throw affiliateNotFound(id);
    return row;
  }
}

/** @throws Failure `conflict`. */
async function checkCodeFree(
  query: Queries,
  accountId: string,
  code: string,
  id: string,
): Promise<void> {
  const other = await query
    .selectFrom('partners')
    .select('id')
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other) throw codeTaken(code);
}

function toColumns(patch: AffiliatePatch): Partial<PartnerRow> {
  const { code, name, rate, windowDays, approvalDays, ownReaderIds, state } = patch;
  const { maxConversionsPerClick, couponCodes, specialRates } = patch;
  return {
    ...(code !== undefined && { code }),
    ...(name !== undefined && { name }),
    ...(rate !== undefined && { rate }),
    ...(windowDays !== undefined && { window_days: windowDays }),
    ...(approvalDays !== undefined && { approval_days: approvalDays }),
    ...(maxConversionsPerClick !== undefined && {
      max_conversions_per_click: maxConversionsPerClick,
    }),
    ...(ownReaderIds !== undefined && { own_reader_ids: JSON.stringify(ownReaderIds) }),
    ...(couponCodes !== undefined && { coupon_codes: JSON.stringify(couponCodes) }),
    ...(specialRates !== undefined && { special_rates: JSON.stringify(specialRates) }),
    ...(state !== undefined && { state }),
  };
}

function toRevisedPartner(row: PartnerRow): RevisedPartner {
  return {
    revision: row.revision,
    partner: {
      id: row.id,
      code: row.code,
      name: row.name,
      rate: row.rate,
      windowDays: row.window_days,
      approvalDays: row.approval_days,
      maxConversionsPerClick: row.max_conversions_per_click,
      ownReaderIds: parseReaderIds(row.own_reader_ids),
      couponCodes: parseReaderIds(row.coupon_codes),
      specialRates: parseSpecialRates(row.special_rates),
      state: row.state,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
  };
}

/** Parses a JSON list of the partner's own reader ids or coupon codes. */
export function parseReaderIds(json: string): string[] {
  return JSON.parse(json) as string[];
}

function affiliateNotFound(id: string): Failure {
  return new Failure('affiliate_not_found', `No affiliate with id ${id} in this account.`);
}

function codeTaken(code: string): Failure {
  const detail = `Another affiliate of this account already uses the code ${code}.`;
  return new Failure('conflict', `/code: ${detail}`, {
    errors: [{ pointer: '/code', detail, reason: 'taken' }],
  });
}

import type { AffiliateTables } from '../db/affiliate-tables.ts';
import type { Engine } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import type { Click } from './attribution.ts';
import type { BuyTicket } from './buy-links.ts';

type ClickRow = AffiliateTables['clicks'];

/** A followed buy link. */
export type FollowedTicket = BuyTicket & { clickId: string; traceId: string };

/** Stores the first click in a reading. Further clicks count as the same click. */
export async function insertClick(
  query: Queries,
  ticket: FollowedTicket & { at: string },
): Promise<void> {
  const row: ClickRow = {
    id: ticket.clickId,
    account_id: ticket.accountId,
    trace_id: ticket.traceId,
    partner_id: ticket.partnerId,
    book_id: ticket.bookId,
    deployment_id: ticket.deploymentId,
    campaign: ticket.campaign,
    sub: ticket.sub,
    chapter: ticket.chapter,
    reader_id: ticket.readerId,
    created_at: ticket.at,
  };
  await query
    .insertInto('clicks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a click and locks it, so that concurrent sales count each other's commissions. */
export async function lockClick(
  tx: Queries,
  engine: Engine,
  accountId: string,
  clickId: string,
): Promise<Click | null> {
  const row = await tx
    .selectFrom('clicks')
    .selectAll()
    .where('id', '=', clickId)
    .where('account_id', '=', accountId)
    // SQLite needs no row lock because it allows only one writer.
    .$if(engine === 'postgres', (one) => one.forUpdate())
    .executeTakeFirst();
  return row ? toClick(row) : null;
}

/** Returns the orders for which a click earns a commission, without those refunded completely. */
export async function findEarningOrders(
  query: Queries,
  accountId: string,
  clickId: string,
): Promise<Set<string>> {
  const rows = await query
    .selectFrom('conversions')
    .innerJoin('sales', 'sales.id', 'conversions.sale_id')
    .select('sales.order_id')
    .distinct()
    .where('conversions.click_id', '=', clickId)
    .where('conversions.account_id', '=', accountId)
    .where('conversions.reason', 'is', null)
    .whereRef('conversions.refunded_quantity', '<', 'conversions.quantity')
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/** Maximum number of a reader's clicks examined. */
const maxClicks = 50;

/** Returns a reader's clicks on partners' links to a book in a time range, latest first. */
export async function findReaderClicks(
  query: Queries,
  { accountId, readerId, bookId }: { accountId: string; readerId: string; bookId: string },
  { after, until }: { after: string; until: string },
): Promise<(Click & { partnerId: string })[]> {
  const rows = await query
    .selectFrom('clicks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('reader_id', '=', readerId)
    .where('book_id', '=', bookId)
    .where('partner_id', 'is not', null)
    .where('created_at', '>', after)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxClicks)
    .execute();
  return rows.flatMap((row) =>
    row.partner_id === null ? [] : [{ ...toClick(row), partnerId: row.partner_id }],
  );
}

function toClick(row: ClickRow): Click {
  return {
    id: row.id,
    traceId: row.trace_id,
    partnerId: row.partner_id,
    bookId: row.book_id,
    campaign: row.campaign,
    sub: row.sub,
    chapter: row.chapter,
    readerId: row.reader_id,
    createdAt: row.created_at,
  };
}

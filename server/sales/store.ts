import type { Engine } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sale, SaleSort, SaleWithRates } from './contract.ts';
import type { FindConversions } from './attribution.ts';
import { type RatesRow, parseRates, type SaleRow, toSale } from './to-sale.ts';
import { createHash } from 'node:crypto';
import type { RateTable } from '../rates/rate-table.ts';
import { isOwnBook } from '../values/environment.ts';

export interface SaleFilter {
  bookId?: string | undefined;
  orderId?: string | undefined;
  /** ISO 4217 code. */
  currency?: string | undefined;
  /** Sales with a conversion for this affiliate. */
  affiliateId?: string | undefined;
  state?: Sale['state'] | undefined;
  /** First and last instant, both inclusive. ISO 8601 in UTC. */
  from?: string | undefined;
  to?: string | undefined;
}

export async function findSale(
  query: Queries,
  conversionsOf: FindConversions,
  accountId: string,
  saleId: string,
): Promise<Sale | null> {
  const row = await query
    .selectFrom('sales')
    .selectAll()
    .where('id', '=', saleId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const [sale] = row ? await toSales(query, conversionsOf, [row]) : [];
  return sale ?? null;
}

export async function findByOrder(
  query: Queries,
  conversionsOf: FindConversions,
  accountId: string,
  { orderId, bookId }: { orderId: string; bookId: string },
): Promise<Sale | null> {
  const row = await query
    .selectFrom('sales')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  const [sale] = row ? await toSales(query, conversionsOf, [row]) : [];
  return sale ?? null;
}

/** Returns a sale with all its exchange rates. @throws Failure `sale_not_found`. */
export async function getSale(
  query: Queries,
  conversionsOf: FindConversions,
  accountId: string,
  saleId: string,
): Promise<SaleWithRates> {
  const sale = await findSale(query, conversionsOf, accountId, saleId);
  if (!sale) throw saleNotFound(saleId);
  const rates = await query
    .selectFrom('sale_rates')
    .innerJoin('sales', 'sales.rates_id', 'sale_rates.id')
    .selectAll('sale_rates')
    .where('sales.id', '=', saleId)
    .executeTakeFirstOrThrow();
  return { ...sale, exchange: { ...sale.exchange, rates: parseRates(rates) } };
}

/** Reads a sale and locks it until the transaction ends. @throws Failure `sale_not_found`. */
export async function lockSale(
  tx: Queries,
  engine: Engine,
  accountId: string,
  saleId: string,
): Promise<SaleRow> {
  const row = await tx
    .selectFrom('sales')
    .selectAll()
    .where('id', '=', saleId)
    .where('account_id', '=', accountId)
    // SQLite needs no row lock because it allows only one writer.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw saleNotFound(saleId);
  return row;
}

/**
 * Returns a page of an account's sales.
 *
 * @param page - `after` is the last row of the previous page. `sort` by total requires a currency.
 */
export async function listSales(
  query: Queries,
  conversionsOf: FindConversions,
  accountId: string,
  filter: SaleFilter,
  { sort, after, limit }: { sort: SaleSort; after: { id: string } | null; limit: number },
): Promise<Sale[]> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const key = sortColumn(sort);
  const rows = await selectSales(query, accountId, filter)
    .selectAll()
    .$if(after !== null, (some) => some.where(isBeyond(sort, after?.id ?? '')))
    .orderBy(key, direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute();
  return toSales(query, conversionsOf, rows);
}

/** Counts the sales that match a filter. */
export async function countSales(
  query: Queries,
  accountId: string,
  filter: SaleFilter,
): Promise<number> {
  const { total } = await selectSales(query, accountId, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Checks the book of a filter. Removed books whose sales are kept pass.
 *
 * @throws Failure `book_not_found`.
 */
export async function requireBookOfFilter(
  query: Queries,
  accountId: string,
  bookId: string,
): Promise<void> {
  const isSold = selectSales(query, accountId, { bookId }).select('id').limit(1);
  if (await isSold.executeTakeFirst()) return;
  const book = await query
    .selectFrom('books')
    .select(['account_id', 'visibility'])
    .where('id', '=', bookId)
    .executeTakeFirst();
  if (book && (book.visibility === 'public' || isOwnBook(accountId, book.account_id))) return;
  const detail = `No book with id ${bookId}, and no sale of it.`;
  throw new Failure('book_not_found', detail, { errors: [{ parameter: 'bookId', detail }] });
}

function selectSales(query: Queries, accountId: string, filter: SaleFilter) {
  const { bookId, orderId, currency, affiliateId, state, from, to } = filter;
  return query
    .selectFrom('sales')
    .where('account_id', '=', accountId)
    .$if(bookId !== undefined, (rows) => rows.where('book_id', '=', bookId ?? ''))
    .$if(orderId !== undefined, (rows) => rows.where('order_id', '=', orderId ?? ''))
    .$if(currency !== undefined, (rows) => rows.where('currency', '=', currency ?? ''))
    .$if(state === 'completed', (rows) => rows.where('refunded_quantity', '=', 0))
    .$if(state === 'refunded', (rows) => rows.whereRef('refunded_quantity', '=', 'quantity'))
    .$if(state === 'partially_refunded', (rows) =>
      rows.where('refunded_quantity', '>', 0).whereRef('refunded_quantity', '<', 'quantity'),
    )
    .$if(affiliateId !== undefined, (rows) =>
      rows.where('id', 'in', (eb) =>
        eb
          .selectFrom('conversions')
          .select('sale_id')
          .where('partner_id', '=', affiliateId ?? '')
          .where('account_id', '=', accountId),
      ),
    )
    .$if(from !== undefined, (rows) => rows.where('occurred_at', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('occurred_at', '<=', to ?? ''));
}

/** Returns the expression by which a list is sorted. */
function sortColumn(sort: SaleSort): RawBuilder<string | number> {
  return sort.endsWith('total')
    ? sql`cast(unit_price as double precision) * quantity`
    : sql`occurred_at`;
}

/**
 * Whether a sale comes after another one. Compares both columns in one expression, so that
 * databases start in the index. The database also computes the value of the other sale, so that
 * equal values compare as equal.
 */
function isBeyond(sort: SaleSort, saleId: string): RawBuilder<boolean> {
  const beyond = sql.raw(sort.startsWith('-') ? '<' : '>');
  const key = sortColumn(sort);
  return sql`(${key}, id) ${beyond} ((select ${key} from sales where id = ${saleId}), ${saleId})`;
}

async function toSales(
  query: Queries,
  conversionsOf: FindConversions,
  rows: SaleRow[],
): Promise<Sale[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const refunds = await query
    .selectFrom('sale_refunds')
    .selectAll()
    .where('sale_id', 'in', ids)
    .orderBy('id')
    .execute();
  const bySale = Map.groupBy(refunds, ({ sale_id }) => sale_id);
  const rates = await readRates(query, [...new Set(rows.map(({ rates_id }) => rates_id))]);
  const conversions = await conversionsOf(query, ids);
  return rows.map((row) => {
    const table = rates.get(row.rates_id);
    if (!table) throw new Error(`The exchange rates of sale ${row.id} are missing.`);
    return toSale(row, bySale.get(row.id) ?? [], table, conversions.get(row.id) ?? null);
  });
}

async function readRates(query: Queries, ids: string[]): Promise<Map<string, RatesRow>> {
  const rows = await query.selectFrom('sale_rates').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function saleNotFound(saleId: string): Failure {
  return new Failure('sale_not_found', `No sale with id ${saleId} in this account.`);
}

/** A rate table as stored with sales. Its id is a digest of its contents. */
export function toRatesRow({ date, source, pivot, rates }: RateTable): RatesRow {
  const sorted = [...rates].sort(([one], [other]) => (one < other ? -1 : 1));
  const row = { date, source, pivot, rates: JSON.stringify(Object.fromEntries(sorted)) };
  const id = createHash('sha256').update(JSON.stringify(row)).digest('base64url');
  return { id, ...row };
}

/** Stores the table unless it is already stored with another sale. */
export async function saveRates(tx: Queries, row: RatesRow): Promise<void> {
  const existing = await tx
    .selectFrom('sale_rates')
    .select('id')
    .where('id', '=', row.id)
    .executeTakeFirst();
  if (existing) return;
  await tx
    .insertInto('sale_rates')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

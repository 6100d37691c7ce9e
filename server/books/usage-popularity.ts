import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { allocateRevisions } from './store.ts';

/** Maximum age of counted usage, in days. */
const countedDays = 90;
/** Half-life of usage, in days. */
const halfLifeDays = 30;
/** Points for an opened book, for a reader who read at least a tenth of it, and for a copy sold. */
const points = { opened: 1, read: 3, sold: 10 };
const readFraction = 0.1;
const msPerDay = 86_400_000;
/** Books per transaction, so that other writes are not delayed. */
const booksPerWrite = 500;

interface Use {
  bookId: string;
  /** UTC date. */
  day: string;
  points: number;
}

/**
 * Adds usage in the last 90 days (opens, readers and sales) to the popularity of books, with a
 * half-life of 30 days. Download and rating counts from catalogs remain included. Writes only books
 * whose popularity changes.
 *
 * @returns The number of changed books.
 */
export async function updatePopularity(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - countedDays * msPerDay).toISOString();
  const uses = [...(await readingsSince(db.query, since)), ...(await salesSince(db.query, since))];
  const sums = new Map<string, number>();
  for (const { bookId, day, points: worth } of uses) {
    const ageDays = Math.max(0, (now.getTime() - Date.parse(day)) / msPerDay);
    sums.set(bookId, (sums.get(bookId) ?? 0) + worth * 0.5 ** (ageDays / halfLifeDays));
  }
  const counted = await db.query.selectFrom('book_usage').select('book_id').execute();
  const bookIds = [...new Set([...sums.keys(), ...counted.map(({ book_id }) => book_id)])].sort();
  let changed = 0;
  for (let at = 0; at < bookIds.length; at += booksPerWrite) {
    const some = bookIds.slice(at, at + booksPerWrite);
    changed += await db.transaction((tx) => writeBooks(tx, some, sums));
  }
  return changed;
}

async function writeBooks(
  tx: Queries,
  bookIds: string[],
  sums: ReadonlyMap<string, number>,
): Promise<number> {
  const books = await tx
    .selectFrom('books')
    .leftJoin('book_usage', 'book_usage.book_id', 'books.id')
    .select(['books.id', 'books.popularity', 'used', 'book_usage.popularity as written'])
    .where('books.id', 'in', bookIds)
    .execute();
  let changed = 0;
  for (const { id, popularity, used, written } of books) {
    // A catalog load with a new count has replaced the popularity since then.
    const stated = written === popularity ? popularity - (used ?? 0) : popularity;
    const points = Math.round(sums.get(id) ?? 0);
    const next = stated + points;
    if (next === popularity && used === points && written === next) continue;
    const row = { book_id: id, used: points, popularity: next };
    await tx
      .insertInto('book_usage')
      .values(row)
      .onConflict((conflict) => conflict.column('book_id').doUpdateSet(row))
      .execute();
    if (next === popularity) continue;
    const revision = await allocateRevisions(tx, 1);
    await tx
      .updateTable('books')
      .set({ popularity: next, revision })
      .where('id', '=', id)
      .execute();
    changed += 1;
  }
  return changed;
}

/** Opens and readers by book and day. Each reading counts once a day. */
async function readingsSince(query: Queries, since: string): Promise<Use[]> {
  const rows = await query
    .selectFrom('visits')
    .select((eb) => [
      'book_id',
      'type',
      eb.fn<string>('substr', ['occurred_at', eb.lit(1), eb.lit(10)]).as('day'),
      eb.fn.count<number>('trace_id').distinct().as('readings'),
    ])
    .where('occurred_at', '>=', since)
    .where('account_id', 'not in', testAccounts(query))
    .where((eb) =>
      eb.or([
        eb('type', '=', 'opened'),
        eb.and([eb('type', '=', 'progressed'), eb('fraction', '>=', readFraction)]),
      ]),
    )
    .groupBy(['book_id', 'type', 'day'])
    .execute();
  return rows.map(({ book_id, type, day, readings }) => ({
    bookId: book_id,
    day,
    points: Number(readings) * (type === 'opened' ? points.opened : points.read),
  }));
}

async function salesSince(query: Queries, since: string): Promise<Use[]> {
  const rows = await query
    .selectFrom('sales')
    .select((eb) => [
      'book_id',
      eb.fn<string>('substr', ['occurred_at', eb.lit(1), eb.lit(10)]).as('day'),
      eb.fn.sum<number>(eb('quantity', '-', eb.ref('refunded_quantity'))).as('copies'),
    ])
    .where('occurred_at', '>=', since)
    .where('account_id', 'not in', testAccounts(query))
    .groupBy(['book_id', 'day'])
    .execute();
  return rows.map(({ book_id, day, copies }) => ({
    bookId: book_id,
    day,
    points: Number(copies) * points.sold,
  }));
}

/** Ids of test environments, whose visits and sales are not real. */
function testAccounts(query: Queries) {
  return query.selectFrom('accounts').select('id').where('live_account_id', 'is not', null);
}

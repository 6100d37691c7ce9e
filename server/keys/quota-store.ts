import { randomBytes } from 'node:crypto';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { compiledStatement } from '../db/compiled-statement.ts';
import type { Database, Queries } from '../db/open.ts';
import { parsedRows } from '../db/sql-dialect.ts';
import type { QuotaTime, QuotaUsage, QuotaWindows } from './quota-usage.ts';

/** The requests to count for one quota in one statement. */
export interface QuotaRequest {
  quotaId: string;
  requested: number;
  dailyLimit: number;
  monthlyLimit: number;
}

export interface QuotaGrant {
  /** Number of granted requests, starting with the first. */
  granted: number;
  /** Usage after all granted requests. */
  usage: QuotaUsage;
}

export type QuotaStore = ReturnType<typeof quotaStore>;

/** Request counts with one row per quota. Exact across processes. */
export function quotaStore(db: Database) {
  const count = countStatement(db.query);
  const readAll = readStatement(db.query);
  return {
    /**
     * Checks and increases the daily and monthly counts of all quotas in one atomic statement.
     *
     * @param asks - One entry per quota, sorted by id to make all processes lock rows in the same
     * order.
     * @param statementId - From `newStatementId`, for `findGranted`.
     * @returns Grants by quota id.
     */
    async consume(
      asks: QuotaRequest[],
      { current: { day, month }, latest }: QuotaTime,
      statementId: string,
    ): Promise<Map<string, QuotaGrant>> {
      const list = asks.map(({ quotaId, requested, dailyLimit, monthlyLimit }) => [
        quotaId,
        requested,
        Math.min(requested, dailyLimit, monthlyLimit),
        dailyLimit,
        monthlyLimit,
      ]);
      const rows = await count({
        asks: JSON.stringify(list),
        day,
        month,
        latestDay: latest.day,
        latestMonth: latest.month,
        statementId,
      });
      return new Map(
        rows.map((row) => [row.id, { granted: row.granted, usage: toQuotaUsage(row) }]),
      );
    },

    /**
     * Subtracts requests in these windows, even from the stored usage of a day that has ended. Has
     * no effect if the statement was already executed, so it can be repeated after an unknown
     * outcome.
     *
     * @returns The usage afterwards.
     */
    async refund(
      quotaId: string,
      { day, month }: QuotaWindows,
      count: number,
      statementId: string,
    ): Promise<QuotaUsage> {
      const uncount = (query: Queries) =>
        query
          .updateTable('quotas')
          .set({
            used_today: sql`used_today - case when day = ${day} then ${count} else 0 end`,
            used_this_month: sql`used_this_month - case when month = ${month} then ${count} else 0 end`,
            statements: prependStatement(sql`${statementId}`, sql`0`),
          })
          .where('id', '=', quotaId)
          .where('statements', 'not like', `%${statementId}:%`)
          .returningAll();
      const refunded = await uncount(db.query).where('day', '=', day).executeTakeFirst();
      if (refunded) return toQuotaUsage(refunded);
      // Either the statement was already executed, or requests of another day have been counted.
      return await db.transaction(async (tx) => {
        const later = await uncount(tx).executeTakeFirst();
        if (later) {
          await tx
            .updateTable('usage_days')
            .set({ used: sql`used - ${count}` })
            .where('quota_id', '=', quotaId)
            .where('day', '=', day)
            .execute();
          return toQuotaUsage(later);
        }
        const row = tx.selectFrom('quotas').selectAll().where('id', '=', quotaId);
        return toQuotaUsage(await row.executeTakeFirstOrThrow());
      });
    },

    /**
     * Number of requests that a statement granted, or 0 if it was never executed or is not among
     * the quota's last 16 statements.
     */
    async findGranted(quotaId: string, statementId: string): Promise<number> {
      const row = await db.query
        .selectFrom('quotas')
        .select('statements')
        .where('id', '=', quotaId)
        .executeTakeFirst();
      const entry = row?.statements.split(' ').find((one) => one.startsWith(`${statementId}:`));
      return Number(entry?.split(':')[1] ?? 0);
    },

    /** Returns quotas with at least 80% used in the day or month of their last request. */
    async listNearLimit(): Promise<{ quotaId: string; usage: QuotaUsage }[]> {
      const rows = await db.query
        .selectFrom('quotas')
        .selectAll()
        .where(
          sql<boolean>`used_today * 5 >= daily_limit * 4 or used_this_month * 5 >= monthly_limit * 4`,
        )
        .execute();
      return rows.map((row) => ({ quotaId: row.id, usage: toQuotaUsage(row) }));
    },

    /**
     * Returns the current usage without counting a request. Omits quotas that were never used.
     */
    async read(
      quotaIds: string[],
      { current: { day, month }, latest }: QuotaTime,
    ): Promise<Map<string, QuotaUsage>> {
      const rows = await readAll({
        ids: JSON.stringify(quotaIds.map((id) => [id])),
        day,
        month,
        latestDay: latest.day,
        latestMonth: latest.month,
      });
      return new Map(rows.map((row) => [row.id, toQuotaUsage(row)]));
    },
  };
}

const usageColumns = [
  'id',
  'day',
  'used_today',
  'month',
  'used_this_month',
  'daily_limit',
  'monthly_limit',
] as const;

/** Counts requests. `asks` is a JSON list of the members of `QuotaRequest` and the granted part. */
function countStatement(query: Queries) {
  type Name = 'asks' | 'day' | 'month' | 'latestDay' | 'latestMonth' | 'statementId';
  return compiledStatement<CountedUsage, Name>(query, (parameter) => {
    const number = (place: number) => sql`cast(one.value ->> ${sql.lit(place)} as bigint)`;
    const first = sql`${number(2)}`;
    const { usedToday, usedThisMonth, windowOf } = currentCounts(
      { day: sql.ref('excluded.day'), month: sql.ref('excluded.month') },
      { day: text(parameter('latestDay')), month: text(parameter('latestMonth')) },
    );
    const granted = grantedOf(usedToday, usedThisMonth);
    return query
      .insertInto('quotas')
      .columns([...usageColumns, 'asked', 'granted', 'statements'])
      .expression(
        sql`select one.value ->> 0, ${text(parameter('day'))}, ${first}, ${text(parameter('month'))},
          ${first}, ${number(3)}, ${number(4)}, ${number(1)}, ${first},
          ${text(parameter('statementId'))} || ':' || (one.value ->> 2) || ' '
        from ${parsedRows(query, parameter('asks'))} where true`,
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          day: windowOf('day'),
          used_today: sql`${usedToday} + ${granted}`,
          month: windowOf('month'),
          used_this_month: sql`${usedThisMonth} + ${granted}`,
          daily_limit: sql`excluded.daily_limit`,
          monthly_limit: sql`excluded.monthly_limit`,
          asked: sql`excluded.asked`,
          granted,
          statements: prependStatement(text(parameter('statementId')), granted),
        }),
      )
      .returning([...usageColumns, 'granted']);
  });
}

function readStatement(query: Queries) {
  type Name = 'ids' | 'day' | 'month' | 'latestDay' | 'latestMonth';
  return compiledStatement<StoredUsage & { id: string }, Name>(query, (parameter) => {
    const { usedToday, usedThisMonth, windowOf } = currentCounts(
      { day: text(parameter('day')), month: text(parameter('month')) },
      { day: text(parameter('latestDay')), month: text(parameter('latestMonth')) },
    );
    return query
      .selectFrom('quotas')
      .select(['id', 'daily_limit', 'monthly_limit'])
      .select([
        windowOf('day').as('day'),
        usedToday.as('used_today'),
        windowOf('month').as('month'),
        usedThisMonth.as('used_this_month'),
      ])
      .where(
        'id',
        'in',
        sql<string>`(select one.value ->> 0 from ${parsedRows(query, parameter('ids'))})`,
      );
  });
}

const text = (value: RawBuilder<string>) => sql<string>`cast(${value} as text)`;

/** A random id of 48 bits. */
export function newStatementId(): string {
  return randomBytes(6).toString('base64url').replaceAll('_', '.');
}

/** Room for 16 statements that granted up to 1,000 requests each. */
const maxStatementsLength = 16 * 13;

const prependStatement = (id: RawBuilder<string>, granted: RawBuilder<number>) =>
  sql<string>`substr(${id} || ':' || cast(${granted} as text) || ' ' || quotas.statements, 1, ${sql.lit(maxStatementsLength)})`;

/** Windows as SQL expressions. */
type WindowExpressions = Record<keyof QuotaWindows, Expression<string>>;

/**
 * Expressions for the current counts of a stored quota. A process whose clock is slightly behind
 * sends an older window than the stored one, in which its requests count. A stored window after
 * `latest` comes from a clock that was wrong, and the count continues where it was before.
 */
function currentCounts(current: WindowExpressions, latest: WindowExpressions) {
  const isOver = (window: 'day' | 'month') =>
    sql`(quotas.${sql.ref(window)} < ${current[window]}
      or quotas.${sql.ref(window)} > ${latest[window]})`;
  const windowOf = (window: 'day' | 'month') =>
    sql<string>`case when ${isOver(window)}
      then ${current[window]} else quotas.${sql.ref(window)} end`;
  const storedToday = sql`coalesce((select used from usage_days
    where quota_id = quotas.id and usage_days.day = ${current.day}), 0)`;
  const storedThisMonth = sql`coalesce((select cast(sum(used) as integer) from usage_days
    where quota_id = quotas.id
      and usage_days.day between ${current.month} || '-01' and ${current.month} || '-31'), 0)`;
  const usedToday = sql<number>`case when ${isOver('day')} then ${storedToday}
    else quotas.used_today end`;
  const usedThisMonth = sql<number>`case when ${isOver('month')} then ${storedThisMonth}
    else quotas.used_this_month end`;
  return { windowOf, usedToday, usedThisMonth };
}

/** Expression for the number of requests that both quotas permit. */
function grantedOf(usedToday: Expression<number>, usedThisMonth: Expression<number>) {
  const roomToday = sql`(excluded.daily_limit - ${usedToday})`;
  const roomThisMonth = sql`(excluded.monthly_limit - ${usedThisMonth})`;
  const room = sql`(case when ${roomToday} < ${roomThisMonth} then ${roomToday} else ${roomThisMonth} end)`;
  return sql<number>`case when ${room} <= 0 then 0
    when ${room} < excluded.asked then ${room} else excluded.asked end`;
}

interface CountedUsage extends StoredUsage {
  id: string;
  granted: number;
}

interface StoredUsage {
  day: string;
  used_today: number;
  month: string;
  used_this_month: number;
  daily_limit: number;
  monthly_limit: number;
}

function toQuotaUsage(row: StoredUsage): QuotaUsage {
  return {
    day: row.day,
    usedToday: row.used_today,
    month: row.month,
    usedThisMonth: row.used_this_month,
    dailyLimit: row.daily_limit,
    monthlyLimit: row.monthly_limit,
  };
}

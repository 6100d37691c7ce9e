import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { compiledStatement } from '../../../server/db/compiled-statement.ts';
import { hasDefinitelyFailed, isDatabaseUnavailable } from '../../../server/db/database-errors.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { testDatabase } from '../harness.ts';
import { newPostgresDatabase, postgresMissing } from '../postgres.ts';

describe('a PostgreSQL server', { skip: postgresMissing ?? false }, () => {
  it('that drops all connections only fails the requests in flight', async () => {
    const url = await newPostgresDatabase();
    const operator = openDatabase({ url });
    after(() => operator.close());
    const db = openDatabase({ url });
    after(() => db.close());
    await sql`create table t (n int)`.execute(operator.query);
    await Promise.all(
      [1, 2, 3].map((n) => sql`insert into t values (${n}::int)`.execute(db.query)),
    );

    const asleep = sql`select pg_sleep(60)`.execute(db.query);
    const lost = assert.rejects(asleep, (error) => !hasDefinitelyFailed(error));
    const drop = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await drop.execute(operator.query);
    await lost;

    // A dead connection that the pool has not noticed can fail one more.
    const sum = () => sql<{ n: number }>`select sum(n) as n from t`.execute(db.query);
    let result = await sum().catch(() => null);
    for (let attempt = 0; !result && attempt < 3; attempt += 1)
      result = await sum().catch(() => null);
    assert.deepEqual(result?.rows, [{ n: 6 }]);
  });

  it('releases the locks of a process that is frozen in a transaction', async () => {
    const url = await newPostgresDatabase();
    const [frozen, other] = [openDatabase({ url, idleTransactionMs: 300 }), openDatabase({ url })];
    after(() => Promise.all([frozen.close(), other.close()]));
    await sql`create table t as select 1 as n`.execute(other.query);
    const add = sql`update t set n = n + 1`;
    const isLocked = Promise.withResolvers<void>();
    const isOver = Promise.withResolvers<void>();
    const late = frozen.transaction(async (tx) => {
      await add.execute(tx);
      isLocked.resolve();
      await isOver.promise;
      await add.execute(tx);
    });
    const lost = assert.rejects(late, isDatabaseUnavailable);
    await isLocked.promise;

    await add.execute(other.query);
    isOver.resolve();
    await lost;

    const read = sql<{ n: number }>`select n from t`;
    assert.deepEqual((await read.execute(other.query)).rows, [{ n: 2 }]);
    assert.deepEqual((await read.execute(frozen.query)).rows, [{ n: 2 }]);
  });

  it('is given long transactions that send statements', async () => {
    const url = await newPostgresDatabase();
    const db = openDatabase({ url, idleTransactionMs: 200 });
    after(() => db.close());
    const sleep = sql`select pg_sleep(0.3)`;
    await db.transaction(async (tx) => (await sleep.execute(tx), await sleep.execute(tx)));
  });

  it('that is unreachable has not changed anything', async () => {
    const db = openDatabase({ url: 'postgres://127.0.0.1:1/none' });
    after(() => db.close());
    await assert.rejects(sql`select 1`.execute(db.query), hasDefinitelyFailed);
    const there = await testDatabase('postgres');
    await assert.rejects(sql`select nothing`.execute(there.query), hasDefinitelyFailed);
  });

  it('plans a statement of almost every request once, and executes it without the plan', async () => {
    const url = await newPostgresDatabase();
    const db = openDatabase({ url, maxConnections: 1 });
    after(() => db.close());
    const double = compiledStatement<{ n: number }, 'n'>(db.query, (parameter) =>
      db.query.selectNoFrom(sql<number>`cast(${parameter('n')} as int) * 2`.as('n')),
    );
    const plans = async () => {
      const { rows } = await sql<{ uses: number }>`
        select generic_plans + custom_plans as uses from pg_prepared_statements
        where statement like '%* 2 as "n"'`.execute(db.query);
      return rows.map(({ uses }) => uses);
    };
    assert.deepEqual([await double({ n: 1 }), await double({ n: 2 })], [[{ n: 2 }], [{ n: 4 }]]);
    assert.deepEqual(await plans(), [2]);

    // Like a pooler that continues on another connection.
    await sql`deallocate all`.execute(db.query);
    assert.deepEqual(await double({ n: 3 }), [{ n: 6 }]);
    assert.deepEqual(await double({ n: 4 }), [{ n: 8 }]);
    assert.deepEqual(await plans(), []);
  });

  it('returns counts beyond 2^31 as numbers', async () => {
    const db = await testDatabase('postgres');
    const { rows } = await sql<{ n: number }>`select 4294967296::int8 as n`.execute(db.query);
    assert.deepEqual(rows, [{ n: 4_294_967_296 }]);
  });
});

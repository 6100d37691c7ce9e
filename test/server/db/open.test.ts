import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '../../../server/db/migrate.ts';
import { type Database, openDatabase } from '../../../server/db/open.ts';
import { forEachEngine, newDatabaseLocation, testDatabase } from '../harness.ts';

const account = (id: string) => ({ id, name: id, created_at: '2026-11-21T12:00:00.000Z' });

async function namesOf(db: Database) {
  const rows = await db.query.selectFrom('accounts').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

forEachEngine('a database', (engine) => {
  it('commits all of a transaction', async () => {
    const db = await testDatabase(engine);
    const result = await db.transaction(async (query) => {
      await query.insertInto('accounts').values(account('one')).execute();
      await query.insertInto('accounts').values(account('two')).execute();
      return 'both';
    });
    assert.equal(result, 'both');
    assert.deepEqual(await namesOf(db), ['one', 'two']);
  });

  it('rolls back a transaction that throws and runs the next transaction', async () => {
    const db = await testDatabase(engine);
    await assert.rejects(
      db.transaction(async (query) => {
        await query.insertInto('accounts').values(account('one')).execute();
        throw new Error('halfway');
      }),
      /halfway/,
    );
    await assert.rejects(
      db.transaction(async (query) => {
        await query.insertInto('accounts').values(account('one')).execute();
        await query.insertInto('accounts').values(account('one')).execute();
      }),
    );
    assert.deepEqual(await namesOf(db), []);
    await db.query.insertInto('accounts').values(account('two')).execute();
    assert.deepEqual(await namesOf(db), ['two']);
  });

  it('runs reads during an open transaction, without its changes', async () => {
    const db = await testDatabase(engine);
    await db.transaction(async (query) => {
      await query.insertInto('accounts').values(account('one')).execute();
      assert.deepEqual(await namesOf(db), []);
    });
    assert.deepEqual(await namesOf(db), ['one']);
  });

  it('makes a write visible to the next read', async () => {
    const db = await testDatabase(engine);
    for (let turn = 0; turn < 50; turn += 1) {
      await db.query
        .insertInto('accounts')
        .values(account(`acc_${turn}`))
        .execute();
      assert.equal((await namesOf(db)).length, turn + 1);
    }
  });

  it('serializes simultaneous writes', async () => {
    const db = await testDatabase(engine);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        db.transaction(async (query) => {
          const { count } = await query
            .selectFrom('accounts')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow();
          assert.equal(typeof count, 'number');
          await query
            .insertInto('accounts')
            .values(account(`acc_${at}`))
            .execute();
        }),
      ),
    );
    assert.equal((await namesOf(db)).length, 20);
  });

  it('rejects a row with an invalid foreign key', async () => {
    const db = await testDatabase(engine);
    await assert.rejects(
      db.query
        .insertInto('api_keys')
        .values({
          id: 'key_1',
          account_id: 'nobody',
          quota_id: 'quota_1',
          tier: 'basic',
          kind: 'secret',
          hash: 'abc',
          ending: 'xxxx',
          permissions: '[]',
          allowed_origins: '[]',
          created_at: '2026-11-21T12:00:00.000Z',
          expires_at: null,
          revoked_at: null,
        })
        .execute(),
      /foreign key/i,
    );
  });

  it('orders keys by code point', async () => {
    const db = await testDatabase(engine);
    for (const name of ['b', 'Z', 'a', 'é', '_', '1']) {
      await db.query.insertInto('accounts').values(account(name)).execute();
    }
    assert.deepEqual(await namesOf(db), ['1', 'Z', '_', 'a', 'b', 'é']);
  });
});

describe('two processes on one SQLite file', () => {
  it('wait for each other without blocking the event loop', async () => {
    const address = await newDatabaseLocation('sqlite');
    const one = openDatabase(address);
    const other = openDatabase(address);
    after(() => Promise.all([one.close(), other.close()]));
    await migrate(one, () => new Date());

    const held = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const holding = one.transaction(async (query) => {
      await query.insertInto('accounts').values(account('one')).execute();
      entered.resolve();
      await held.promise;
    });
    await entered.promise;
    const waiting = other.query.insertInto('accounts').values(account('two')).execute();
    // The event loop continues while the other process waits for the file.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    assert.deepEqual(await namesOf(other), []);
    held.resolve();
    await Promise.all([holding, waiting]);
    assert.deepEqual(await namesOf(one), ['one', 'two']);
  });

  it('sync every commit to disk (WAL with synchronous = full)', async () => {
    const db = openDatabase(await newDatabaseLocation('sqlite'));
    after(() => db.close());
    const pragma = async (name: string) =>
      (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db.query)).rows[0]?.[
        name
      ];
    assert.equal(await pragma('journal_mode'), 'wal');
    assert.equal(await pragma('synchronous'), 2);
    assert.equal(await pragma('foreign_keys'), 1);
  });
});

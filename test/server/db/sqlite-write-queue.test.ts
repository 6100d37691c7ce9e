import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '../../../server/db/migrate.ts';
import { type Database, openDatabase } from '../../../server/db/open.ts';
import { SqliteWriteQueue } from '../../../server/db/sqlite-write-queue.ts';
import { forEachEngine, temporaryFolder, testDatabase } from '../harness.ts';

const account = (id: string) => ({ id, name: id, created_at: '2026-11-21T12:00:00.000Z' });

async function namesOf(db: Database): Promise<string[]> {
  const rows = await db.query.selectFrom('accounts').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

forEachEngine('writers that come at once', (engine) => {
  it('commit or roll back independently', async () => {
    const db = await testDatabase(engine);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) =>
        db.transaction(async (tx) => {
          const row = account(`acc_${at + 10}`);
          await tx.insertInto('accounts').values(row).execute();
          if (at % 3 === 0) throw new Error('undone');
          if (at % 3 === 1) await tx.insertInto('accounts').values(row).execute();
        }),
      ),
    );
    assert.deepEqual(
      outcomes.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : [])),
      [2, 5, 8, 11, 14, 17, 20, 23, 26, 29],
    );
    assert.deepEqual(
      await namesOf(db),
      [12, 15, 18, 21, 24, 27, 30, 33, 36, 39].map((at) => `acc_${at}`),
    );
  });

  it('resolve when all connections see their changes', async () => {
    const db = await testDatabase(engine);
    await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const row = account(`acc_${at + 10}`);
        if (at % 2 === 0) await db.query.insertInto('accounts').values(row).execute();
        else await db.transaction((tx) => tx.insertInto('accounts').values(row).execute());
        assert.ok((await namesOf(db)).includes(row.name));
      }),
    );
    assert.equal((await namesOf(db)).length, 40);
  });

  it('roll back a failed statement without losing the others', async () => {
    const db = await testDatabase(engine);
    const same = () => db.query.insertInto('accounts').values(account('same')).execute();
    const outcomes = await Promise.allSettled([
      db.transaction((tx) => tx.insertInto('accounts').values(account('one')).execute()),
      same(),
      same(),
      db.transaction((tx) => tx.insertInto('accounts').values(account('two')).execute()),
    ]);
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 1);
    assert.deepEqual(await namesOf(db), ['one', 'same', 'two']);
  });
});

it('run statements outside a transaction if they require it, even during other writes', async () => {
  const path = join(temporaryFolder(), 'one.sqlite');
  const db = openDatabase({ sqlitePath: path });
  after(() => db.close());
  await migrate(db, () => new Date());
  const write = (id: string) =>
    db.transaction((tx) => tx.insertInto('accounts').values(account(id)).execute());

  await Promise.all([write('one'), sql`vacuum`.execute(db.query), write('two')]);

  const other = new DatabaseSync(path, { readOnly: true });
  assert.equal(other.prepare('select count(*) as n from accounts').get()?.['n'], 2);
  other.close();
});

it('fails every write after the database is closed, instead of letting the later ones wait forever', async () => {
  const database = new DatabaseSync(':memory:');
  const queue = new SqliteWriteQueue(database);
  await queue.begin(false);
  database.close();

  await assert.rejects(queue.commit());
  await assert.rejects(queue.begin(true));
  await assert.rejects(queue.begin(false));
  await assert.rejects(queue.run(() => undefined, false));
});

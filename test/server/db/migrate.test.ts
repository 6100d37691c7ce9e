import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { migrate, pendingMigrations } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { forEachEngine, newDatabaseLocation } from '../harness.ts';

const now = () => new Date('2026-11-21T12:00:00Z');

forEachEngine('migrations', (engine) => {
  it('run once each, in order, even if several processes start at the same time', async () => {
    const address = await newDatabaseLocation(engine);
    const processes = [1, 2, 3, 4].map(() => openDatabase(address));
    after(() => Promise.all(processes.map((db) => db.close())));

    const ran = await Promise.all(processes.map((db) => migrate(db, now)));

    const [db] = processes;
    assert.ok(db);
    const applied = await db.query.selectFrom('migrations').selectAll().orderBy('name').execute();
    assert.deepEqual(
      ran.flat().sort(),
      applied.map(({ name }) => name),
    );
    assert.equal(applied[0]?.name, '0001-accounts-and-keys');
    assert.equal(applied[0]?.applied_at, '2026-11-21T12:00:00.000Z');
    assert.deepEqual(await pendingMigrations(db), []);
    assert.deepEqual(await migrate(db, now), []);
  });

  it('are listed while they are pending', async () => {
    const db = openDatabase(await newDatabaseLocation(engine));
    after(() => db.close());
    await migrate(db, now);
    await db.query.deleteFrom('migrations').where('name', '=', '0001-accounts-and-keys').execute();
    assert.deepEqual(await pendingMigrations(db), ['0001-accounts-and-keys']);
  });
});

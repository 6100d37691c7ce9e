import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testDatabase } from '../harness.ts';

const account = (id: string) => ({ id, name: id, created_at: '2026-11-21T12:00:00.000Z' });

forEachEngine('a relaxed transaction', (engine) => {
  it('commits or rolls back as a whole between durable transactions', async () => {
    const db = await testDatabase(engine);
    const write = (name: string, kind: 'transaction' | 'relaxedTransaction', fails: boolean) =>
      db[kind](async (tx) => {
        await tx.insertInto('accounts').values(account(name)).execute();
        if (fails) throw new Error('undone');
      });

    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) =>
        write(`acc_${at + 10}`, at % 2 ? 'relaxedTransaction' : 'transaction', at % 5 === 0),
      ),
    );

    const rows = await db.query.selectFrom('accounts').select('name').orderBy('name').execute();
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 8);
    assert.deepEqual(
      rows.map(({ name }) => name),
      Array.from({ length: 40 }, (_, at) => at)
        .filter((at) => at % 5 !== 0)
        .map((at) => `acc_${at + 10}`),
    );
  });

  it('is visible to all connections when it resolves', async () => {
    const db = await testDatabase(engine);
    await db.relaxedTransaction((tx) => tx.insertInto('accounts').values(account('one')).execute());
    const row = await db.query.selectFrom('accounts').select('name').executeTakeFirst();
    assert.equal(row?.name, 'one');
  });
});

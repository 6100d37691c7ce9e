import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { isDatabaseUnavailable } from '../../../server/db/database-errors.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { testApi } from '../harness.ts';

/** Returns the error of a statement on a server with this behavior. */
async function errorOf(behavior: 'refuses' | 'closes' | 'resets'): Promise<unknown> {
  const server = createServer((socket) => {
    if (behavior === 'resets') socket.resetAndDestroy();
    else socket.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  if (behavior === 'refuses') server.close();
  const db = openDatabase({ url: `postgres://svc@127.0.0.1:${port}/svc` });
  try {
    return await db.query.selectFrom('accounts').selectAll().execute();
  } catch (error) {
    return error;
  } finally {
    await db.close();
    server.close();
  }
}

describe('isDatabaseUnavailable', () => {
  it('recognizes servers that refuse, close or reset connections', async () => {
    for (const behavior of ['refuses', 'closes', 'resets'] as const) {
      const error = await errorOf(behavior);
      assert.ok(isDatabaseUnavailable(error), `${behavior}: ${String(error)}`);
    }
  });

  it('recognizes servers that start, stop, are a standby or gave up waiting, and a full disk', () => {
    for (const code of ['57P01', '57P02', '57P03', '25006', '25P03', '53100', '08006', '53300']) {
      assert.ok(isDatabaseUnavailable(Object.assign(new Error('failed'), { code })), code);
    }
    const db = new DatabaseSync(':memory:');
    db.exec('create table t (x); pragma max_page_count = 2');
    assert.throws(
      () => db.prepare('insert into t values (zeroblob(100000))').run(),
      (error) => isDatabaseUnavailable(error),
    );
  });

  it('does not hide mistakes in statements', () => {
    for (const code of ['42601', '42P01', '23505', '40001', '22P02', 'ERR_SQLITE_ERROR', '']) {
      assert.ok(!isDatabaseUnavailable(Object.assign(new Error('failed'), { code })), code);
    }
    const db = new DatabaseSync(':memory:');
    assert.throws(
      () => db.exec('select * from missing'),
      (error) => !isDatabaseUnavailable(error),
    );
  });
});

it('/readyz returns 503 soon if the database accepts connections but does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const db = openDatabase({ url: `postgres://svc@127.0.0.1:${port}/svc`, connectTimeoutMs: 4000 });
  const api = await testApi('postgres', { db });
  const startedMs = performance.now();

  const response = await fetch(`${api.url}/readyz`);

  assert.equal(response.status, 503);
  assert.equal((await response.json()).checks.database, 'unreachable');
  assert.ok(performance.now() - startedMs < 6000);
  silent.close();
  await db.close();
});

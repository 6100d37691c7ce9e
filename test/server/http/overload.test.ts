import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { Problem } from '../../../server/http/problem.ts';
import { KeyRecord } from '../../../server/keys/contract.ts';
import { issueKey } from '../../../server/keys/issue-key.ts';
import { keyStore } from '../../../server/keys/store.ts';
import { testApi } from '../harness.ts';
import { newPostgresDatabase, postgresMissing } from '../postgres.ts';

describe('a server whose connections are all in use', { skip: postgresMissing ?? false }, () => {
  async function busyServer() {
    const url = await newPostgresDatabase({ hasTables: true });
    const beside = openDatabase({ url });
    after(() => beside.close());
    const db = openDatabase({ url, maxConnections: 1, connectTimeoutMs: 500 });
    const freed = Promise.withResolvers<void>();
    after(async () => {
      freed.resolve();
      await db.close();
    });
    const api = await testApi('postgres', { db });
    // The server loads the books first.
    while ((await api.request('/readyz')).status === 503);
    const now = () => new Date('2026-11-21T12:00:00Z');
    const making = {
      store: keyStore(beside),
      newId: idGenerator(Date.now),
      random: randomBytes,
      now,
    };
    const order = { account: 'acme', tier: 'basic', kind: 'secret' } as const;
    const { text: key } = await issueKey(making, order);
    const taken = Promise.withResolvers<void>();
    const held = db.query.connection().execute(async () => {
      taken.resolve();
      await freed.promise;
    });
    await taken.promise;
    const free = async () => {
      freed.resolve();
      await held;
    };
    return { api, key, free };
  }

  it('returns 503 with Retry-After and does not count the request', async () => {
    const { api, key, free } = await busyServer();

    const refused = await Promise.all(
      ['/v1/books', '/v1/rates', '/v1/keys/me'].map((path) => api.request(path, { key })),
    );
    await free();

    for (const response of refused) {
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('Retry-After'), '2');
      assert.equal(Problem.parse(await response.json()).code, 'overloaded');
    }
    let known = await api.request('/v1/keys/me', { key });
    while (known.status === 503) known = await api.request('/v1/keys/me', { key });
    const { data } = z.object({ data: KeyRecord }).parse(await known.json());
    assert.equal(data.usage.today, 0);
  });

  it('shows readers a page with a message', async () => {
    const { api, key, free } = await busyServer();
    const address = '/v1/reader/embed?book=bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R&format=html';
    const page = await fetch(api.url + address, { headers: { Authorization: `Bearer ${key}` } });
    await free();

    assert.equal(page.status, 503);
    assert.equal(page.headers.get('Retry-After'), '2');
    assert.match(await page.text(), /Too many readers right now/);
  });
});

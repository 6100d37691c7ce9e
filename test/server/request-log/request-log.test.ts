import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { migrate } from '../../../server/db/migrate.ts';
import { revokeKey } from '../../../server/keys/issue-key.ts';
import { toBlocks } from '../../../server/request-log/request-block.ts';
import { requestLogStore } from '../../../server/request-log/store.ts';
import { prune } from '../../../server/retention/prune.ts';
import { forEachEngine, testApi, type TestApi, testDatabase } from '../harness.ts';
import { testRoutes } from '../test-routes.ts';

const Page = z.object({
  data: z.array(
    z.object({
      requestId: z.string(),
      method: z.string(),
      route: z.string(),
      status: z.number(),
      code: z.string().nullable(),
      keyId: z.string(),
    }),
  ),
  meta: z.object({ nextCursor: z.string().nullable(), latestCursor: z.string().nullable() }),
});

async function readLog(api: TestApi, key: string, query: Record<string, string> = {}) {
  await api.app.flushRecords();
  const path = `/v1/request-log?${new URLSearchParams(query)}`;
  const response = await api.request(path, { key });
  assert.equal(response.status, 200, await response.clone().text());
  return Page.parse(await response.json());
}

const newRequest = (accountId: string, index: number, at: number) => ({
  accountId,
  keyId: `key_${index % 3}`,
  requestId: `req_${index}`,
  occurredAtMs: at,
  method: 'GET',
  route: index % 2 ? '/v1/books' : '/v1/rates',
  status: index % 7 === 0 ? 404 : 200,
  code: index % 7 === 0 ? 'not_found' : null,
  durationMs: index,
});

forEachEngine('the request log', (engine) => {
  it('has every request of the account, without ids, queries and other accounts', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const { id, text: key } = await api.newKey();
    const other = await api.newKey({ permissions: ['read:books'] });
    const foreign = await api.newKey({ account: 'globex' });
    const test = await api.newKey({ environment: 'test' });
    await api.request('/v1/books?q=secret', { key });
    const missing = await api.request('/v1/books/bk_missing?x=1', { key });
    await api.request('/v1/nowhere/secret', { key });
    await api.request('/v1/test/status/500', { key });
    await api.request('/v1/rates', { key: other.text });
    for (const one of [foreign, test]) await api.request('/v1/books', { key: one.text });
    await revokeKey(api.keyContext, other.id);
    await api.app.flushRecords();
    // A process caches a key for half a second.
    let refused = await api.request('/v1/books', { key: other.text });
    while (refused.status !== 401) {
      await delay(50);
      refused = await api.request('/v1/books', { key: other.text });
    }

    const latest = await readLog(api, key, { keyId: other.id, limit: '1' });
    assert.equal(latest.data[0]?.code, 'key_revoked');
    const { data } = await readLog(api, key, { keyId: id });
    const facts = data.map((one) => [one.method, one.route, one.status, one.code]);
    assert.deepEqual(facts, [
      ['GET', '/v1/request-log', 200, null],
      ['GET', '/v1/test/status/{status}', 500, 'internal_error'],
      ['GET', '', 404, 'not_found'],
      ['GET', '/v1/books/{bookId}', 404, 'book_not_found'],
      ['GET', '/v1/books', 200, null],
    ]);
    assert.doesNotMatch(JSON.stringify(data), /secret|bk_missing|127\.0\.0\.1/);

    const count = async (query: Record<string, string>) => {
      const page = await readLog(api, key, query);
      return page.data.length;
    };
    assert.equal(await count({ status: '5xx' }), 1);
    assert.equal(await count({ route: '/v1/books/{bookId}' }), 1);
    assert.equal(await count({ code: 'permission_denied', keyId: other.id }), 1);
    assert.equal(await count({ requestId: missing.headers.get('Request-Id') ?? '' }), 1);
    assert.equal(await count({ requestId: 'req_unknown' }), 0);
    assert.equal(await count({ from: '2026-11-21T12:00:00Z', status: '5xx' }), 1);
    assert.equal(await count({ to: '2026-11-21T13:59:59+02:00' }), 0);
    assert.equal((await api.request('/v1/request-log', { key: other.text })).status, 401);
    const page = await readLog(api, key, { limit: '1' });
    for (const query of [
      `cursor=${page.meta.nextCursor}&after=${page.meta.latestCursor}`,
      `cursor=${page.meta.nextCursor}&status=4xx`,
      `after=${page.meta.nextCursor}`,
      'status=404',
    ]) {
      assert.equal((await api.request(`/v1/request-log?${query}`, { key })).status, 400, query);
    }
  });

  it('follows the log without gaps and repeats while several processes write', async () => {
    const db = await testDatabase(engine);
    const store = requestLogStore(db);
    const start = Date.parse('2026-11-21T12:00:00Z');
    const writers = 4;
    const perWriter = 40;
    let next = 0;
    let running = writers;
    const write = async (writer: number) => {
      for (let batch = 0; batch < perWriter / 4; batch += 1) {
        const rows = Array.from({ length: 4 }, () => newRequest('acc_1', (next += 1), start));
        // The clocks differ, and one goes backward.
        await store.add(toBlocks(rows), new Date(start + (writer - 2) * 1000 - batch));
      }
      running -= 1;
    };
    const seen: number[] = [];
    const follow = async () => {
      let after = 0;
      for (let isLast = false; !isLast;) {
        isLast = running === 0;
        let page = await store.read('acc_1', {}, 7, { after });
        while (page.requests.length > 0) {
          seen.push(...page.requests.map(({ durationMs }) => durationMs));
          after = page.latest ?? after;
          page = await store.read('acc_1', {}, 7, { after });
        }
        await new Promise(setImmediate);
      }
    };
    await Promise.all([follow(), ...Array.from({ length: writers }, (_, at) => write(at))]);
    assert.equal(seen.length, writers * perWriter);
    assert.equal(new Set(seen).size, writers * perWriter);
  });

  it('keeps the requests that were logged one by one', async () => {
    const db = await testDatabase(engine);
    await sql`drop table request_log_blocks`.execute(db.query);
    await sql`create table request_log (position bigint primary key, account_id text, key_id text, request_id text,
      occurred_at text, method text, route text, status integer, code text, duration_ms integer)`.execute(
      db.query,
    );
    await sql`insert into request_log values
      (1000, 'acc_1', 'key_1', 'req_1', '2026-11-21T12:00:00.000Z', 'GET', '/v1/books', 200, null, 3),
      (1001, 'acc_1', 'key_1', 'req_2', '2026-11-21T12:00:01.000Z', 'GET', '', 404, 'not_found', 4)`.execute(
      db.query,
    );
    await db.query.deleteFrom('migrations').where('name', '=', '0044-request-log-blocks').execute();
    await migrate(db, () => new Date());

    const store = requestLogStore(db);
    const { requests } = await store.read('acc_1', {}, 10, {});
    const facts = requests.map((one) => [one.requestId, one.occurredAt, one.code, one.durationMs]);
    assert.deepEqual(facts, [
      ['req_2', '2026-11-21T12:00:01.000Z', 'not_found', 4],
      ['req_1', '2026-11-21T12:00:00.000Z', null, 3],
    ]);
    const errors = await store.read('acc_1', { status: '4xx' }, 10, {});
    assert.deepEqual(errors.requests, requests.slice(0, 1));
  });

  it('returns the same pages as a filter over all requests, also if a match is rare', async () => {
    const db = await testDatabase(engine);
    const store = requestLogStore(db);
    const start = Date.parse('2026-11-21T12:00:00Z');
    const all = Array.from({ length: 15_000 }, (_, index) =>
      newRequest(index % 5 === 0 ? 'acc_2' : 'acc_1', index, start + index * 10),
    );
    for (let from = 0; from < all.length; from += 2000) {
      const rows = all.slice(from, from + 2000);
      await store.add(toBlocks(rows), new Date(rows.at(-1)?.occurredAtMs ?? 0));
    }
    const mine = all.filter(({ accountId }) => accountId === 'acc_1').toReversed();
    const isoAt = (index: number) => new Date(start + index * 10).toISOString();
    const cases = [
      { filter: {}, matches: () => true },
      { filter: { status: '4xx' }, matches: ({ status }) => status === 404 },
      { filter: { route: '/v1/books', keyId: 'key_1' }, matches: isRoute('/v1/books', 'key_1') },
      { filter: { route: '/v1/none' }, matches: () => false },
      { filter: { code: 'not_found' }, matches: ({ code }) => code === 'not_found' },
      { filter: { requestId: 'req_9' }, matches: ({ requestId }) => requestId === 'req_9' },
      {
        filter: { from: isoAt(5000), to: isoAt(5100) },
        matches: ({ durationMs }) => durationMs >= 5000 && durationMs <= 5100,
      },
    ] satisfies {
      filter: Parameters<typeof store.read>[1];
      matches: (one: ReturnType<typeof newRequest>) => boolean;
    }[];
    for (const { filter, matches } of cases) {
      const found: string[] = [];
      let page = await store.read('acc_1', filter, 100, {});
      for (let pages = 0; pages < 200; pages += 1) {
        found.push(...page.requests.map(({ requestId }) => requestId));
        if (page.next === null) break;
        page = await store.read('acc_1', filter, 100, { upTo: page.next });
      }
      const expected = mine.filter(matches).map(({ requestId }) => requestId);
      assert.deepEqual(found, expected, JSON.stringify(filter));
    }

    const options = { db, eventRetentionDays: 30, pause: async () => undefined };
    await prune({ ...options, now: new Date(start + 14 * 86_400_000 + 70_000) });
    const kept = await store.read('acc_1', {}, 100, {});
    assert.equal(kept.requests.length, 100);
    await prune({ ...options, now: new Date(start + 15 * 86_400_000) });
    assert.deepEqual((await store.read('acc_1', {}, 100, {})).requests, []);
  });
});

function isRoute(route: string, keyId: string) {
  return (one: { route: string; keyId: string }) => one.route === route && one.keyId === keyId;
}

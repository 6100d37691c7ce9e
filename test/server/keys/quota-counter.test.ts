import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { KeyRecord } from '../../../server/keys/contract.ts';
import { revokeKey, rotateKey } from '../../../server/keys/issue-key.ts';
import { forEachEngine, testApi, type TestApi, TestClock, testDatabase } from '../harness.ts';
import { testRoutes } from '../test-routes.ts';

const ok = '/v1/test/status/200';
const Me = z.strictObject({ data: KeyRecord.strict() });

async function usageOf(api: TestApi, key: string) {
  const response = await api.request('/v1/keys/me', { key });
  assert.equal(response.status, 200);
  return Me.parse(await response.json()).data.usage;
}

async function codeOf(response: Response): Promise<unknown> {
  return z.looseObject({ code: z.string() }).parse(await response.json()).code;
}

/** Sets the number of requests used so far. */
async function useUp(api: TestApi, keyId: string, used: { today: number; thisMonth: number }) {
  const { quotaId } = (await api.keyContext.store.find(keyId)) ?? { quotaId: '' };
  const now = api.clock.now().toISOString();
  await api.db.query
    .insertInto('quotas')
    .values({
      id: quotaId,
      day: now.slice(0, 10),
      used_today: used.today,
      month: now.slice(0, 7),
      used_this_month: used.thisMonth,
      daily_limit: 100,
      monthly_limit: 1000,
      asked: 0,
      granted: 0,
    })
    .execute();
}

forEachEngine('the quota of a key', (engine) => {
  it('counts every request once, in the day and in the month', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;

    const first = await api.request(ok, { key });
    assert.equal(first.headers.get('X-RateLimit-Limit'), '100');
    assert.equal(first.headers.get('X-RateLimit-Remaining'), '99');
    assert.equal(first.headers.get('X-RateLimit-Reset'), '2026-11-22T00:00:00.000Z');
    assert.equal(first.headers.get('RateLimit'), '"day";r=99;t=43200, "month";r=999;t=820800');
    const second = await api.request(ok, { key });
    assert.equal(second.headers.get('X-RateLimit-Remaining'), '98');

    assert.deepEqual(await usageOf(api, key), {
      today: 2,
      thisMonth: 2,
      dailyLimit: 100,
      monthlyLimit: 1000,
      remainingToday: 98,
      remainingThisMonth: 998,
      resetsAt: '2026-11-22T00:00:00.000Z',
    });
  });

  it('grants exactly the remaining requests to simultaneous requests', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const keys = [(await api.newKey()).text, (await api.newKey()).text];

    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, index) => api.request(ok, { key: keys[index % 2] })),
    );

    const granted = responses.filter(({ status }) => status === 200);
    assert.equal(granted.length, 200);
    assert.equal(responses.filter(({ status }) => status === 429).length, 100);
    const left = granted.map(({ headers }) => Number(headers.get('X-RateLimit-Remaining')));
    assert.deepEqual(
      [...new Set(left)].sort((one, other) => one - other),
      Array.from({ length: 100 }, (_, remaining) => remaining),
    );
    for (const key of keys) assert.equal((await usageOf(api, key ?? '')).today, 100);
  });

  it('rejects with the seconds until the day ends, after which a request succeeds', async () => {
    const clock = new TestClock('2026-11-21T23:59:57.5Z');
    const api = await testApi(engine, { clock, plugins: [testRoutes] });
    const { id, text: key } = await api.newKey();
    await useUp(api, id, { today: 100, thisMonth: 100 });

    const refused = await api.request(ok, { key });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('Retry-After'), '3');
    assert.equal(refused.headers.get('X-RateLimit-Remaining'), '0');
    assert.equal(refused.headers.get('X-RateLimit-Reset'), '2026-11-22T00:00:00.000Z');
    assert.equal(await codeOf(refused), 'quota_daily');

    clock.set('2026-11-21T23:59:59.999Z');
    assert.equal((await api.request(ok, { key })).status, 429);
    clock.set('2026-11-22T00:00:00Z');
    assert.equal((await api.request(ok, { key })).status, 200);
    const usage = await usageOf(api, key);
    assert.equal(usage.today, 1);
    assert.equal(usage.thisMonth, 101);
  });

  it('shows and enforces the month if it has fewer requests left', async () => {
    const clock = new TestClock('2026-12-31T23:00:00Z');
    const api = await testApi(engine, { clock, plugins: [testRoutes] });
    const { id, text: key } = await api.newKey();
    await useUp(api, id, { today: 10, thisMonth: 999 });

    const last = await api.request(ok, { key });
    assert.equal(last.status, 200);
    assert.equal(last.headers.get('X-RateLimit-Limit'), '1000');
    assert.equal(last.headers.get('X-RateLimit-Remaining'), '0');
    assert.equal(last.headers.get('X-RateLimit-Reset'), '2027-01-01T00:00:00.000Z');
    assert.equal((await usageOf(api, key)).resetsAt, '2027-01-01T00:00:00.000Z');

    const refused = await api.request(ok, { key });
    assert.equal(refused.headers.get('Retry-After'), '3600');
    assert.equal(await codeOf(refused), 'quota_monthly');

    clock.advance(3600);
    assert.equal((await api.request(ok, { key })).status, 200);
    assert.equal((await usageOf(api, key)).thisMonth, 1);
  });

  it('keeps the month used up through the next day', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const { id, text: key } = await api.newKey();
    await useUp(api, id, { today: 100, thisMonth: 1000 });

    assert.equal((await api.request(ok, { key })).headers.get('Retry-After'), '820800');
    api.clock.set('2026-11-22T00:00:00Z');
    assert.equal(await codeOf(await api.request(ok, { key })), 'quota_monthly');
    api.clock.set('2026-12-01T00:00:00Z');
    assert.equal((await api.request(ok, { key })).status, 200);
  });

  it('is not reset by a process whose clock is behind', async () => {
    const db = await testDatabase(engine);
    const right = await testApi(engine, {
      db,
      clock: new TestClock('2026-12-01T00:00:01Z'),
      plugins: [testRoutes],
    });
    const lagging = await testApi(engine, {
      db,
      clock: new TestClock('2026-11-30T23:59:59Z'),
      plugins: [testRoutes],
    });
    const key = (await right.newKey()).text;

    await lagging.request(ok, { key });
    await right.request(ok, { key });
    const late = await lagging.request(ok, { key });

    assert.equal(late.headers.get('X-RateLimit-Remaining'), '98');
    assert.equal(late.headers.get('X-RateLimit-Reset'), '2026-12-02T00:00:00.000Z');
    assert.equal((await usageOf(lagging, key)).today, 2);
    assert.equal((await usageOf(right, key)).thisMonth, 2);
  });

  it('counts errors of the caller and refunds errors of the server', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey({ permissions: ['read:books'] })).text;
    const counts: Record<string, number> = {};
    const ask = async (name: string, path: string, more = {}) => {
      const before = (await usageOf(api, key)).today;
      const response = await api.request(path, { key, ...more });
      await response.arrayBuffer();
      counts[`${name} ${response.status}`] = (await usageOf(api, key)).today - before;
    };

    for (const status of [200, 201, 204, 302, 304, 400, 403, 404, 409, 413, 415, 422, 500, 503]) {
      await ask('route', `/v1/test/status/${status}`);
    }
    await ask('unknown address', '/v1/nothing/here');
    await ask('missing permission', '/v1/test/rates');
    await ask('wrong method', ok, { method: 'DELETE' });
    await ask('preflight', ok, { method: 'OPTIONS' });
    await ask('head', ok, { method: 'HEAD' });
    await ask('bad parameter', '/v1/books?limit=0');
    await ask('own key', '/v1/keys/me');

    assert.deepEqual(counts, {
      'route 200': 1,
      'route 201': 1,
      'route 204': 1,
      'route 302': 0,
      'route 304': 1,
      'route 400': 1,
      'route 403': 1,
      'route 404': 1,
      'route 409': 1,
      'route 413': 1,
      'route 415': 1,
      'route 422': 1,
      'route 500': 0,
      'route 503': 0,
      'unknown address 404': 1,
      'missing permission 403': 1,
      'wrong method 405': 0,
      'preflight 204': 0,
      'head 200': 1,
      'bad parameter 400': 1,
      'own key 200': 0,
    });
  });

  it('shows what is left after a refund', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    await api.request(ok, { key });

    const failed = await api.request('/v1/test/status/500', { key });
    assert.equal(failed.status, 500);
    assert.equal(failed.headers.get('X-RateLimit-Remaining'), '99');
  });

  it('refunds the window in which the request was counted, and not the next window', async () => {
    const clock = new TestClock('2026-11-30T23:59:59Z');
    const api = await testApi(engine, {
      clock,
      plugins: [
        testRoutes,
        async (app) => {
          app.get('/v1/test/midnight', { config: { permission: 'read:books' } }, async () => {
            clock.set('2026-12-01T00:00:00Z');
            // Another request starts the new windows while this request is running.
            await api.request(ok, { key });
            throw new Error('fails after midnight');
          });
        },
      ],
    });
    const key = (await api.newKey()).text;

    assert.equal((await api.request('/v1/test/midnight', { key })).status, 500);
    const usage = await usageOf(api, key);
    assert.equal(usage.today, 1);
    assert.equal(usage.thisMonth, 1);
  });

  it('returns the key itself even if the quota is used up', async () => {
    const api = await testApi(engine);
    const { id, text: key } = await api.newKey();
    await useUp(api, id, { today: 100, thisMonth: 100 });

    const response = await api.request('/v1/keys/me', { key });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('X-RateLimit-Remaining'), '0');
    assert.equal(Me.parse(await response.json()).data.usage.remainingToday, 0);
  });

  it('is shared by a key and its successor', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const old = await api.newKey();
    await api.request(ok, { key: old.text });

    const { text } = await rotateKey(api.keyContext, old.id, 60);
    await api.request(ok, { key: text });
    await api.request(ok, { key: old.text });
    assert.equal((await usageOf(api, text)).today, 3);
    assert.equal((await usageOf(api, old.text)).today, 3);

    const responses = await Promise.all(
      Array.from({ length: 120 }, (_, at) => api.request(ok, { key: at % 2 ? text : old.text })),
    );
    assert.equal(responses.filter(({ status }) => status === 200).length, 97);
  });

  it('does not serve uncounted requests if the database is unreachable', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    await api.request(ok, { key });
    await api.db.close();

    const response = await api.request(ok, { key });
    assert.equal(response.status, 500);
    assert.equal(await codeOf(response), 'internal_error');
  });

  it('ends soon after the key is revoked in another process', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const { id, text: key } = await api.newKey();
    assert.equal((await api.request(ok, { key })).status, 200);
    await revokeKey(api.keyContext, id);

    let response = await api.request(ok, { key });
    while (response.status === 200) {
      response = await api.request('/v1/keys/me', { key });
    }
    assert.equal(response.status, 401);
    assert.equal(await codeOf(response), 'key_revoked');
  });
});

forEachEngine('the limit per second', (engine) => {
  it('rejects requests beyond the burst without counting them', async () => {
    const api = await testApi(engine, { hasBurstLimit: true, plugins: [testRoutes] });
    const key = (await api.newKey()).text;

    const responses = await Promise.all(Array.from({ length: 25 }, () => api.request(ok, { key })));
    const refused = responses.filter(({ status }) => status === 429);
    assert.equal(refused.length, 5);
    assert.equal(refused[0]?.headers.get('Retry-After'), '1');
    assert.equal(refused[0]?.headers.get('X-RateLimit-Limit'), '100');
    assert.equal(await codeOf(refused[0] ?? Response.error()), 'burst');

    api.clock.advance(1);
    assert.equal((await usageOf(api, key)).today, 20);
  });

  it('states the limit for bursts, also in responses with 429', async () => {
    const api = await testApi(engine, { hasBurstLimit: true });
    const { text: key } = await api.newKey();
    const policies = new Set<string | null>();
    const statuses = new Set<number>();
    for (let count = 0; count < 22; count += 1) {
      const { status, headers } = await api.request('/v1/keys/me', { key });
      policies.add(headers.get('RateLimit-Policy'));
      statuses.add(status);
    }
    assert.deepEqual([...statuses], [200, 429]);
    assert.deepEqual(
      [...policies],
      ['"day";q=100;w=86400, "month";q=1000;w=2592000, "burst";q=20;w=2'],
    );
  });

  it('also limits the route that is not counted', async () => {
    const api = await testApi(engine, { hasBurstLimit: true });
    const key = (await api.newKey()).text;
    const responses = await Promise.all(
      Array.from({ length: 21 }, () => api.request('/v1/keys/me', { key })),
    );
    assert.equal(responses.filter(({ status }) => status === 429).length, 1);
  });

  it('returns the longer wait if the quota is also used up', async () => {
    const api = await testApi(engine, { hasBurstLimit: true, plugins: [testRoutes] });
    const { id, text: key } = await api.newKey();
    await useUp(api, id, { today: 100, thisMonth: 100 });

    const responses = await Promise.all(Array.from({ length: 30 }, () => api.request(ok, { key })));
    for (const response of responses) {
      assert.equal(response.headers.get('Retry-After'), '43200');
      assert.equal(await codeOf(response), 'quota_daily');
    }
  });
});

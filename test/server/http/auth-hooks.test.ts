import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { z } from 'zod';
import { KeyRecord } from '../../../server/keys/contract.ts';
import { generateKey } from '../../../server/keys/key-format.ts';
import { revokeKey, rotateKey } from '../../../server/keys/issue-key.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { testRoutes } from '../test-routes.ts';

const ok = '/v1/test/status/200';

async function refusal(response: Response) {
  const { status, headers } = response;
  const { code } = z.looseObject({ code: z.string() }).parse(await response.json());
  return { status, code, challenge: headers.get('WWW-Authenticate') };
}

forEachEngine('a request’s key', (engine) => {
  it('returns its tier, permissions and usage', async () => {
    const api = await testApi(engine);
    const expiresAt = new Date('2027-01-01T00:00:00Z');
    const { id, text: key } = await api.newKey({
      tier: 'pro',
      permissions: ['read:books', 'write:webhooks'],
      expiresAt,
    });

    const response = await api.request('/v1/keys/me', { key });
    assert.equal(response.headers.get('Content-Type'), 'application/json; charset=utf-8');
    assert.deepEqual(await response.json(), {
      data: {
        id,
        tier: 'pro',
        environment: 'live',
        permissions: ['read:books', 'write:webhooks'],
        usage: {
          today: 0,
          thisMonth: 0,
          dailyLimit: 10_000,
          monthlyLimit: 100_000,
          remainingToday: 10_000,
          remainingThisMonth: 100_000,
          resetsAt: '2026-11-22T00:00:00.000Z',
        },
        expiresAt: '2027-01-01T00:00:00.000Z',
        createdAt: '2026-11-21T12:00:00.000Z',
      },
    });
  });

  it('has the limits of its tier', async () => {
    const api = await testApi(engine);
    const limits: Record<string, [number, number]> = {};
    for (const tier of ['basic', 'pro', 'unlimited', 'developer'] as const) {
      const { text: key } = await api.newKey({ tier });
      const body = await (await api.request('/v1/keys/me', { key })).json();
      const { data } = z.strictObject({ data: KeyRecord }).parse(body);
      assert.equal(data.tier, tier);
      limits[tier] = [data.usage.dailyLimit, data.usage.monthlyLimit];
    }
    assert.deepEqual(limits, {
      basic: [100, 1_000],
      pro: [10_000, 100_000],
      unlimited: [100_000, 1_000_000],
      developer: [50_000, 500_000],
    });
  });

  it('returns 401 with WWW-Authenticate if it is missing, malformed or unknown', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const asked = async (Authorization: string) =>
      await refusal(await api.request(ok, { headers: { Authorization } }));
    const invalid = { status: 401, code: 'key_invalid', challenge: 'Bearer' };

    assert.deepEqual(await refusal(await api.request(ok)), {
      status: 401,
      code: 'key_missing',
      challenge: 'Bearer',
    });
    assert.deepEqual(await asked(key), invalid);
    assert.deepEqual(await asked(`Basic ${key}`), invalid);
    assert.deepEqual(await asked(`Bearer ${key} ${key}`), invalid);
    assert.deepEqual(await asked('Bearer svc_basic_tooShort'), invalid);
    assert.deepEqual(await asked(`Bearer ${generateKey('basic', 'secret', randomBytes)}`), invalid);
    assert.equal(
      (await api.request(ok, { headers: { Authorization: `bearer ${key}` } })).status,
      200,
    );
  });

  it('returns 401 without quota headers if it is revoked or expired', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const revoked = await api.newKey();
    const expiring = await api.newKey({ expiresAt: new Date('2026-11-21T12:00:10Z') });
    await revokeKey(api.keyContext, revoked.id);

    const response = await api.request(ok, { key: revoked.text });
    assert.equal(response.headers.get('X-RateLimit-Limit'), null);
    assert.deepEqual(await refusal(response), {
      status: 401,
      code: 'key_revoked',
      challenge: 'Bearer',
    });
    api.clock.advance(9.999);
    assert.equal((await api.request(ok, { key: expiring.text })).status, 200);
    api.clock.advance(0.001);
    assert.equal(
      (await refusal(await api.request(ok, { key: expiring.text }))).code,
      'key_expired',
    );
  });

  it('remains valid alongside its successor until the grace period ends', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const old = await api.newKey({ permissions: ['read:books'], tier: 'pro' });
    const { text, key } = await rotateKey(api.keyContext, old.id, 3600);
    assert.deepEqual(key.permissions, ['read:books']);
    assert.match(text, /^svc_pro_/);

    api.clock.advance(3599);
    assert.equal((await api.request(ok, { key: old.text })).status, 200);
    assert.equal((await api.request(ok, { key: text })).status, 200);
    api.clock.advance(1);
    assert.equal((await refusal(await api.request(ok, { key: old.text }))).code, 'key_expired');
    assert.equal((await api.request(ok, { key: text })).status, 200);
    await assert.rejects(rotateKey(api.keyContext, old.id, 60), { code: 'conflict' });
    await assert.rejects(rotateKey(api.keyContext, 'key_nowhere', 60), { code: 'key_not_found' });
  });

  it('needs the route’s permission, where write implies read', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const reader = (await api.newKey({ permissions: ['read:reader'] })).text;
    const writer = (await api.newKey({ permissions: ['write:books'] })).text;

    const refused = await api.request(ok, { key: reader });
    assert.equal(refused.headers.get('X-RateLimit-Remaining'), '99');
    assert.deepEqual(await refusal(refused), {
      status: 403,
      code: 'permission_denied',
      challenge: null,
    });
    assert.equal((await api.request(ok, { key: writer })).status, 200);
    assert.equal((await api.request('/v1/test/rates', { key: writer })).status, 403);
    assert.equal((await api.request('/v1/keys/me', { key: reader })).status, 200);
  });

  it('rejects a secret key in a browser, with instructions', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const response = await api.request(ok, { key, headers: { Origin: 'https://shop.example' } });
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
    const problem = z
      .looseObject({ code: z.string(), detail: z.string() })
      .parse(await response.json());
    assert.equal(response.status, 403);
    assert.equal(problem.code, 'secret_key_in_browser');
    assert.match(problem.detail, /publishable key/);
  });

  it('accepts a publishable key only from its allowed origins', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const { text: key } = await api.newKey({
      kind: 'publishable',
      allowedOrigins: ['https://shop.example', 'HTTP://localhost:3000/'],
    });
    const from = async (Origin: string) =>
      (await api.request(ok, { key, headers: { Origin } })).status;

    assert.equal(await from('https://shop.example'), 200);
    assert.equal(await from('http://localhost:3000'), 200);
    assert.equal(await from('https://shop.example.evil.example'), 403);
    assert.equal(await from('http://shop.example'), 403);
    assert.equal(await from('null'), 403);
    assert.equal((await api.request(ok, { key })).status, 200);
    assert.equal((await api.request('/v1/test/rates', { key })).status, 403);
  });

  it('cannot be created with permissions that its kind does not allow', async () => {
    const api = await testApi(engine);
    const invalid = { code: 'invalid_request' };
    const origins = ['https://shop.example'];
    await assert.rejects(api.newKey({ kind: 'publishable' }), invalid);
    await assert.rejects(api.newKey({ allowedOrigins: origins }), invalid);
    await assert.rejects(
      api.newKey({ kind: 'publishable', allowedOrigins: origins, permissions: ['write:books'] }),
      invalid,
    );
    for (const origin of ['shop.example', 'https://shop.example/page', 'ftp://shop.example', '*']) {
      await assert.rejects(api.newKey({ kind: 'publishable', allowedOrigins: [origin] }), invalid);
    }
    await assert.rejects(api.newKey({ expiresAt: new Date('2026-11-21T12:00:00Z') }), invalid);
  });

  it('limits requests without a key to 60 per minute and address', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const statuses: number[] = [];
    for (let request = 0; request < 61; request += 1) statuses.push((await api.request(ok)).status);
    assert.equal(statuses.filter((status) => status === 401).length, 60);

    const refused = await api.request(ok);
    assert.equal(refused.headers.get('Retry-After'), '60');
    assert.deepEqual(await refusal(refused), {
      status: 429,
      code: 'too_many_requests',
      challenge: null,
    });
    const key = (await api.newKey()).text;
    assert.equal((await api.request(ok, { key })).status, 200);
    assert.equal((await api.request('/healthz')).status, 200);
    api.clock.advance(60);
    assert.equal((await api.request(ok)).status, 401);
  });

  it('counts requests without a key by the address from a trusted proxy', async () => {
    const api = await testApi(engine, { trustProxy: '127.0.0.1', plugins: [testRoutes] });
    const from = async (address: string) =>
      (await api.request(ok, { headers: { 'X-Forwarded-For': address } })).status;
    for (let request = 0; request < 60; request += 1) await from('192.0.2.1');
    assert.equal(await from('192.0.2.1'), 429);
    assert.equal(await from('192.0.2.2'), 401);
  });
});

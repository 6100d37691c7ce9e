import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { maxUsableKeys } from '../../../server/keys/managed-keys.ts';
import type { Permission } from '../../../server/values/permissions.ts';
import { addBook } from '../books/add-book.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';

const Key = z.looseObject({ id: z.string(), state: z.string(), key: z.string().default('') });
const Single = z.object({ data: Key });
const List = z.object({
  data: z.array(Key),
  meta: z.object({ total: z.number(), nextCursor: z.string().nullable() }),
});
const manager: Permission[] = ['write:keys', 'read:books', 'read:reader', 'write:sales'];

function send(api: TestApi, key: string) {
  return async (method: string, path: string, body?: object, headers = {}) => {
    const json = { 'Content-Type': 'application/json' };
    return await api.request(path, {
      method,
      key,
      headers: body ? { ...json, ...headers } : headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  };
}

async function codeOf(response: Response): Promise<string> {
  return z.object({ code: z.string() }).parse(await response.json()).code;
}

forEachEngine('key management', (engine) => {
  it('creates, lists, changes, rotates and revokes keys', async () => {
    const api = await testApi(engine);
    const { id, text } = await api.newKey({ tier: 'pro', permissions: manager });
    // Ids of different processes are ordered to the millisecond.
    api.clock.set('2026-11-21T12:00:01Z');
    const ask = send(api, text);
    const bookId = await addBook(api, { title: 'Whale', account: 'acme', visibility: 'private' });

    const created = await ask('POST', '/v1/keys', {
      name: ' Shop ',
      kind: 'publishable',
      tier: 'basic',
      allowedOrigins: ['https://shop.example/'],
      privateBooks: [bookId],
    });
    assert.equal(created.status, 201);
    const { data: shop } = Single.parse(await created.json());
    assert.equal(created.headers.get('Location'), `/v1/keys/${shop.id}`);
    assert.match(shop.key, /^svc_basic_pub/);
    assert.deepEqual(
      [shop['name'], shop['allowedOrigins'], shop['privateBooks'], shop['lastUsedAt']],
      ['Shop', ['https://shop.example'], [bookId], null],
    );
    const open = (key: string, origin: string) =>
      api.request(`/v1/books/${bookId}`, { key, headers: { Origin: origin } });
    assert.equal((await open(shop.key, 'https://shop.example')).status, 200);

    const changed = await ask('PATCH', `/v1/keys/${shop.id}`, {
      allowedOrigins: ['https://new.example'],
      privateBooks: [],
      expiresAt: '2027-01-01T01:00:00+01:00',
    });
    assert.equal(changed.status, 200);
    assert.equal((await changed.json()).data.expiresAt, '2027-01-01T00:00:00.000Z');
    const cleared = await ask('PATCH', `/v1/keys/${shop.id}`, { expiresAt: null });
    assert.equal((await cleared.json()).data.expiresAt, null);

    const rotated = await ask('POST', `/v1/keys/${shop.id}/rotate`, { graceSeconds: 60 });
    assert.equal(rotated.status, 201);
    const { data: next } = Single.parse(await rotated.json());
    assert.deepEqual(next['predecessor'], {
      id: shop.id,
      expiresAt: '2026-11-21T12:01:01.000Z',
    });
    // The successor is not cached, so the change has already taken effect.
    assert.equal((await open(next.key, 'https://shop.example')).status, 403);
    assert.equal((await open(next.key, 'https://new.example')).status, 404);

    assert.equal((await ask('DELETE', `/v1/keys/${next.id}`)).status, 204);
    assert.equal(await codeOf(await ask('PATCH', `/v1/keys/${next.id}`, {})), 'conflict');
    await api.app.flushRecords();
    const mine = List.parse(await (await ask('GET', '/v1/keys?limit=2')).json());
    assert.deepEqual(
      mine.data.map((one) => [one.id, one.state, one['lastUsedAt']]),
      [
        [next.id, 'revoked', '2026-11-21T12:00:01.000Z'],
        [shop.id, 'active', '2026-11-21T12:00:01.000Z'],
      ],
    );
    assert.equal(mine.meta.total, 3);
    const more = await ask('GET', `/v1/keys?limit=2&cursor=${mine.meta.nextCursor}`);
    assert.deepEqual(
      List.parse(await more.json()).data.map((one) => one.id),
      [id],
    );
    const revoked = List.parse(await (await ask('GET', '/v1/keys?state=revoked')).json());
    assert.deepEqual(
      revoked.data.map((one) => one.id),
      [next.id],
    );
    assert.equal((await ask('GET', `/v1/keys/${id}`)).status, 200);
  });

  it('never gives a key more rights than the requesting key has', async () => {
    const api = await testApi(engine);
    const newKey = (permissions: Permission[], expiresAt?: string) =>
      api.newKey({
        tier: 'pro',
        permissions,
        ...(expiresAt && { expiresAt: new Date(expiresAt) }),
      });
    const all = await newKey([...manager, 'write:books', 'write:webhooks']);
    const few = await newKey(manager);
    const short = await newKey(manager, '2026-12-01T00:00:00Z');
    const rich = await api.newKey({ tier: 'developer', permissions: ['read:books'] });
    const foreign = await api.newKey({ account: 'globex', permissions: manager });
    const test = await api.newKey({ tier: 'pro', environment: 'test', permissions: manager });
    const reader = await api.newKey({ permissions: ['read:keys', 'write:books'] });
    const ask = send(api, few.text);
    const askShort = send(api, short.text);

    const refusals: [Promise<Response>, string][] = [
      [ask('POST', '/v1/keys', { tier: 'developer' }), 'permission_denied'],
      [ask('POST', '/v1/keys', { permissions: ['write:books'] }), 'permission_denied'],
      [ask('POST', '/v1/keys', { permissions: ['read:webhooks'] }), 'permission_denied'],
      [ask('POST', `/v1/keys/${all.id}/rotate`, {}), 'permission_denied'],
      [ask('PATCH', `/v1/keys/${all.id}`, { name: 'Mine' }), 'permission_denied'],
      [ask('POST', `/v1/keys/${rich.id}/rotate`, {}), 'permission_denied'],
      [askShort('POST', '/v1/keys', {}), 'permission_denied'],
      [askShort('POST', '/v1/keys', { expiresAt: '2026-12-01T00:00:01Z' }), 'permission_denied'],
      [askShort('PATCH', `/v1/keys/${short.id}`, { expiresAt: null }), 'permission_denied'],
      [askShort('POST', `/v1/keys/${few.id}/rotate`, {}), 'permission_denied'],
      [send(api, reader.text)('POST', '/v1/keys', {}), 'permission_denied'],
      [send(api, reader.text)('DELETE', `/v1/keys/${few.id}`), 'permission_denied'],
      [send(api, test.text)('POST', '/v1/keys', { environment: 'live' }), 'permission_denied'],
      [send(api, test.text)('DELETE', `/v1/keys/${few.id}`), 'key_not_found'],
      [ask('GET', `/v1/keys/${foreign.id}`), 'key_not_found'],
      [ask('PATCH', `/v1/keys/${foreign.id}`, {}), 'key_not_found'],
      [ask('POST', `/v1/keys/${foreign.id}/rotate`, {}), 'key_not_found'],
      [ask('DELETE', `/v1/keys/${foreign.id}`), 'key_not_found'],
      [ask('GET', '/v1/keys/nonsense'), 'key_not_found'],
      [ask('POST', '/v1/keys', { allowedOrigins: ['https://a.example'] }), 'invalid_request'],
      [ask('POST', '/v1/keys', { privateBooks: 'unlisted' }), 'invalid_request'],
      [ask('POST', '/v1/keys', { kind: 'publishable' }), 'invalid_request'],
      [
        ask('POST', '/v1/keys', {
          kind: 'publishable',
          allowedOrigins: ['https://a.example'],
          permissions: ['write:keys'],
        }),
        'invalid_request',
      ],
      [
        ask('PATCH', `/v1/keys/${few.id}`, { expiresAt: '2026-01-01T00:00:00Z' }),
        'invalid_request',
      ],
      [ask('PATCH', `/v1/keys/${few.id}`, { tier: 'basic' }), 'invalid_request'],
    ];
    for (const [index, [response, code]] of refusals.entries()) {
      assert.equal(await codeOf(await response), code, `refusal ${index}`);
    }

    const made = Single.parse(await (await ask('POST', '/v1/keys', {})).json()).data;
    assert.deepEqual(made['permissions'], ['read:books', 'read:reader', 'write:sales']);
    const { data } = Single.parse(
      await (await askShort('POST', '/v1/keys', { expiresAt: '2026-12-01T00:00:00Z' })).json(),
    );
    assert.equal(data['expiresAt'], '2026-12-01T00:00:00.000Z');
    const inTest = await ask('POST', '/v1/keys', { environment: 'test' });
    assert.equal(Single.parse(await inTest.json()).data['environment'], 'test');
    // Anyone who can revoke keys can stop a stolen key, regardless of its rights.
    assert.equal((await ask('DELETE', `/v1/keys/${all.id}`)).status, 204);
    await api.db.query
      .updateTable('accounts')
      .set({ tiers: '["basic"]' })
      .where('name', '=', 'acme')
      .execute();
    assert.equal(await codeOf(await ask('POST', '/v1/keys', { tier: 'pro' })), 'permission_denied');
    assert.equal((await ask('POST', '/v1/keys', { tier: 'basic' })).status, 201);
    // A key cannot manage keys by default.
    const standard = await api.newKey();
    assert.equal((await send(api, standard.text)('GET', '/v1/keys')).status, 403);
  });

  it('creates one key for repeated requests, and at most 100 for an account', async () => {
    const api = await testApi(engine);
    const { text } = await api.newKey({ tier: 'unlimited', permissions: manager });
    const ask = send(api, text);
    const once = { 'Idempotency-Key': 'once' };
    const first = await (await ask('POST', '/v1/keys', { name: 'A' }, once)).json();
    const replay = await ask('POST', '/v1/keys', { name: 'A' }, once);
    assert.equal(replay.headers.get('Idempotent-Replayed'), 'true');
    assert.deepEqual(await replay.json(), first);
    const stored = await api.db.query.selectFrom('idempotency_keys').selectAll().execute();
    const texts = stored.map(({ results, body }) =>
      Buffer.concat([results ?? Buffer.of(), body ?? Buffer.of()]),
    );
    assert.ok(texts.every((bytes) => !bytes.includes(first.data.key)));

    const rest = await Promise.all(
      Array.from({ length: maxUsableKeys }, () => ask('POST', '/v1/keys', {})),
    );
    assert.equal(rest.filter(({ status }) => status === 201).length, maxUsableKeys - 2);
    assert.equal(rest.filter(({ status }) => status === 409).length, 2);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import {
  codeOf,
  consoleClient,
  goodPassword,
  newMember,
  newOperator,
  tokenIn,
} from './console-client.ts';

async function acme(api: TestApi) {
  const operator = await newOperator(api);
  const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
    name: 'Acme',
  });
  return { operator, id };
}

forEachEngine('sign-in to the console', (engine) => {
  it('uses links once, and only until they expire', async () => {
    const api = await testApi(engine);
    const { operator, id } = await acme(api);
    const order = { email: 'Ada@Example.com', role: 'owner' };
    const invite = () =>
      operator.data<{ url: string }>('POST', `/accounts/${id}/invitations`, order);
    const replaced = tokenIn((await invite()).url);
    const token = tokenIn((await invite()).url);
    const join = (used: string) =>
      consoleClient(api).request('POST', '/links/accept', {
        token: used,
        name: 'Ada',
        password: goodPassword,
      });
    assert.equal(await codeOf(await join(replaced)), '404 link_not_found');
    const [one, two] = await Promise.all([join(token), join(token)]);
    assert.deepEqual([one.status, two.status].sort(), [200, 404]);

    order.email = 'late@example.com';
    const late = tokenIn((await invite()).url);
    api.clock.advance(8 * 86_400);
    assert.equal(await codeOf(await join(late)), '404 link_not_found');
  });

  it('rejects forged origins, API keys and session cookies in the wrong place', async () => {
    const api = await testApi(engine);
    const { operator, id } = await acme(api);
    const { text } = await api.newKey();
    const list = `/accounts/${id}/keys`;
    for (const origin of ['https://evil.example', 'null', 'http://svc.test.evil.example']) {
      const forged = await operator.request('DELETE', '/sessions', undefined, {
        headers: { Origin: origin },
      });
      assert.equal(await codeOf(forged), '403 origin_not_allowed', origin);
    }
    const secure = await testApi(engine, { publicUrl: 'https://svc.test' });
    for (const [origin, status] of [
      ['https://svc.test', 401],
      ['http://svc.test', 403],
      [secure.url.replace('http:', 'https:'), 401],
      [secure.url, 403],
    ] as const) {
      const sent = await consoleClient(secure).request('DELETE', '/session', undefined, {
        headers: { Origin: origin },
      });
      assert.equal(sent.status, status, origin);
    }
    const withKey = await consoleClient(api).request('GET', list, undefined, {
      headers: { Authorization: `Bearer ${text}` },
    });
    assert.equal(await codeOf(withKey), '401 not_signed_in');
    const withCookie = await fetch(`${api.url}/v1/keys/me`, {
      headers: { Cookie: String(operator.cookie) },
    });
    assert.equal(await codeOf(withCookie), '401 key_missing');
    const preflight = await fetch(`${api.url}/console/api/session`, { method: 'OPTIONS' });
    assert.equal(preflight.headers.get('Access-Control-Allow-Origin'), null);
  });

  it('starts a new session at sign-in, and ends sessions', async () => {
    const api = await testApi(engine);
    await newOperator(api);
    const browser = consoleClient(api);
    browser.cookie = 'svc-console=chosen-by-an-attacker';
    const password = goodPassword;
    const signIn = () => browser.request('POST', '/sign-in', { email: 'OP@example.com', password });
    const response = await signIn();
    const cookie = response.headers.getSetCookie().join();
    assert.match(cookie, /^svc-console=[\w-]{43}; /);
    assert.match(cookie, /HttpOnly/);
    assert.match(cookie, /SameSite=Lax/);
    const first = browser.cookie;
    await signIn();
    assert.notEqual(browser.cookie, first);
    const old = consoleClient(api);
    old.cookie = first;
    assert.equal(await old.data('GET', '/session'), null);

    const other = consoleClient(api);
    await other.data('POST', '/sign-in', { email: 'op@example.com', password });
    const changed = { current: password, password: 'nine quiet rivers below' };
    await browser.data('POST', '/password', changed);
    assert.equal(await other.data('GET', '/session'), null);
    api.clock.advance(8 * 86_400);
    assert.equal(await browser.data('GET', '/session'), null, 'idle for a week');
  });

  it('slows down guessing per user and network, whether or not the user exists', async () => {
    const api = await testApi(engine, { trustProxy: '127.0.0.1' });
    await newOperator(api);
    const guess = (email: string, address: string, password = 'wrong') =>
      consoleClient(api).request(
        'POST',
        '/sign-in',
        { email, password },
        { headers: { 'X-Forwarded-For': address } },
      );
    for (const email of ['op@example.com', 'nobody@example.com']) {
      const address = email.startsWith('op') ? '192.0.2.1' : '192.0.2.2';
      const codes = [];
      for (let attempt = 0; attempt < 6; attempt += 1) {
        codes.push(await codeOf(await guess(email, address)));
      }
      const expected = [...Array(5).fill('401 sign_in_failed'), '429 too_many_requests'];
      assert.deepEqual(codes, expected, email);
    }
    const right = await guess('op@example.com', '192.0.2.1', goodPassword);
    assert.equal(right.status, 429, 'the right password also waits');
    assert.equal(right.headers.get('Retry-After'), '2');
    const elsewhere = await guess('op@example.com', '198.51.100.7', goodPassword);
    assert.equal(elsewhere.status, 200, 'the user keeps access from another network');
    api.clock.advance(2);
    assert.equal((await guess('op@example.com', '192.0.2.1', goodPassword)).status, 200);

    for (let attempt = 0; attempt < 6; attempt += 1) await guess('op@example.com', '192.0.2.1');
    api.clock.advance(-3600);
    const corrected = await guess('op@example.com', '192.0.2.1', goodPassword);
    assert.equal(
      corrected.status,
      200,
      'nobody waits until a clock that was set back has caught up',
    );

    const openLink = (path: string, address: string) =>
      consoleClient(api).request(
        'POST',
        path,
        { token: 'guess' },
        {
          headers: { 'X-Forwarded-For': address },
        },
      );
    for (const path of ['/links/look-up', '/user-links/look-up']) {
      for (let attempt = 0; attempt < 15; attempt += 1) await openLink(path, '203.0.113.9');
    }
    const blocked = await openLink('/links/look-up', '203.0.113.9');
    assert.equal(await codeOf(blocked), '429 too_many_requests');
    const unaffected = await openLink('/links/look-up', '198.51.100.8');
    assert.equal(await codeOf(unaffected), '404 link_not_found', 'one network slows down no other');
  });

  it('records changes without secrets, and rejects keys of suspended accounts', async () => {
    const api = await testApi(engine);
    const { operator, id } = await acme(api);
    const owner = await newMember(api, operator, id, 'owner');
    const created = await owner.data<{ key: { id: string }; text: string }>(
      'POST',
      `/accounts/${id}/keys`,
      { kind: 'secret', tier: 'basic', environment: 'live', label: 'Shop' },
    );
    const status = async () => (await api.request('/v1/keys/me', { key: created.text })).status;
    assert.equal(await status(), 200);

    const globex = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Globex',
    });
    const otherOwner = await newMember(api, operator, globex.id, 'owner');
    const path = `/accounts/${globex.id}/keys/${created.key.id}/revoke`;
    assert.equal(await codeOf(await otherOwner.request('POST', path)), '404 key_not_found');

    const log = await owner.request('GET', `/accounts/${id}/audit-log`);
    const text = await log.text();
    const actions = [...text.matchAll(/"action":"([\w.]+)"/g)].map(([, action]) => action);
    assert.deepEqual(actions, [
      'key.create',
      'invitation.accept',
      'invitation.create',
      'account.create',
    ]);
    const stored = JSON.stringify(await api.db.query.selectFrom('audit_log').selectAll().execute());
    for (const secret of [created.text, goodPassword, String(owner.cookie).split('=')[1]]) {
      assert.ok(secret && !stored.includes(secret));
    }

    await operator.data('PATCH', `/operator/accounts/${id}`, { isSuspended: true });
    api.clock.advance(1);
    // The server caches keys for half a second.
    while ((await status()) === 200) await setTimeout(20);
    const home = await owner.request('GET', `/accounts/${id}/home`);
    assert.equal(await codeOf(home), '401 account_suspended');
    await operator.data('PATCH', `/operator/accounts/${id}`, { isSuspended: false });
    assert.equal((await owner.request('GET', `/accounts/${id}/home`)).status, 200);
  });

  it('rejects common passwords and those made of the user’s own data', async () => {
    const api = await testApi(engine);
    const { operator, id } = await acme(api);
    const { url } = await operator.data<{ url: string }>('POST', `/accounts/${id}/invitations`, {
      email: 'magdalena.kowalczyk@example.com',
      role: 'owner',
    });
    const weak = ['short', 'qwertyuiop', 'Password2030!', 'aaaaaaaaaaaaa', 'magdalena.kowalczyk1'];
    for (const password of weak) {
      const response = await consoleClient(api).request('POST', '/links/accept', {
        token: tokenIn(url),
        name: 'Magda',
        password,
      });
      assert.equal(await codeOf(response), '400 invalid_request', password);
    }
  });
});

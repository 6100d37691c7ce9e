import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { TOTP } from 'otpauth';
import { adoptSecret, checkSecret } from '../../../server/secret-rotation.ts';
import { secretBox } from '../../../server/values/secret-box.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import {
  codeOf,
  type ConsoleClient,
  consoleClient,
  goodPassword,
  newMember,
  newOperator,
  tokenIn,
} from './console-client.ts';
import { smtpInbox } from './smtp-inbox.ts';

const email = 'op@example.com';

/** An authenticator app that uses the test's stopped clock. */
function appCode(api: TestApi, secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: api.clock.now().getTime() + steps * 30_000 });
}

async function addApp(api: TestApi, client: ConsoleClient) {
  const { secret, uri } = await client.data<{ secret: string; uri: string }>('POST', '/totp');
  const code = appCode(api, secret);
  const { codes } = await client.data<{ codes: string[] }>('POST', '/totp/confirm', { code });
  return { secret, uri, codes };
}

/** Enters the password, and returns a function that enters a code. */
async function signIn(api: TestApi, client: ConsoleClient, user = email) {
  const password = { email: user, password: goodPassword };
  const { codeToken: token } = await client.data<{ codeToken: string }>(
    'POST',
    '/sign-in',
    password,
  );
  return (code: string) => client.request('POST', '/sign-in/code', { token, code });
}

forEachEngine('second factors of the console', (engine) => {
  it('requires a code of the app, each once, or a recovery code, each once', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const other = consoleClient(api);
    await other.data('POST', '/sign-in', { email, password: goodPassword });
    const { secret } = await operator.data<{ secret: string }>('POST', '/totp');
    const wrong = await operator.request('POST', '/totp/confirm', { code: '000000' });
    assert.equal(await codeOf(wrong), '401 code_incorrect');
    await other.data('POST', '/sign-in', { email, password: goodPassword });
    const code = appCode(api, secret);
    const { codes } = await operator.data<{ codes: string[] }>('POST', '/totp/confirm', { code });
    assert.equal(new Set(codes).size, 10);
    assert.equal(await other.data('GET', '/session'), null, 'other sessions end');
    assert.equal(await codeOf(await operator.request('POST', '/totp')), '409 conflict');

    const browser = consoleClient(api);
    const enter = await signIn(api, browser);
    assert.equal(browser.cookie, null, 'the password alone starts no session');
    assert.equal(await codeOf(await enter(code)), '401 code_incorrect', 'used to confirm the app');
    const next = appCode(api, secret, 1);
    const both = await Promise.all([enter(next), enter(next)]);
    assert.equal(both.filter(({ status }) => status === 200).length, 1, 'one of two at once');
    assert.equal(
      await codeOf(await enter(next)),
      '401 sign_in_expired',
      'one sign-in per password',
    );
    assert.equal(await codeOf(await (await signIn(api, browser))(next)), '401 code_incorrect');

    const [first = '', second = ''] = codes;
    const typed = ` ${first.toUpperCase().replace('-', ' ')} `;
    assert.equal((await (await signIn(api, browser))(typed)).status, 200);
    assert.equal(await codeOf(await (await signIn(api, browser))(first)), '401 code_incorrect');
    const stored = JSON.stringify(
      await api.db.query.selectFrom('recovery_codes').selectAll().execute(),
    );
    assert.ok(!stored.includes(second) && !stored.includes(second.replace('-', '')));
    const apps = await api.db.query.selectFrom('user_totp').selectAll().execute();
    assert.ok(!JSON.stringify(apps).includes(secret), 'the secret is encrypted');

    const late = await signIn(api, browser);
    api.clock.advance(601);
    assert.equal(await codeOf(await late(second)), '401 sign_in_expired');

    const { codes: fresh } = await browser
      .data<{ codes: string[] }>('POST', '/confirm', { code: appCode(api, secret) })
      .then(() => browser.data<{ codes: string[] }>('POST', '/recovery-codes'));
    assert.equal(await codeOf(await (await signIn(api, browser))(second)), '401 code_incorrect');
    assert.equal((await (await signIn(api, browser))(fresh[0] ?? '')).status, 200);
    const log = JSON.stringify(await api.db.query.selectFrom('audit_log').selectAll().execute());
    for (const action of ['totp.add', 'session.first_step', 'recovery_codes.create']) {
      assert.ok(log.includes(action), action);
    }
    for (const text of [secret, ...codes, ...fresh]) assert.ok(!log.includes(text));
  });

  it('limits guessed codes, also across sign-ins, and after codes of others', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { secret } = await addApp(api, operator);
    const browser = consoleClient(api);
    const codes = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const enter = await signIn(api, browser);
      codes.push(await codeOf(await enter(String(100_000 + guess))));
    }
    assert.deepEqual(codes, [...Array(5).fill('401 code_incorrect'), '429 too_many_requests']);
    const enter = await signIn(api, browser);
    assert.equal((await enter(appCode(api, secret, 1))).status, 429, 'the right code also waits');
    api.clock.advance(30);
    assert.equal((await enter(appCode(api, secret, 0))).status, 200);
    const forged = await browser.request('POST', '/sign-in/code', { token: 'x', code: '1' });
    assert.equal(await codeOf(forged), '401 sign_in_expired');
  });

  it('keeps the second factor when passwords are recovered and invitations are accepted', async () => {
    const inbox = await smtpInbox();
    const api = await testApi(engine, { mail: { url: inbox.url, from: 'b@example.com' } });
    const operator = await newOperator(api);
    const { secret, codes } = await addApp(api, operator);
    assert.match((await inbox.next(email)).text, /authenticator app was added/);

    const invite = async (name: string) => {
      const order = { email, role: 'owner' };
      const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', { name });
      const path = `/accounts/${id}/invitations`;
      return tokenIn((await operator.data<{ url: string }>('POST', path, order)).url);
    };
    const token = await invite('Acme');
    const visitor = consoleClient(api);
    const accept = (code?: string) =>
      visitor.request('POST', '/links/accept', {
        token,
        password: goodPassword,
        ...(code && { code }),
      });
    assert.equal(await codeOf(await accept()), '403 second_factor_required');
    assert.equal(visitor.cookie, null);
    assert.equal((await accept(appCode(api, secret, 1))).status, 200);
    const again = await invite('Globex');
    assert.equal((await operator.request('POST', '/links/accept', { token: again })).status, 200);

    await visitor.request('POST', '/recover', { email });
    await inbox.next(email);
    await inbox.next(email);
    const { token: recovery } = await inbox.next(email);
    const password = 'nine quiet rivers below';
    await visitor.data('POST', '/user-links/use', { token: recovery, password });
    const step = await visitor.data<{ codeToken: string | null }>('POST', '/sign-in', {
      email,
      password,
    });
    assert.ok(step.codeToken, 'the app is still required');
    const codePath = { token: step.codeToken, code: codes[3] };
    await visitor.data('POST', '/sign-in/code', codePath);
    assert.match((await inbox.next(email)).text, /password .* was changed/);
    assert.match((await inbox.next(email)).text, /recovery code was used/);

    api.clock.advance(60);
    const remove = (current: string, code: string) =>
      visitor.request('POST', '/totp/remove', { current, code });
    assert.equal(await codeOf(await remove('guess', codes[4] ?? '')), '400 invalid_request');
    assert.equal(await codeOf(await remove(password, '123456')), '401 code_incorrect');
    assert.equal((await remove(password, appCode(api, secret))).status, 200);
    assert.match((await inbox.next(email)).text, /authenticator app was removed/);
    const left = await api.db.query.selectFrom('recovery_codes').selectAll().execute();
    assert.deepEqual(left, []);
    const last = await visitor.data('POST', '/sign-in', { email, password });
    assert.deepEqual(last, { codeToken: null });
  });

  it('can be required by an account, and reset by its owner', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Acme',
    });
    const owner = await newMember(api, operator, id, 'owner');
    const editor = await newMember(api, operator, id, 'editor');
    const rules = `/accounts/${id}/sign-in-rules`;
    const require = () => owner.request('PATCH', rules, { requiresSecondFactor: true });
    assert.equal(await codeOf(await require()), '409 conflict', 'the owner has none');
    await addApp(api, owner);
    assert.equal((await require()).status, 200);

    const books = () => editor.request('GET', `/accounts/${id}/books`);
    assert.equal(await codeOf(await books()), '403 second_factor_required');
    const session = await editor.data<{ accounts: unknown[]; user: { id: string } }>(
      'GET',
      '/session',
    );
    assert.partialDeepStrictEqual(session.accounts, [{ id, needsSecondFactor: true }]);
    await addApp(api, editor);
    assert.equal((await books()).status, 200);

    const path = `/accounts/${id}/members/${session.user.id}/factors`;
    assert.equal((await owner.request('DELETE', path)).status, 200);
    assert.equal(await editor.data('GET', '/session'), null);
    const user = { email: `editor@${id.toLowerCase().replace('_', '-')}.example` };
    await editor.data('POST', '/sign-in', { ...user, password: goodPassword });
    assert.equal(await codeOf(await books()), '403 second_factor_required');
  });

  it('requires the password, or another factor, before sensitive changes', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    api.clock.advance(901);
    const begin = () => operator.request('POST', '/totp');
    assert.equal(await codeOf(await begin()), '403 confirmation_required');
    const confirm = (body: object) => operator.request('POST', '/confirm', body);
    assert.equal(await codeOf(await confirm({ current: 'guess' })), '400 invalid_request');
    assert.equal(await codeOf(await confirm({ code: '123456' })), '401 code_incorrect');
    assert.equal((await confirm({ current: goodPassword })).status, 200);
    assert.equal((await begin()).status, 201);
  });

  it('invites further operators, of whom one always remains', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const order = { email: 'second@example.com' };
    const { url } = await operator.data<{ url: string }>('POST', '/operator/invitations', order);
    const second = consoleClient(api);
    const join = { token: tokenIn(url), name: 'Second', password: goodPassword };
    await second.data('POST', '/links/accept', join);
    const replayed = await consoleClient(api).request('POST', '/links/accept', join);
    assert.equal(await codeOf(replayed), '404 link_not_found');
    const { operators } = await second.data<{
      operators: { userId: string; isYou: boolean }[];
    }>('GET', '/operator/operators');
    const remove = (isYou: boolean) => {
      const found = operators.find((one) => one.isYou === isYou);
      return second.request('DELETE', `/operator/operators/${found?.userId}`);
    };
    assert.equal(await codeOf(await remove(true)), '409 conflict');
    assert.equal((await remove(false)).status, 200);
    assert.equal(await operator.data('GET', '/session'), null);
  });

  it('keeps encrypted secrets when the server’s secret is rotated', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { secret } = await addApp(api, operator);
    const old = 'a secret of thirty-two characters';
    const fresh = 'another secret of more characters';
    await checkSecret(api.db, [old]);
    await adoptSecret(api.db, [fresh, old]);
    const row = await api.db.query
      .selectFrom('user_totp')
      .select('secret')
      .executeTakeFirstOrThrow();
    assert.equal(secretBox([fresh], randomBytes, 'sign-in secrets').open(row.secret), secret);
    assert.throws(() => secretBox([fresh]).open(row.secret), 'its own key');
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { txtNameServer } from '../deployments/txt-name-server.ts';
import {
  codeOf,
  type ConsoleClient,
  consoleClient,
  goodPassword,
  newMember,
  newOperator,
} from './console-client.ts';
import { client, identityProvider } from './identity-provider.ts';

const redirectUri = 'http://svc.test/console/api/single-sign-on/callback';

/** A browser that signs in with an account's provider. */
function visitor(api: TestApi) {
  const browser = consoleClient(api);
  let cookie = '';
  return {
    browser,
    /** Requests the provider's URL. */
    async start(email: string): Promise<string> {
      const response = await browser.request('POST', '/single-sign-on/start', { email });
      cookie = response.headers.getSetCookie().join().replace(/;.*/, '');
      browser.cookie = null;
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return JSON.parse(text).data.url;
    },
    /**
     * Opens the URL to which the provider redirects. @returns The URL to which the console
     * redirects.
     */
    async finish(url: URL): Promise<string | null> {
      const response = await fetch(api.url + url.pathname + url.search, {
        redirect: 'manual',
        headers: { Cookie: cookie },
      });
      const session = response.headers.getSetCookie().find((one) => one.startsWith('svc-console='));
      browser.cookie = session?.replace(/;.*/, '') ?? null;
      return response.headers.get('Location');
    },
  };
}

forEachEngine('single sign-on to the console', (engine) => {
  it('lets in members and invited people of the proved domain, in that account only', async () => {
    const dns = await txtNameServer();
    const api = await testApi(engine, { dnsServers: [dns.address] });
    // Tokens are validated against the real time.
    api.clock.set(new Date().toISOString());
    const idp = await identityProvider(redirectUri);
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Acme',
    });
    const owner = await newMember(api, operator, id, 'owner');
    const path = `/accounts/${id}/single-sign-on`;
    const settings = { issuer: idp.issuer, ...client, domain: 'ACME.example' };
    const put = (changes: object, by: ConsoleClient = owner) =>
      by.request('PUT', path, { ...settings, ...changes });

    const mismatch = idp.issuer.replace('127.0.0.1', 'localhost');
    for (const issuer of [
      mismatch,
      `${idp.issuer}/other`,
      'https://10.0.0.1',
      'file:///etc/passwd',
      'x',
    ]) {
      assert.equal(await codeOf(await put({ issuer })), '400 invalid_request', issuer);
    }
    const saved = await put({});
    assert.equal(saved.status, 200);
    const { record } = JSON.parse(await saved.text()).data;
    const start = (email: string) =>
      consoleClient(api).request('POST', '/single-sign-on/start', { email });
    assert.equal(await codeOf(await start('ann@acme.example')), '404 not_found', 'not proved');
    assert.equal(await codeOf(await owner.request('POST', `${path}/verify`)), '409 conflict');
    dns.texts.set(record.name, [record.value]);
    assert.equal((await owner.request('POST', `${path}/verify`)).status, 200);
    assert.equal(await codeOf(await start('ann@other.example')), '404 not_found');

    const invite = (email: string) =>
      owner.data('POST', `/accounts/${id}/invitations`, { email, role: 'editor' });
    const enter = async (changes: Partial<typeof idp.person>) => {
      const ann = { sub: 'ann-1', email: 'ann@acme.example', email_verified: true, name: 'Ann' };
      idp.person = { ...ann, ...changes };
      const browser = visitor(api);
      const back = await idp.signIn(await browser.start('x@acme.example'));
      return { ...browser, back, location: await browser.finish(back) };
    };
    assert.equal((await enter({})).location, '/console/sign-in?sso=not-invited');
    await invite('ann@acme.example');
    const unverified = await enter({ email_verified: false });
    assert.equal(unverified.location, '/console/sign-in?sso=unverified');
    const foreign = await enter({ email: 'op@example.com' });
    assert.equal(foreign.location, '/console/sign-in?sso=unverified', 'no take-over of others');
    assert.equal(foreign.browser.cookie, null);

    const ann = await enter({});
    assert.equal(ann.location, '/console/');
    const session = await ann.browser.data('GET', '/session');
    assert.partialDeepStrictEqual(session, {
      user: { email: 'ann@acme.example', name: 'Ann', isOperator: false },
      isSingleSignOn: true,
      accounts: [{ id, role: 'editor', needsSecondFactor: false }],
    });
    const home = await ann.browser.request('GET', `/accounts/${id}/books`);
    assert.equal(home.status, 200);
    assert.equal(await codeOf(await ann.browser.request('POST', '/totp')), '403 role_denied');

    const renamed = await enter({ email: 'ann.new@acme.example', email_verified: false });
    assert.equal(renamed.location, '/console/', 'the subject identifies the person');
    const successor = await enter({ sub: 'ann-2' });
    assert.equal(successor.location, '/console/sign-in?sso=other-identity');

    const stored = JSON.stringify(
      await api.db.query.selectFrom('sso_connections').selectAll().execute(),
    );
    const log = JSON.stringify(await api.db.query.selectFrom('audit_log').selectAll().execute());
    assert.ok(![stored, log].some((text) => text.includes(client.clientSecret)));
    const elsewhere = await put({ issuer: `${idp.issuer}/`, clientSecret: undefined });
    assert.equal(
      await codeOf(elsewhere),
      '400 invalid_request',
      'the secret is not sent elsewhere',
    );

    const other = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Globex',
    });
    const rival = await newMember(api, operator, other.id, 'owner');
    const rivalPath = `/accounts/${other.id}/single-sign-on`;
    const claimed = await rival.data<{ record: { value: string } }>('PUT', rivalPath, settings);
    dns.texts.set(record.name, [record.value, claimed.record.value]);
    const verify = await rival.request('POST', `${rivalPath}/verify`);
    assert.equal(await codeOf(verify), '409 conflict', 'one account per domain');

    await owner.data('DELETE', path);
    assert.equal(await ann.browser.data('GET', '/session'), null, 'its sessions end');
  });

  it('gives an owner who controls the provider no rights of the people outside the account', async () => {
    const dns = await txtNameServer();
    const api = await testApi(engine, { dnsServers: [dns.address] });
    api.clock.set(new Date().toISOString());
    const idp = await identityProvider(redirectUri, 'client_secret_post');
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Acme',
    });
    const owner = await newMember(api, operator, id, 'owner');
    const path = `/accounts/${id}/single-sign-on`;
    const settings = { issuer: idp.issuer, ...client, domain: 'example.com' };
    const { record } = await owner.data<{ record: { name: string; value: string } }>(
      'PUT',
      path,
      settings,
    );
    dns.texts.set(record.name, [record.value]);
    await owner.data('POST', `${path}/verify`);
    const invited = { email: 'op@example.com', role: 'analyst' };
    await owner.data('POST', `/accounts/${id}/invitations`, invited);
    idp.person = { sub: 'forged', email: 'op@example.com', email_verified: true, name: 'Olga' };
    const thief = visitor(api);
    const back = await idp.signIn(await thief.start('op@example.com'));
    assert.equal(await thief.finish(back), '/console/');
    const session = await thief.browser.data('GET', '/session');
    assert.partialDeepStrictEqual(session, { user: { isOperator: false }, accounts: [{ id }] });
    const operators = await thief.browser.request('GET', '/operator/operators');
    assert.equal(await codeOf(operators), '404 not_found');
    const sessions = await thief.browser.request('GET', '/sessions');
    assert.equal(await codeOf(sessions), '403 role_denied');
    await operator.data('POST', '/sign-in', { email: 'op@example.com', password: goodPassword });

    // Replays, and responses for other browsers, states and issuers.
    assert.equal(await thief.finish(back), '/console/sign-in?sso=expired', 'replayed');
    const victim = visitor(api);
    await victim.start('op@example.com');
    assert.equal(await victim.finish(back), '/console/sign-in?sso=provider', 'state of another');
    assert.equal(await visitor(api).finish(back), '/console/sign-in?sso=expired', 'no cookie');
    const mixed = visitor(api);
    const answer = await idp.signIn(await mixed.start('op@example.com'));
    answer.searchParams.set('iss', 'https://evil.example');
    assert.equal(await mixed.finish(answer), '/console/sign-in?sso=provider', 'issuer of another');
    const stale = visitor(api);
    const late = await idp.signIn(await stale.start('op@example.com'));
    api.clock.advance(601);
    assert.equal(await stale.finish(late), '/console/sign-in?sso=expired');
  });
});

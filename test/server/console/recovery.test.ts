import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi } from '../harness.ts';
import { codeOf, consoleClient, goodPassword, newMember, newOperator } from './console-client.ts';
import { smtpInbox } from './smtp-inbox.ts';

const newPassword = 'nine quiet rivers below';

forEachEngine('recovery of the console’s sign-in', (engine) => {
  it('sends invitations and recovery links, whose use ends all sessions', async () => {
    const inbox = await smtpInbox();
    const api = await testApi(engine, { mail: { url: inbox.url, from: 'Books <b@example.com>' } });
    const operator = await newOperator(api);
    const account = { name: 'Acme\r\nBcc: x@example.com' };
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', account);
    const owner = await newMember(api, operator, id, 'owner');
    const { user } = await owner.data<{ user: { email: string } }>('GET', '/session');
    const invitation = await inbox.next(user.email);
    assert.match(invitation.text, /Subject: Invitation to join Acme Bcc/);
    assert.doesNotMatch(invitation.text, /^Bcc:/m);

    const visitor = consoleClient(api);
    const ask = (email: string) => visitor.request('POST', '/recover', { email });
    const [known, unknown] = [await ask(user.email), await ask('nobody@example.com')];
    assert.equal(known.status, unknown.status);
    assert.equal(await known.text(), await unknown.text());
    const replaced = await inbox.next(user.email);
    await ask(user.email);
    const { token } = await inbox.next(user.email);
    assert.equal(inbox.size, 0, 'unknown addresses get no email');
    const stored = await api.db.query.selectFrom('user_links').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(token), 'tokens are stored as hashes');

    const use = (used: string, password = newPassword) =>
      visitor.request('POST', '/user-links/use', { token: used, password });
    assert.equal(await codeOf(await use(replaced.token)), '404 link_not_found');
    assert.equal(await codeOf(await use(token, 'password')), '400 invalid_request');
    const uses = await Promise.all([use(token), use(token)]);
    assert.deepEqual(uses.map(({ status }) => status).sort(), [200, 404]);
    assert.equal(visitor.cookie, null, 'a link does not sign in');
    assert.equal(await owner.data('GET', '/session'), null);
    await owner.data('POST', '/sign-in', { email: user.email, password: newPassword });

    await ask(user.email);
    const late = await inbox.next(user.email);
    api.clock.advance(3601);
    assert.equal(await codeOf(await use(late.token)), '404 link_not_found');
    for (let attempt = 0; attempt < 6; attempt += 1) await ask('nobody@example.com');
    assert.equal(await codeOf(await ask('nobody@example.com')), '429 too_many_requests');
  });

  it('writes in the language of the recipient, otherwise that of the person who triggers the email', async () => {
    const inbox = await smtpInbox();
    const api = await testApi(engine, { mail: { url: inbox.url, from: 'b@example.com' } });
    const operator = await newOperator(api);
    const accounts: string[] = [];
    for (const name of ['Acme', 'Globex']) {
      const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', { name });
      accounts.push(id);
    }
    const accept = (language: string) => ({ headers: { 'Accept-Language': language } });
    const invite = (email: string, language: string, account = 0) => {
      const order = { email, role: 'owner' };
      const path = `/accounts/${accounts[account]}/invitations`;
      return operator.request('POST', path, order, accept(language));
    };
    await invite('amal@example.com', 'ar-EG,en;q=0.5');
    const arabic = await inbox.next('amal@example.com');
    assert.match(arabic.text, /الحساب \u2068Acme\u2069 .*\u2068svc\.test\u2069/);

    const join = { token: arabic.token, name: 'Amal', password: goodPassword };
    const amal = consoleClient(api);
    await amal.data('POST', '/links/accept', join);
    await amal.request('GET', '/session', undefined, accept('zh-TW'));
    await invite('amal@example.com', 'fr', 1);
    assert.match((await inbox.next('amal@example.com')).text, /帳戶 Globex/);
    const ask = { email: 'amal@example.com' };
    await consoleClient(api).request('POST', '/recover', ask, accept('fr'));
    assert.match((await inbox.next('amal@example.com')).text, /svc\.test 主控台/);
    await invite('jan@example.com', 'xx,tlh;q=0.1');
    assert.match(
      (await inbox.next('jan@example.com')).text,
      /You’re invited to join the account Acme/,
    );
  });

  it('confirms a new email address, and lets the old one undo a take-over', async () => {
    const inbox = await smtpInbox();
    const api = await testApi(engine, { mail: { url: inbox.url, from: 'b@example.com' } });
    const operator = await newOperator(api);
    const change = (email: string, current = goodPassword) =>
      operator.request('POST', '/email', { email, current });
    assert.equal(await codeOf(await change('thief@example.com', 'guess')), '400 invalid_request');
    await change('thief@example.com');
    const { token } = await inbox.next('thief@example.com');
    const visitor = consoleClient(api);
    await visitor.data('POST', '/user-links/use', { token });
    assert.equal(await operator.data('GET', '/session'), null);
    const thief = consoleClient(api);
    await thief.data('POST', '/sign-in', { email: 'thief@example.com', password: goodPassword });

    const undo = await inbox.next('op@example.com');
    const look = { token: undo.token };
    const details = await visitor.data('POST', '/user-links/look-up', look);
    assert.deepEqual(details, { kind: 'email-undo', email: 'op@example.com' });
    await visitor.data('POST', '/user-links/use', { ...look, password: newPassword });
    assert.equal(await thief.data('GET', '/session'), null);
    await operator.data('POST', '/sign-in', { email: 'op@example.com', password: newPassword });
  });

  it('lets owners recover members who have no other rights, without email', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const create = async (name: string) =>
      (await operator.data<{ id: string }>('POST', '/operator/accounts', { name })).id;
    const [acme, globex] = [await create('Acme'), await create('Globex')];
    const owner = await newMember(api, operator, acme, 'owner');
    const editor = await newMember(api, operator, acme, 'editor');
    const { user } = await editor.data<{ user: { id: string } }>('GET', '/session');
    const path = `/accounts/${acme}/members/${user.id}/recovery`;
    const link = await owner.data<{ url: string; isSent: boolean }>('POST', path);
    assert.equal(link.isSent, false);
    assert.match(link.url, /^http:\/\/svc\.test\/console\/recover#[\w-]{43}$/);
    assert.deepEqual(await consoleClient(api).data('POST', '/recover', { email: 'a@b.example' }), {
      isSent: false,
    });
    await api.db.query
      .insertInto('members')
      .values({ account_id: globex, user_id: user.id, role: 'owner', created_at: '' })
      .execute();
    assert.equal(await codeOf(await owner.request('POST', path)), '409 conflict');
  });
});

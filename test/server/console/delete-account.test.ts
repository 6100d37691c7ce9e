import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { purgeDeletedAccounts } from '../../../server/clear-account-data.ts';
import type { AccountContent } from '../../../server/console/contract.ts';
import { affiliateApi } from '../affiliates/affiliate-api.ts';
import { forEachEngine } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { codeOf, goodPassword, newMember, newOperator } from './console-client.ts';
import { smtpInbox } from './smtp-inbox.ts';

forEachEngine('the deletion of an account', (engine) => {
  it('stops everything at once, and keeps sales and the audit log', async () => {
    const inbox = await smtpInbox();
    const mail = { url: inbox.url, from: 'Books <console@books.example>' };
    const shop = await affiliateApi(engine, { mail });
    const { api, key, bookId } = shop;
    const { query } = api.db;
    const { account_id: id } = await query
      .selectFrom('books')
      .select('account_id')
      .where('id', '=', bookId)
      .executeTakeFirstOrThrow();
    assert.ok(id);
    await sendJson(api, 'PATCH', `/v1/books/${bookId}`, key, { visibility: 'public' });
    await sendJson(api, 'POST', '/v1/webhooks', key, { url: 'https://a.example', events: ['*'] });
    const partner = await shop.addPartner();
    const { clickId, buyUrl } = await shop.open();
    await shop.followBuyLink(buyUrl);
    await shop.sell({ clickId });
    const operator = await newOperator(api);
    const path = `/accounts/${id}`;
    const owner = await newMember(api, operator, id, 'owner');
    const developer = await newMember(api, operator, id, 'developer');
    const reader = { key: shop.otherAccountKey };
    assert.equal((await api.request(`/v1/books/${bookId}`, reader)).status, 200);

    // Only an owner who has recently confirmed, knows the name, and has seen what stays unpaid.
    const order = { name: 'acme', acceptsUnpaid: true };
    const refused = async (client: typeof owner, body: object) =>
      codeOf(await client.request('POST', `${path}/delete`, body));
    assert.equal(await refused(developer, order), '403 role_denied');
    api.clock.advance(3600);
    assert.equal(await refused(owner, order), '403 confirmation_required');
    await owner.data('POST', '/confirm', { current: goodPassword });
    const { unpaid, ...content } = await owner.data<AccountContent>('GET', `${path}/content`);
    assert.deepEqual(content, { books: 1, keys: 1, deployments: 0, webhooks: 1, members: 2 });
    assert.deepEqual(unpaid, [{ amount: '0.80', currency: 'EUR' }]);
    for (const [body, reason] of [
      [{ ...order, name: 'Acme ' }, 'name_mismatch'],
      [{ name: 'acme' }, 'unpaid_commissions'],
    ] as const) {
      const response = await owner.request('POST', `${path}/delete`, body);
      assert.deepEqual([response.status, (await response.json()).reason], [409, reason]);
    }
    assert.equal((await api.request(`/v1/books/${bookId}`, reader)).status, 200);

    const address = `developer@${id.toLowerCase().replace('_', '-')}.example`;
    // Skip the invitation.
    await inbox.next(address);
    await owner.data('POST', `${path}/delete`, order);
    const notice = await inbox.next(address);
    assert.match(notice.text, /deleted the account.*acme/s);
    assert.equal(await codeOf(await owner.request('GET', `${path}/home`)), '404 account_not_found');
    assert.equal(
      await codeOf(await operator.request('GET', `${path}/home`)),
      '404 account_not_found',
    );
    // The server caches keys for half a second.
    api.clock.advance(1);
    while ((await api.request('/v1/keys/me', { key })).status !== 401) await delay(20);
    while ((await api.request(`/v1/books/${bookId}`, reader)).status !== 404) await delay(20);
    const webhook = await query.selectFrom('webhooks').select('enabled').executeTakeFirstOrThrow();
    assert.equal(webhook.enabled, 0);
    assert.equal(await refused(owner, order), '404 account_not_found');
    // The name is free again.
    await operator.data('POST', '/operator/accounts', { name: 'acme' });

    const pause = async () => undefined;
    await purgeDeletedAccounts(api.db, api.clock.now(), pause);
    await purgeDeletedAccounts(api.db, api.clock.now(), pause);
    const rowsOf = async (table: 'books' | 'events' | 'sales' | 'partners' | 'audit_log') => {
      const rows = await query
        .selectFrom(table)
        .select('id')
        .where('account_id', '=', id)
        .execute();
      return rows.length;
    };
    assert.deepEqual([await rowsOf('books'), await rowsOf('events')], [0, 0]);
    assert.deepEqual([await rowsOf('sales'), await rowsOf('partners')], [1, 1]);
    const entry = await query
      .selectFrom('audit_log')
      .select(['action', 'target'])
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    assert.deepEqual([entry.action, entry.target], ['account.delete', 'acme']);
    const { amount } = await query
      .selectFrom('commission_entries')
      .select('amount')
      .where('partner_id', '=', partner.id)
      .executeTakeFirstOrThrow();
    assert.equal(amount, '0.80');
  });
});

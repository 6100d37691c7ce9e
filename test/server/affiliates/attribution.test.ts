import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buyLinks } from '../../../server/affiliates/buy-links.ts';
import { visitStarter } from '../../../server/affiliates/visit-starter.ts';
import { forEachEngine } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { affiliateApi } from './affiliate-api.ts';

const secret = 'a secret of thirty-two characters';

forEachEngine('last-click attribution', (engine) => {
  it('prefers the reader’s last eligible click for the book within its window', async () => {
    const { api, bookId, addPartner, sell } = await affiliateApi(engine);
    const first = await addPartner();
    const second = await addPartner({ code: 'daily', windowDays: 5 });
    const paused = await addPartner({ code: 'off', state: 'paused' });
    const accountId = await api.keyContext.store.findOrCreateAccount(
      'acme',
      'acc_x',
      '2026-11-21T12:00:00Z',
    );
    const links = buyLinks({ secrets: [secret], publicUrl: '', now: api.clock.now });
    const press = async (partnerId: string, more: object = {}) => {
      const clickId = api.keyContext.newId('clk');
      const ticket = {
        accountId,
        bookId,
        partnerId,
        campaign: null,
        sub: null,
        chapter: null,
        traceId: api.keyContext.newId('trc'),
        clickId,
        deploymentId: null,
        readerId: 'reader-1',
        currency: null,
        locale: null,
        ...more,
      };
      await fetch(api.url + links.sign(ticket), { redirect: 'manual' });
      api.clock.advance(3600);
      return { clickId, traceId: ticket.traceId };
    };
    const winner = async (more: object) => (await sell(more)).conversion?.affiliateId ?? null;

    const one = await press(first.id);
    const two = await press(second.id);
    await press(paused.id);
    const sale = await sell({ clickId: one.clickId, readerId: 'reader-1' });
    assert.deepEqual([sale.conversion?.code, sale.traceId], ['daily', two.traceId]);
    assert.equal(sale.clickId, one.clickId);
    assert.equal(await winner({ clickId: one.clickId, readerId: 'reader-2' }), first.id);
    assert.equal(await winner({ clickId: one.clickId }), first.id);
    assert.equal(await winner({ readerId: 'reader-1' }), second.id);
    assert.equal(await winner({ readerId: 'reader-2' }), null);
    // This sale was before the later click.
    const occurredAt = '2026-11-21T12:30:00Z';
    assert.equal(
      await winner({ clickId: one.clickId, readerId: 'reader-1', occurredAt }),
      first.id,
    );
    api.clock.advance(5 * 86_400);
    assert.equal(await winner({ clickId: one.clickId, readerId: 'reader-1' }), first.id);
  });
});

forEachEngine('buy link', (engine) => {
  it('returns 404 if it is forged, truncated or for a book that is not for sale', async () => {
    const { api, key, bookId, open, addPartner } = await affiliateApi(engine);
    await addPartner();
    const { buyUrl } = await open();
    const get = (path: string) => fetch(api.url + path, { redirect: 'manual' });
    const [header = '', payload = '', signature = ''] = buyUrl.slice('/buy/'.length).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const altered = (more: object) =>
      Buffer.from(JSON.stringify({ ...claims, ...more })).toString('base64url');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const session = (await (await api.request(`/v1/reader/embed?book=${bookId}`, { key })).json())
      .data.session.token;
    const wrong = [
      `${header}.${altered({ partnerId: null })}.${signature}`,
      `${header}.${altered({ accountId: 'acc_other' })}.${signature}`,
      `${none}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature.slice(1)}`,
      session,
      'x',
      '%3Cscript%3E',
      '..%2F..%2Fetc',
    ];
    for (const ticket of wrong) {
      const response = await get(`/buy/${ticket}`);
      assert.equal(response.status, 404, ticket);
      assert.equal(response.headers.get('Location'), null);
      assert.equal((await response.json()).errors[0].parameter, 'ticket');
    }
    await sendJson(api, 'PATCH', `/v1/books/${bookId}`, key, { buyUrl: null });
    assert.equal((await get(buyUrl)).status, 404);
    assert.deepEqual(await api.db.query.selectFrom('clicks').select('id').execute(), []);
  });

  it('leads to its shop regardless of added parameters', async () => {
    const { api, open, addPartner, followBuyLink } = await affiliateApi(engine);
    await addPartner();
    const { buyUrl } = await open();
    const shop = await followBuyLink(buyUrl, { Purpose: 'prefetch' });
    for (const query of [
      '?to=https://evil.example',
      '?url=//evil.example',
      '?fbclid=x&utm_source=y',
      '?chapter=',
      `?chapter=${'x'.repeat(300)}`,
    ]) {
      assert.equal(await followBuyLink(buyUrl + query), shop, query);
    }
    const clicks = await api.db.query.selectFrom('clicks').select('chapter').execute();
    assert.deepEqual(
      clicks.map(({ chapter }) => chapter),
      [null],
    );
  });

  it('supports shop URLs in any script', async () => {
    const { api, key, bookId, open, addPartner, followBuyLink } = await affiliateApi(engine);
    await addPartner();
    const buyUrl = 'https://bücher.example/книга/{sub}?ref=ü{affiliate}';
    const set = await sendJson(api, 'PATCH', `/v1/books/${bookId}`, key, { buyUrl });
    assert.equal(set.status, 200);
    assert.equal(
      await followBuyLink((await open({ sub: 'a' })).buyUrl),
      'https://xn--bcher-kva.example/%D0%BA%D0%BD%D0%B8%D0%B3%D0%B0/a?ref=%C3%BCweekly',
    );
  });

  it('returns 404 for a private book of another account, even with a valid signature', async () => {
    const { api, bookId, key } = await affiliateApi(engine);
    await sendJson(api, 'PATCH', `/v1/books/${bookId}`, key, { visibility: 'private' });
    const accountId = await api.keyContext.store.findOrCreateAccount(
      'globex',
      'acc_y',
      '2026-11-21T12:00:00Z',
    );
    const links = buyLinks({ secrets: [secret], publicUrl: '', now: api.clock.now });
    const { buyUrl } = await visitStarter({
      partners: { findActive: async () => null },
      buyLinks: links,
      buyTemplateOf: async () => null,
      newId: api.keyContext.newId,
    }).start({
      accountId,
      bookId,
      bookBuyUrl: 'https://shop.example/',
      affiliate: null,
      campaign: null,
      sub: null,
      deploymentId: null,
      readerId: null,
      consent: null,
      currency: null,
      locale: null,
    });
    assert.equal((await fetch(api.url + buyUrl, { redirect: 'manual' })).status, 404);
  });
});

describe('visit', () => {
  it('includes no reader data in its link before consent', async () => {
    const tickets: { readerId: string | null }[] = [];
    const { start } = visitStarter({
      partners: { findActive: async () => ({ id: 'prt_1', code: 'a', windowDays: 30 }) },
      buyLinks: {
        sign: (ticket) => {
          tickets.push(ticket);
          return '/buy/x';
        },
      },
      buyTemplateOf: async () => 'https://shop.example/',
      newId: (prefix) => `${prefix}_1`,
    });
    const visitRequest = {
      accountId: 'acc_1',
      bookId: 'bk_1',
      bookBuyUrl: null,
      affiliate: 'a',
      campaign: null,
      sub: null,
      deploymentId: 'dep_1',
      readerId: 'reader-1',
      currency: null,
      locale: null,
    };
    const required = await start({ ...visitRequest, consent: 'required' });
    await start({ ...visitRequest, consent: 'granted' });
    assert.deepEqual(
      tickets.map(({ readerId }) => readerId),
      [null, 'reader-1'],
    );
    assert.equal(required.visit.readerId, null);
  });
});

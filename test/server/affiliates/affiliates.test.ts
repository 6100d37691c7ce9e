import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addBook } from '../books/add-book.ts';
import { forEachEngine } from '../harness.ts';
import { readEventLog, sendJson } from '../read-event-log.ts';
import { affiliateApi } from './affiliate-api.ts';

forEachEngine('affiliates', (engine) => {
  it('can be created, read, listed and updated, with unique codes', async () => {
    const { api, key, addPartner } = await affiliateApi(engine);
    const made = await addPartner({ rate: '0.0800' });
    assert.equal(made.rate, '0.08');
    assert.deepEqual([made.windowDays, made.approvalDays, made.state], [30, 30, 'active']);
    const taken = await sendJson(api, 'POST', '/v1/affiliates', key, {
      code: 'weekly',
      name: 'Another',
      rate: '0.1',
    });
    assert.equal(taken.status, 409);
    assert.equal((await taken.json()).errors[0].pointer, '/code');
    const second = await addPartner({ code: undefined, name: 'Nameless' });
    assert.equal(`prt_${second.code}`, second.id);

    const path = `/v1/affiliates/${made.id}`;
    const read = await api.request(path, { key });
    const tag = read.headers.get('ETag') ?? '';
    const change = (body: object, headers = {}) => sendJson(api, 'PATCH', path, key, body, headers);
    assert.equal((await change({ rate: '1' }, { 'If-Match': tag })).status, 200);
    assert.equal((await change({ rate: '0.5' }, { 'If-Match': tag })).status, 412);
    assert.equal((await change({ code: second.code })).status, 409);
    const list = await (await api.request('/v1/affiliates?limit=1', { key })).json();
    assert.deepEqual([list.data[0].id, list.meta.total], [second.id, 2]);
    const next = await api.request(`/v1/affiliates?limit=1&cursor=${list.meta.nextCursor}`, {
      key,
    });
    assert.equal((await next.json()).data[0].rate, '1');
    const byCode = await (await api.request('/v1/affiliates?code=weekly', { key })).json();
    assert.deepEqual(
      byCode.data.map(({ id }: { id: string }) => id),
      [made.id],
    );
  });

  it('can have names with the invisible joiners of scripts and emoji', async () => {
    const { addPartner } = await affiliateApi(engine);
    for (const name of ['نامه‌های تازه', 'क्‍ष', '👩‍💻 Reads'])
      assert.equal((await addPartner({ code: undefined, name })).name, name);
  });

  it('earn a commission on sales from their clicks and lose it on refunds', async () => {
    const { api, bookId, addPartner, open, followBuyLink, sell, refund } =
      await affiliateApi(engine);
    const made = await addPartner();
    const opened = await open({ campaign: 'autumn', sub: 'letter-3' });
    const address = await followBuyLink(opened.buyUrl);
    assert.equal(
      address,
      `https://shop.example/9783161484100?ref=weekly&c=autumn&s=letter-3&click=${opened.clickId}&t=${opened.traceId}`,
    );
    const sale = await sell({ clickId: opened.clickId, quantity: 3 });
    assert.equal(sale.traceId, opened.traceId);
    assert.deepEqual(sale.conversion, {
      id: sale.conversion?.id,
      affiliateId: made.id,
      code: 'weekly',
      campaign: 'autumn',
      sub: 'letter-3',
      rate: '0.08',
      commission: { amount: '2.40', currency: 'EUR' },
      state: 'pending',
      reason: null,
    });
    const part = await refund(sale.id, 1);
    assert.deepEqual(part.conversion?.commission, { amount: '1.60', currency: 'EUR' });
    const whole = await refund(sale.id);
    assert.deepEqual(whole.conversion?.commission, { amount: '0.00', currency: 'EUR' });
    assert.equal(whole.conversion?.state, 'reversed');
    const events = (await readEventLog(api)).filter(({ type }) => type.startsWith('sale.'));
    assert.deepEqual(
      events.map(({ type, data: { object } }) => [type, object['traceId'], object['bookId']]),
      ['sale.completed', 'sale.refunded', 'sale.refunded'].map((type) => [
        type,
        opened.traceId,
        bookId,
      ]),
    );
    assert.deepEqual(events.at(-1)?.data.object['conversion'], whole.conversion);
  });

  it('get one click per reading, regardless of how often the link is followed, and none for prefetches', async () => {
    const { api, addPartner, open, followBuyLink } = await affiliateApi(engine);
    await addPartner();
    const clicks = async () => {
      const rows = await api.db.query.selectFrom('clicks').select(['id', 'chapter']).execute();
      return rows.map(({ id, chapter }) => ({ id, chapter }));
    };
    const opened = await open();
    await followBuyLink(opened.buyUrl, {}, 'HEAD');
    await followBuyLink(opened.buyUrl, { 'Sec-Purpose': 'prefetch;prerender' });
    await followBuyLink(opened.buyUrl, { Purpose: 'prefetch' });
    assert.deepEqual(await clicks(), []);
    const locations = await Promise.all(
      Array.from({ length: 8 }, () => followBuyLink(`${opened.buyUrl}?chapter=3`)),
    );
    assert.equal(new Set(locations).size, 1);
    assert.deepEqual(await clicks(), [{ id: opened.clickId, chapter: '3' }]);
    const again = await fetch(api.url + opened.buyUrl, { redirect: 'manual' });
    assert.deepEqual(
      ['X-Robots-Tag', 'Cache-Control', 'Referrer-Policy'].map((name) => again.headers.get(name)),
      ['noindex', 'no-store', 'origin'],
    );
    const old = await open();
    api.clock.advance(7 * 86_400);
    assert.match(await followBuyLink(old.buyUrl), /^https:\/\/shop\.example\//);
    assert.equal((await clicks()).length, 1);
  });

  it('earn once for each book of an order, and for at most the agreed number of orders per click', async () => {
    const { api, key, addPartner, open, followBuyLink, sell, report } = await affiliateApi(engine);
    const { id } = await addPartner({ maxConversionsPerClick: 1, rate: '0.1' });
    const other = await addBook(api, { title: 'Other' });
    const { clickId, buyUrl } = await open();
    await followBuyLink(buyUrl);
    const reasonOf = async (more: object = {}) =>
      (await sell({ clickId, ...more })).conversion?.reason;

    const first = await sell({ clickId, orderId: 'first' });
    assert.equal(first.conversion?.reason, null);
    const second = await sell({ clickId, orderId: 'first', bookId: other });
    assert.equal(second.conversion?.reason, null);
    const repeated = await sell({ clickId, orderId: 'first', bookId: other });
    assert.deepEqual([repeated.id, repeated.conversion?.id], [second.id, second.conversion?.id]);
    const { totals } = await report(id);
    assert.deepEqual(totals.commission, [{ amount: '2.00', currency: 'EUR' }]);
    assert.equal(await reasonOf(), 'click_used');

    await sendJson(api, 'PATCH', `/v1/affiliates/${id}`, key, { maxConversionsPerClick: 3 });
    const reasons = await Promise.all([1, 2, 3, 4, 5].map(() => reasonOf()));
    assert.equal(reasons.filter((reason) => reason === null).length, 2);
    assert.equal(reasons.filter((reason) => reason === 'click_used').length, 3);

    // An order frees the limit for another one once all its books are refunded.
    await sendJson(api, 'POST', `/v1/sales/${first.id}/refund`, key, {});
    assert.equal(await reasonOf(), 'click_used');
    await sendJson(api, 'POST', `/v1/sales/${second.id}/refund`, key, {});
    assert.equal(await reasonOf(), null);
    assert.equal(await reasonOf(), 'click_used');

    const listed = await api.request(`/v1/sales?affiliateId=${id}&state=refunded`, { key });
    assert.deepEqual(
      (await listed.json()).data.map((sale: { id: string }) => sale.id).sort(),
      [first.id, second.id].sort(),
    );
  });

  it('earn nothing outside the window, on their own purchases, when paused, or for unknown clicks', async () => {
    const { api, key, addPartner, open, followBuyLink, sell } = await affiliateApi(engine);
    const made = await addPartner({ windowDays: 2, ownReaderIds: ['me'] });
    const opened = await open();
    const clickId = opened.clickId;
    const refused = async (more: object) => {
      const { conversion } = await sell({ clickId, ...more });
      assert.equal(conversion?.state === 'refused', conversion?.reason !== null);
      return conversion?.reason;
    };
    assert.equal(await refused({}), 'unknown_click');
    await followBuyLink(opened.buyUrl);
    assert.equal(await refused({}), null);
    assert.equal(await refused({ readerId: 'me' }), 'self_referral');
    assert.equal(await refused({ readerId: 'you' }), null);
    const pause = (state: string) =>
      sendJson(api, 'PATCH', `/v1/affiliates/${made.id}`, key, { state });
    await pause('paused');
    assert.equal(await refused({}), 'partner_paused');
    await pause('active');
    api.clock.advance(2 * 86_400);
    assert.equal(await refused({}), null);
    api.clock.advance(1);
    assert.equal(await refused({}), 'outside_window');
    assert.equal(await refused({ occurredAt: '2026-11-21T11:54:59Z' }), 'outside_window');
    assert.equal((await sell()).conversion, null);
  });

  it('keep the rate of each sale when their rate changes', async () => {
    const { api, key, addPartner, open, followBuyLink, sell, refund } = await affiliateApi(engine);
    const made = await addPartner({ rate: '0.1' });
    const { clickId, buyUrl } = await open();
    await followBuyLink(buyUrl);
    const before = await sell({ clickId, quantity: 2 });
    await sendJson(api, 'PATCH', `/v1/affiliates/${made.id}`, key, { rate: '0.5' });
    const after = await sell({ clickId });
    assert.equal(after.conversion?.commission.amount, '5.00');
    const changed = await refund(before.id, 1);
    assert.deepEqual(
      [changed.conversion?.rate, changed.conversion?.commission.amount],
      ['0.1', '1.00'],
    );
  });

  it('get no visits while unknown or paused', async () => {
    const { api, key, addPartner, open, followBuyLink, sell } = await affiliateApi(engine);
    await addPartner({ state: 'paused' });
    for (const affiliate of ['weekly', 'nobody']) {
      const opened = await open({ affiliate });
      assert.equal(opened.clickId, null);
      const address = new URL(await followBuyLink(opened.buyUrl));
      assert.equal(address.searchParams.get('ref'), '');
      const sale = await sell({ clickId: address.searchParams.get('click') });
      assert.equal(sale.conversion, null);
      assert.equal(sale.traceId, opened.traceId);
    }
    const id = (await (await api.request('/v1/affiliates', { key })).json()).data[0].id;
    await sendJson(api, 'PATCH', `/v1/affiliates/${id}`, key, { state: 'active' });
    assert.notEqual((await open({ affiliate: id })).clickId, null);
  });

  it('are visible only to their own account', async () => {
    const { api, otherAccountKey, addPartner, open, followBuyLink, sell } =
      await affiliateApi(engine);
    const made = await addPartner();
    const opened = await open();
    await followBuyLink(opened.buyUrl);
    const sale = await sell({ clickId: opened.clickId });
    const below = ['', '/report', '/conversions', '/payouts'].map((path) => made.id + path);
    const traces = [opened.traceId, opened.clickId, sale.id].map((id) => `traces/${id}`);
    for (const path of [...below, ...traces]) {
      const response = await api.request(`/v1/affiliates/${path}`, { key: otherAccountKey });
      assert.equal(response.status, 404, path);
    }
    const change = await sendJson(api, 'PATCH', `/v1/affiliates/${made.id}`, otherAccountKey, {
      rate: '1',
    });
    assert.equal(change.status, 404);
    const pay = await sendJson(api, 'POST', `/v1/affiliates/${made.id}/payouts`, otherAccountKey, {
      currency: 'EUR',
    });
    assert.equal(pay.status, 404);
    // A click that belongs to another account is treated as unknown.
    const elsewhere = await sendJson(api, 'POST', '/v1/books', otherAccountKey, {
      title: 'Elsewhere',
    });
    const sold = await sendJson(api, 'POST', '/v1/sales', otherAccountKey, {
      orderId: 'x',
      bookId: (await elsewhere.json()).data.id,
      quantity: 1,
      unitPrice: { amount: '1', currency: 'EUR' },
      clickId: opened.clickId,
      occurredAt: '2026-11-21T12:00:00Z',
    });
    assert.equal((await sold.json()).data.conversion.reason, 'unknown_click');
  });
});

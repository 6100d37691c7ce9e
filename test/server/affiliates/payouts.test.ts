import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { affiliateApi, type AffiliateApi } from './affiliate-api.ts';

/** A partner with 10 % commission, approved after two days, and a click. */
async function clicked(api: AffiliateApi) {
  const { id } = await api.addPartner({ rate: '0.1', approvalDays: 2 });
  const { clickId, buyUrl, traceId } = await api.open({ campaign: '-autumn' });
  await api.followBuyLink(buyUrl);
  return { id, clickId, traceId };
}

const euro = (amount: string) => ({ amount, currency: 'EUR' });

forEachEngine('payouts', (engine) => {
  it('pay approved commissions once, even for concurrent requests', async () => {
    const api = await affiliateApi(engine);
    const { id, clickId } = await clicked(api);
    for (let sale = 0; sale < 5; sale += 1) await api.sell({ clickId });
    assert.equal((await api.pay(id)).status, 409);
    api.api.clock.advance(2 * 86_400);
    const pending = await api.sell({ clickId });
    const responses = await Promise.all(Array.from({ length: 8 }, () => api.pay(id)));
    const statuses = responses.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array.from({ length: 7 }, () => 409)]);
    const response = await api.api.request(`/v1/affiliates/${id}/payouts`, { key: api.key });
    const list = await response.json();
    assert.equal(list.meta.total, 1);
    // Five times 0.999 is 4.995: 1.00 each, minus half a cent in total.
    assert.deepEqual(list.data[0].amount, euro('5.00'));
    assert.equal(list.data[0].conversions, 5);
    const report = await api.report(id);
    assert.deepEqual(report.totals.paid, [euro('5.00')]);
    assert.deepEqual(report.totals.approved, [euro('0.00')]);
    assert.deepEqual(report.totals.commission, [euro('5.99')]);
    assert.deepEqual(report.totals.pending, [euro('0.99')]);
    assert.equal(pending.conversion?.commission.amount, '1.00');
  });

  it('deduct refunds of commissions already paid', async () => {
    const api = await affiliateApi(engine);
    const { id, clickId } = await clicked(api);
    const unitPrice = euro('100.00');
    const first = await api.sell({ clickId, unitPrice });
    api.api.clock.advance(2 * 86_400);
    assert.deepEqual((await api.payOut(id)).amount, euro('10.00'));
    const reversed = await api.refund(first.id);
    assert.equal(reversed.conversion?.state, 'reversed');
    assert.deepEqual((await api.report(id)).totals.approved, [euro('-10.00')]);
    const nothing = await api.pay(id);
    assert.equal((await nothing.json()).code, 'nothing_to_pay');

    const unit = await api.sell({ clickId, unitPrice, quantity: 3 });
    api.api.clock.advance(2 * 86_400);
    const second = await api.payOut(id);
    assert.deepEqual(second.amount, euro('20.00'));
    const { totals } = await api.report(id);
    assert.deepEqual(totals.paid, [euro('30.00')]);
    assert.deepEqual(totals.commission, [euro('30.00')]);
    const read = await api.api.request(`/v1/sales/${unit.id}`, { key: api.key });
    assert.equal((await read.json()).data.conversion.state, 'paid');
  });

  it('cover one currency and end at the given time', async () => {
    const api = await affiliateApi(engine);
    const { id, clickId } = await clicked(api);
    await api.sell({ clickId });
    await api.sell({ clickId, unitPrice: { amount: '1000', currency: 'JPY' } });
    api.api.clock.advance(3600);
    await api.sell({ clickId });
    api.api.clock.advance(3 * 86_400);
    const until = '2026-11-23T12:00:00+00:00';
    assert.deepEqual((await api.payOut(id, { currency: 'EUR', until })).amount, euro('1.00'));
    assert.deepEqual((await api.payOut(id, { currency: 'JPY' })).amount, {
      amount: '100',
      currency: 'JPY',
    });
    assert.deepEqual((await api.payOut(id)).amount, euro('1.00'));
    const path = `/v1/affiliates/${id}/payouts?limit=2`;
    const page = await (await api.api.request(path, { key: api.key })).json();
    const rest = await api.api.request(`${path}&cursor=${page.meta.nextCursor}`, { key: api.key });
    assert.deepEqual([page.data.length, (await rest.json()).data.length], [2, 1]);
  });

  it('and refunds are repeated without effect under one idempotency key', async () => {
    const api = await affiliateApi(engine);
    const { id, clickId } = await clicked(api);
    const sale = await api.sell({ clickId, quantity: 5 });
    const again = async (path: string, body: object) => {
      const bodies = [];
      for (let time = 0; time < 3; time += 1) {
        const headers = { 'Idempotency-Key': 'one' };
        const response = await sendJson(api.api, 'POST', path, api.key, body, headers);
        bodies.push(await response.text());
      }
      assert.equal(new Set(bodies).size, 1);
    };
    await again(`/v1/sales/${sale.id}/refund`, { quantity: 2 });
    api.api.clock.advance(2 * 86_400);
    await again(`/v1/affiliates/${id}/payouts`, { currency: 'EUR' });
    const { totals } = await api.report(id);
    assert.deepEqual([totals.refunds, totals.paid], [[euro('19.98')], [euro('3.00')]]);
  });
});

forEachEngine('reports', (engine) => {
  it('group by day, book, campaign, sub id or chapter, also as CSV', async () => {
    const api = await affiliateApi(engine);
    const { id, clickId } = await clicked(api);
    const bare = await api.open({ sub: 'letter' });
    await api.visits(2);
    await api.followBuyLink(`${bare.buyUrl}?chapter=4`);
    const sale = await api.sell({ clickId, quantity: 2 });
    await api.refund(sale.id, 1);
    api.api.clock.advance(86_400);
    await api.sell({ clickId: bare.clickId, unitPrice: { amount: '1.000', currency: 'BHD' } });

    const rowsBy = async (query: string) =>
      (await api.report(id, query)).rows.map(({ key, label, clicks, conversions, net }) => [
        key,
        label,
        clicks,
        conversions,
        net.map(({ amount, currency }) => `${amount} ${currency}`).join(' + '),
      ]);
    assert.deepEqual(await rowsBy('groupBy=day'), [
      ['2026-11-21', '2026-11-21', 2, 1, '9.99 EUR'],
      ['2026-11-22', '2026-11-22', 0, 1, '1.000 BHD'],
    ]);
    assert.deepEqual(await rowsBy('groupBy=day&from=2026-11-22&to=2026-11-22'), [
      ['2026-11-22', '2026-11-22', 0, 1, '1.000 BHD'],
    ]);
    assert.deepEqual(await rowsBy('groupBy=book'), [
      [api.bookId, 'Whale', 2, 2, '1.000 BHD + 9.99 EUR'],
    ]);
    assert.deepEqual(await rowsBy('groupBy=campaign'), [
      ['-autumn', '-autumn', 1, 1, '9.99 EUR'],
      [null, '(none)', 1, 1, '1.000 BHD'],
    ]);
    assert.deepEqual(await rowsBy('groupBy=sub'), [
      ['letter', 'letter', 1, 1, '1.000 BHD'],
      [null, '(none)', 1, 1, '9.99 EUR'],
    ]);
    assert.deepEqual(await rowsBy('groupBy=chapter'), [
      ['4', '4', 1, 1, '1.000 BHD'],
      [null, '(none)', 1, 1, '9.99 EUR'],
    ]);
    const inYen = await api.report(id, 'currency=JPY&groupBy=book');
    assert.deepEqual(inYen.rows[0]?.net, inYen.totals.net);
    assert.equal(inYen.totals.net[0]?.currency, 'JPY');

    const csvPath = `/v1/affiliates/${id}/report?groupBy=campaign&format=csv`;
    const csv = await api.api.request(csvPath, { key: api.key });
    assert.match(csv.headers.get('Content-Type') ?? '', /^text\/csv/);
    assert.deepEqual((await csv.text()).split('\r\n'), [
      'campaign,label,impressions,opens,samplesFinished,clicks,conversions,currency,sales,refunds,net,commission,pending,approved,paid',
      // Escaped, because a spreadsheet would treat a leading minus as a formula.
      "'-autumn,'-autumn,1,0,0,1,1,EUR,19.98,9.99,9.99,1.00,1.00,0.00,0.00",
      ',(none),1,0,0,1,1,BHD,1.000,0.000,1.000,0.100,0.100,0.000,0.000',
      '',
    ]);
  });

  it('add up more sales than one batch, with identical timestamps', async () => {
    const { api, addPartner, open, followBuyLink, sell, report } = await affiliateApi(engine);
    const { id } = await addPartner();
    const { buyUrl, clickId } = await open();
    await followBuyLink(buyUrl);
    const { id: saleId } = await sell({ clickId });
    const { query } = api.db;
    const sale = await query.selectFrom('sales').selectAll().executeTakeFirstOrThrow();
    const row = await query.selectFrom('conversions').selectAll().executeTakeFirstOrThrow();
    for (let start = 0; start < 4500; start += 500) {
      const copies = Array.from({ length: 500 }, (_, index) => `${start + index}`);
      const at = new Date(Date.parse(row.occurred_at) - Math.floor(start / 2500) * 1000);
      const occurred_at = at.toISOString();
      for (let some = 0; some < 500; some += 100) {
        const names = copies.slice(some, some + 100);
        await query
          .insertInto('sales')
          .values(names.map((n) => ({ ...sale, id: `${saleId}x${n}`, order_id: n, occurred_at })))
          .execute();
        await query
          .insertInto('conversions')
          .values(
            names.map((n) => ({
              ...row,
              id: `${row.id}x${n}`,
              sale_id: `${saleId}x${n}`,
              occurred_at,
            })),
          )
          .execute();
      }
    }
    const { totals } = await report(id);
    assert.equal(totals.conversions, 4501);
    assert.deepEqual(totals.sales, [{ amount: '44964.99', currency: 'EUR' }]);
  });

  it('list conversions by state, latest sale first, page by page', async () => {
    const api = await affiliateApi(engine);
    const { id, clickId } = await clicked(api);
    const paid = await api.sell({ clickId });
    const reversed = await api.sell({ clickId });
    await api.refund(reversed.id);
    api.api.clock.advance(2 * 86_400);
    await api.payOut(id);
    const approved = await api.sell({ clickId, occurredAt: '2026-11-21T12:00:01Z' });
    const pending = await api.sell({ clickId });
    const refused = await api.sell({ clickId, occurredAt: '2026-11-21T11:00:00Z' });
    api.api.clock.advance(1);
    const salesOf = async (query: string) => {
      const path = `/v1/affiliates/${id}/conversions?${query}`;
      const { data, meta } = await (await api.api.request(path, { key: api.key })).json();
      return { ids: data.map((one: { saleId: string }) => one.saleId), meta };
    };
    const inState = async (state: string) => (await salesOf(`state=${state}`)).ids;
    assert.deepEqual(await inState('paid'), [paid.id]);
    assert.deepEqual(await inState('reversed'), [reversed.id]);
    assert.deepEqual(await inState('approved'), [approved.id]);
    assert.deepEqual(await inState('pending'), [pending.id]);
    assert.deepEqual(await inState('refused'), [refused.id]);
    const ids: string[] = [];
    for (let cursor = ''; ;) {
      const page = await salesOf(`limit=2${cursor}`);
      ids.push(...page.ids);
      if (page.meta.nextCursor === null) break;
      cursor = `&cursor=${page.meta.nextCursor}`;
    }
    assert.deepEqual(ids, [pending.id, approved.id, reversed.id, paid.id, refused.id]);
  });
});

forEachEngine('trace', (engine) => {
  it('contains every step of a sale, from the embed to the deliveries of its events', async () => {
    const api = await affiliateApi(engine);
    const hook = await sendJson(api.api, 'POST', '/v1/webhooks', api.key, {
      url: 'http://127.0.0.1:9999/hook',
      events: ['sale.completed', 'sale.refunded'],
    });
    assert.equal(hook.status, 201, await hook.clone().text());
    const { id } = await api.addPartner({ rate: '0.1', approvalDays: 0 });
    const { token, clickId, buyUrl, traceId } = await api.open({ campaign: 'autumn' });
    await api.visits(1);
    const clock = api.api.clock;
    clock.advance(1);
    await api.sendBeacon({ token, events: [{ type: 'opened', at: clock.now().toISOString() }] });
    clock.advance(1);
    await api.followBuyLink(buyUrl);
    clock.advance(1);
    const sale = await api.sell({ clickId, quantity: 2 });
    await api.sell();
    clock.advance(1);
    await api.payOut(id);
    clock.advance(1);
    await api.refund(sale.id, 1);
    const traces = await Promise.all(
      [traceId, clickId, sale.id].map(async (one) => {
        const response = await api.api.request(`/v1/affiliates/traces/${one}`, { key: api.key });
        assert.equal(response.status, 200);
        return (await response.json()).data;
      }),
    );
    const [trace] = traces;
    for (const one of traces) assert.deepEqual(one, trace);
    assert.equal(trace.traceId, traceId);
    assert.deepEqual(
      trace.steps.map(({ type }: { type: string }) => type),
      [
        'impression',
        'opened',
        'click',
        'sale',
        'conversion',
        'commission',
        'event',
        'delivery',
        'payout',
        'refund',
        'commission',
        'event',
        'delivery',
      ],
    );
    const unknown = await api.api.request(`/v1/affiliates/traces/trc_${'0'.repeat(26)}`, {
      key: api.key,
    });
    assert.equal((await unknown.json()).code, 'trace_not_found');
  });
});

forEachEngine('invalid affiliate requests', (engine) => {
  it('are rejected by pointer or parameter and store nothing', async () => {
    const api = await affiliateApi(engine);
    const { id } = await api.addPartner();
    const right = { name: 'N', rate: '0.1' };
    const bodies: [object, string][] = [
      [{ code: '<b>x</b>' }, '/code'],
      [{ code: '' }, '/code'],
      [{ code: 'x'.repeat(65) }, '/code'],
      [{ code: 'ü' }, '/code'],
      [{ rate: '-0.1' }, '/rate'],
      [{ rate: '1.00001' }, '/rate'],
      [{ rate: '1.1' }, '/rate'],
      [{ rate: '0.00001' }, '/rate'],
      [{ rate: 0.1 }, '/rate'],
      [{ rate: '1e-1' }, '/rate'],
      [{ windowDays: 0 }, '/windowDays'],
      [{ windowDays: 366 }, '/windowDays'],
      [{ approvalDays: -1 }, '/approvalDays'],
      [{ approvalDays: 1.5 }, '/approvalDays'],
      [{ ownReaderIds: Array.from({ length: 101 }, String) }, '/ownReaderIds'],
      [{ ownReaderIds: [''] }, '/ownReaderIds/0'],
      [{ state: 'gone' }, '/state'],
      [{ name: 'a\u0000b' }, '/name'],
      [{ id: 'prt_x' }, '/id'],
    ];
    const pointerOf = async (response: Response, what: string) => {
      const text = await response.text();
      assert.equal(response.status, 400, `${what}: ${text}`);
      const [{ pointer, parameter }] = JSON.parse(text).errors;
      return pointer ?? parameter;
    };
    for (const [more, pointer] of bodies) {
      for (const [method, path] of [
        ['POST', '/v1/affiliates'],
        ['PATCH', `/v1/affiliates/${id}`],
      ] as const) {
        const response = await sendJson(api.api, method, path, api.key, { ...right, ...more });
        assert.equal(await pointerOf(response, JSON.stringify(more)), pointer);
      }
    }
    const orders: [object, string][] = [
      [{}, '/currency'],
      [{ currency: 'XXX' }, '/currency'],
      [{ currency: 'eur' }, '/currency'],
      [{ currency: 'EUR', until: 'now' }, '/until'],
      [{ currency: 'EUR', until: '1800-01-01T00:00:00Z' }, '/until'],
      [{ currency: 'EUR', until: '2026-11-21T12:06:00Z' }, '/until'],
      [{ currency: 'EUR', amount: '1' }, '/amount'],
    ];
    for (const [body, pointer] of orders) {
      assert.equal(await pointerOf(await api.pay(id, body), JSON.stringify(body)), pointer);
    }
    const paths: [string, string][] = [
      [`${id}/report?currency=XXX`, 'currency'],
      [`${id}/report?currency=XAU`, 'currency'],
      [`${id}/report?groupBy=author`, 'groupBy'],
      [`${id}/report?from=2026-13-01`, 'from'],
      [`${id}/report?from=1800-01-01`, 'from'],
      [`${id}/report?from=2026-11-22&to=2026-11-21`, 'from'],
      [`${id}/report?format=xml`, 'format'],
      [`${id}/conversions?state=lost`, 'state'],
      [`${id}/conversions?limit=101`, 'limit'],
      [`${id}/payouts?cursor=x`, 'cursor'],
      ['prt_x', 'affiliateId'],
      ['%3Cscript%3E', 'affiliateId'],
      ['traces/evt_1', 'traceId'],
      ['traces/%3Cscript%3E', 'traceId'],
      ['?code=%3Cb%3E', 'code'],
    ];
    for (const [path, parameter] of paths) {
      const address = `/v1/affiliates${path.startsWith('?') ? '' : '/'}${path}`;
      assert.equal(
        await pointerOf(await api.api.request(address, { key: api.key }), path),
        parameter,
      );
    }
    for (const [name, value] of [
      ['affiliate', '<b>'],
      ['campaign', 'a b'],
      ['sub', 'x'.repeat(65)],
      ['consent', 'yes'],
    ] as const) {
      const search = new URLSearchParams({ book: api.bookId, [name]: value });
      const response = await api.api.request(`/v1/reader/embed?${search}`, { key: api.key });
      assert.equal(await pointerOf(response, name), name);
    }
    const list = await (await api.api.request('/v1/affiliates', { key: api.key })).json();
    assert.equal(list.meta.total, 1);
    assert.equal(list.data[0].updatedAt, list.data[0].createdAt);
  });

  it('are rejected without the required permission', async () => {
    const api = await affiliateApi(engine);
    const { id } = await api.addPartner();
    const { text: reads } = await api.api.newKey({ permissions: ['read:affiliates'] });
    const { text: sells } = await api.api.newKey({ permissions: ['write:sales'] });
    const path = `/v1/affiliates/${id}`;
    assert.equal((await api.api.request(path, { key: reads })).status, 200);
    assert.equal((await api.api.request(path, { key: sells })).status, 403);
    assert.equal((await sendJson(api.api, 'PATCH', path, reads, { rate: '1' })).status, 403);
    const pay = await sendJson(api.api, 'POST', `${path}/payouts`, reads, { currency: 'EUR' });
    assert.equal(pay.status, 403);
    assert.equal((await api.api.request(path)).status, 401);
  });
});

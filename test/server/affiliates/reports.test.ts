import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { affiliateApi, openThroughPartner } from './affiliate-api.ts';

forEachEngine('reports', (engine) => {
  it('group by day, book, campaign, sub id or chapter, including as CSV', async () => {
    const api = await affiliateApi(engine);
    const { id, clickId } = await openThroughPartner(api);
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

  it('add up more sales than fit in one batch, with identical timestamps', async () => {
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
    const { id, clickId } = await openThroughPartner(api);
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

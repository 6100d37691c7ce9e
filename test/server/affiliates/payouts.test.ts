import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { affiliateApi, openThroughPartner } from './affiliate-api.ts';

const euro = (amount: string) => ({ amount, currency: 'EUR' });

forEachEngine('payouts', (engine) => {
  it('pay approved commissions once, even for concurrent requests', async () => {
    const api = await affiliateApi(engine);
    const { id, clickId } = await openThroughPartner(api);
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
    // Five times 0.999 is 4.995, which is 1.00 each minus half a cent in total.
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
    const { id, clickId } = await openThroughPartner(api);
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
    const { id, clickId } = await openThroughPartner(api);
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

  it('and refunds have no further effect when repeated with one idempotency key', async () => {
    const api = await affiliateApi(engine);
    const { id, clickId } = await openThroughPartner(api);
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
      [{ name: '\u200d' }, '/name'],
      [{ id: 'prt_x' }, '/id'],
    ];
    const pointerOf = async (response: Response, what: string) => {
      const text = await response.text();
      const [{ pointer, parameter }] = JSON.parse(text).errors;
      // A malformed id in a path is reported like an unknown one.
      const status = parameter?.endsWith('Id') ? 404 : 400;
      assert.equal(response.status, status, `${what}: ${text}`);
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

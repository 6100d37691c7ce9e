import assert from 'node:assert/strict';
import { it } from 'node:test';
import { conversions } from '../../../server/affiliates/conversions.ts';
import { sales } from '../../../server/sales/sales.ts';
import { NewSale } from '../../../server/sales/contract.ts';
import { servedRates } from '../../../server/rates/served-rates.ts';
import { addBook } from '../books/add-book.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { readEventLog, sendJson } from '../read-event-log.ts';

async function setUp(engine: Parameters<typeof testApi>[0]) {
  const api = await testApi(engine);
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const { text: other } = await api.newKey({ account: 'globex', tier: 'unlimited' });
  const bookId = await addBook(api, { title: 'Whale' });
  const order = {
    orderId: 'order 1',
    bookId,
    quantity: 3,
    unitPrice: { amount: '9.99', currency: 'EUR' },
    occurredAt: '2026-11-21T12:30:00+01:00',
  };
  const sell = (more: object = {}, as = key, headers: Record<string, string> = {}) =>
    sendJson(api, 'POST', '/v1/sales', as, { ...order, ...more }, headers);
  return { api, key, other, bookId, order, sell };
}

forEachEngine('sales', (engine) => {
  it('above 10^9 minor units are rejected unless the account allows them', async () => {
    const { api, sell } = await setUp(engine);
    const statusOf = async (amount: string, currency: string, quantity: number, orderId: string) =>
      (await sell({ unitPrice: { amount, currency }, quantity, orderId })).status;
    assert.equal(await statusOf('10000000.00', 'EUR', 1, 'a'), 201);
    assert.equal(await statusOf('1000000000', 'JPY', 1, 'b'), 201);
    assert.equal(await statusOf('1000000.000', 'BHD', 1, 'c'), 201);
    assert.equal(await statusOf('10000000.01', 'EUR', 1, 'd'), 400);
    assert.equal(await statusOf('1000000000', 'JPY', 2, 'd'), 400);
    const refused = await sell({
      unitPrice: { amount: '1000000.001', currency: 'BHD' },
      quantity: 1,
    });
    const { errors } = await refused.json();
    assert.equal(errors[0].pointer, '/unitPrice/amount');
    assert.match(errors[0].detail, /1000000\.001 BHD exceeds 1000000\.000 BHD/);
    await api.db.query
      .updateTable('accounts')
      .set({ max_sale_amount: 100_000_000_000 })
      .where('name', '=', 'acme')
      .execute();
    assert.equal(await statusOf('1000000000.00', 'EUR', 1, 'd'), 201);
    assert.equal(await statusOf('1000000000.01', 'EUR', 1, 'e'), 400);
  });

  it('are filtered and sorted, with complete pages while sales are added', async () => {
    const { api, key, sell } = await setUp(engine);
    const amounts = ['9.99', '100', '0.10', '12.00', '9.99', '9.90', '3000000.01', '0.30'];
    const ids: string[] = [];
    for (const [index, amount] of amounts.entries()) {
      const response = await sell({
        orderId: `order ${index}`,
        quantity: index % 3 === 0 ? 3 : 1,
        unitPrice: { amount, currency: index === 7 ? 'USD' : 'EUR' },
        occurredAt: `2026-11-0${1 + (index % 4)}T12:00:00Z`,
      });
      ids.push((await response.json()).data.id);
    }
    const refund = (at: number, body: object) =>
      sendJson(api, 'POST', `/v1/sales/${ids[at]}/refund`, key, body);
    await refund(0, { quantity: 1 });
    await refund(1, {});
    const list = async (query: string) => {
      const seen: { id: string; total: { amount: string }; occurredAt: string }[] = [];
      let path: string | null = `/v1/sales?limit=2&${query}`;
      while (path) {
        const response: Response = await api.request(path, { key });
        assert.equal(response.status, 200, await response.clone().text());
        const { data, meta } = await response.json();
        seen.push(...data);
        path = meta.nextCursor && `/v1/sales?limit=2&${query}&cursor=${meta.nextCursor}`;
        // A sale before and one after the page, which must not change the rest of the list.
        if (path)
          await sell({
            orderId: `more ${query} ${seen.length}`,
            occurredAt: '2026-11-05T12:00:00Z',
          });
      }
      return seen;
    };
    const at = (seen: { id: string }[]) => seen.map(({ id }) => ids.indexOf(id));

    assert.deepEqual(at(await list('orderId=order%202')), [2]);
    assert.deepEqual(at(await list('state=partially_refunded')), [0]);
    assert.deepEqual(at(await list('state=refunded')), [1]);
    assert.deepEqual(at(await list('currency=USD')), [7]);
    assert.deepEqual(await list('affiliateId=prt_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R'), []);
    for (const sort of ['occurredAt', '-occurredAt', 'total', '-total']) {
      const seen = await list(`currency=EUR&to=2026-11-04&sort=${sort}`);
      assert.equal(new Set(seen.map(({ id }) => id)).size, 7, sort);
      const keys = seen.map(({ total, occurredAt }) =>
        sort.endsWith('total') ? Number(total.amount) : Date.parse(occurredAt),
      );
      const sorted = keys.toSorted((one, other) => (sort[0] === '-' ? other - one : one - other));
      assert.deepEqual(keys, sorted, sort);
    }
    const withoutCurrency = await api.request('/v1/sales?sort=total', { key });
    assert.equal(withoutCurrency.status, 400);
    assert.equal((await withoutCurrency.json()).errors[0].parameter, 'currency');
  });

  it('are stored exactly, with the current exchange rates and an event', async () => {
    const { api, key, bookId, sell } = await setUp(engine);
    const response = await sell({ unitPrice: { amount: '0.1', currency: 'EUR' } });
    assert.equal(response.status, 201);
    const { data } = await response.json();
    assert.equal(response.headers.get('Location'), `/v1/sales/${data.id}`);
    assert.deepEqual(data.unitPrice, { amount: '0.10', currency: 'EUR' });
    assert.deepEqual(data.total, { amount: '0.30', currency: 'EUR' });
    assert.equal(data.occurredAt, '2026-11-21T11:30:00.000Z');
    assert.equal(data.state, 'completed');
    const read = await (await api.request(`/v1/sales/${data.id}`, { key })).json();
    assert.ok(Object.keys(read.data.exchange.rates).length > 150);
    assert.equal(read.data.exchange.rates.EUR, data.exchange.rate);
    const [event, ...more] = await readEventLog(api);
    assert.equal(event?.type, 'sale.completed');
    assert.deepEqual(event.data.object, data);
    assert.equal(event.data.object['bookId'], bookId);
    assert.deepEqual(more, []);
  });

  it('are recorded once for twenty identical concurrent requests', async () => {
    const { api, sell } = await setUp(engine);
    const responses = await Promise.all(Array.from({ length: 20 }, () => sell()));
    const statuses = responses.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array.from({ length: 19 }, () => 200), 201]);
    const ids = await Promise.all(
      responses.map(async (response) => (await response.json()).data.id),
    );
    assert.equal(new Set(ids).size, 1);
    assert.equal((await readEventLog(api)).length, 1);
  });

  it('are recorded once per idempotency key, with equal responses', async () => {
    const { api, sell } = await setUp(engine);
    const headers = { 'Idempotency-Key': 'one' };
    const first = await (await sell({}, undefined, headers)).text();
    for (let time = 0; time < 3; time += 1) {
      const again = await sell({}, undefined, headers);
      assert.equal(again.status, 201);
      assert.equal(await again.text(), first);
    }
    assert.equal((await readEventLog(api)).length, 1);
  });

  it('reject a different sale of the same book in the same order', async () => {
    const { api, sell } = await setUp(engine);
    assert.equal((await sell()).status, 201);
    for (const other of [{ quantity: 4 }, { clickId: 'clk_1' }, { readerId: 'r1' }]) {
      const response = await sell(other);
      assert.equal(response.status, 409);
      assert.equal((await response.json()).code, 'conflict');
    }
    assert.equal((await sell({ orderId: 'order 2' })).status, 201);
    assert.equal((await readEventLog(api)).length, 2);
  });

  it('can be refunded partly or fully, but never beyond the sold quantity, even concurrently', async () => {
    const { api, key, sell } = await setUp(engine);
    const { data } = await (await sell()).json();
    const refund = (body: object) =>
      sendJson(api, 'POST', `/v1/sales/${data.id}/refund`, key, body);
    const part = await (await refund({ quantity: 1, reason: 'torn' })).json();
    assert.equal(part.data.state, 'partially_refunded');
    assert.deepEqual(part.data.refunded, { amount: '9.99', currency: 'EUR' });
    assert.equal((await refund({ quantity: 3 })).status, 422);
    const responses = await Promise.all(Array.from({ length: 6 }, () => refund({ quantity: 1 })));
    assert.equal(responses.filter(({ status }) => status === 200).length, 2);
    const refused = responses.filter(({ status }) => status === 422);
    assert.equal(refused.length, 4);
    assert.equal((await refused[0]?.json())?.code, 'refund_too_large');
    assert.equal((await refund({})).status, 422);
    const whole = await (await api.request(`/v1/sales/${data.id}`, { key })).json();
    assert.equal(whole.data.state, 'refunded');
    assert.deepEqual(whole.data.refunded, whole.data.total);
    assert.deepEqual(
      (await readEventLog(api)).map(({ type, sequence }) => [type, sequence]),
      [
        ['sale.completed', 1],
        ['sale.refunded', 2],
        ['sale.refunded', 3],
        ['sale.refunded', 4],
      ],
    );
  });

  it('are refunded completely by default', async () => {
    const { api, key, sell } = await setUp(engine);
    const { data } = await (await sell()).json();
    const path = `/v1/sales/${data.id}/refund`;
    assert.equal((await api.request(path, { key, method: 'POST' })).status, 200);
    const event = (await readEventLog(api)).at(-1);
    assert.equal(event?.data.object['refundedQuantity'], 3);
    assert.deepEqual(event?.data.previous, { refundedQuantity: 0 });
  });

  it('are listed latest first, by book and day, page by page', async () => {
    const { api, key, bookId, sell } = await setUp(engine);
    const second = await addBook(api, { title: 'Other' });
    for (const [index, day] of ['01', '02', '03', '03', '04'].entries()) {
      const occurredAt = `2026-11-${day}T23:59:59Z`;
      const book = index === 4 ? second : bookId;
      assert.equal((await sell({ orderId: `o${index}`, occurredAt, bookId: book })).status, 201);
    }
    const orders: string[] = [];
    let path: string | null = '/v1/sales?limit=2';
    while (path) {
      const { data, meta }: { data: { orderId: string }[]; meta: { nextCursor: string | null } } =
        await (await api.request(path, { key })).json();
      orders.push(...data.map(({ orderId }) => orderId));
      path = meta.nextCursor && `/v1/sales?limit=2&cursor=${meta.nextCursor}`;
    }
    assert.deepEqual(orders, ['o4', 'o3', 'o2', 'o1', 'o0']);
    const some = await (
      await api.request(`/v1/sales?bookId=${bookId}&from=2026-11-02&to=2026-11-03`, { key })
    ).json();
    assert.equal(some.meta.total, 3);
    assert.equal((await api.request('/v1/sales?from=yesterday', { key })).status, 400);
    const currency = await (await api.request('/v1/sales?currency=EURO', { key })).json();
    assert.deepEqual(
      currency.errors.map(({ detail }: { detail: string }) => detail),
      ['Must be an ISO 4217 code of three capital letters, such as EUR, got "EURO".'],
    );
  });

  it('are not filtered by a book that does not exist or is private, but by a removed one', async () => {
    const { api, key, other, bookId, sell } = await setUp(engine);
    const filter = async (id: string, as = key) => {
      const response = await api.request(`/v1/sales?bookId=${id}`, { key: as });
      return [response.status, (await response.json()).errors?.[0]?.parameter ?? null];
    };
    assert.deepEqual(await filter('bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R'), [404, 'bookId']);
    const hidden = await addBook(api, { title: 'Hidden', visibility: 'private' });
    assert.deepEqual(await filter(hidden), [200, null]);
    assert.deepEqual(await filter(hidden, other), [404, 'bookId']);
    assert.deepEqual(await filter(bookId, other), [200, null]);
    assert.equal((await sell()).status, 201);
    await api.request(`/v1/books/${bookId}`, { key, method: 'DELETE' });
    assert.deepEqual(await filter(bookId), [200, null]);
    assert.deepEqual(await filter(bookId, other), [404, 'bookId']);
  });

  it('are visible only to their own account', async () => {
    const { api, key, other, sell } = await setUp(engine);
    const { data } = await (await sell()).json();
    assert.equal((await api.request(`/v1/sales/${data.id}`, { key: other })).status, 404);
    const refund = await sendJson(api, 'POST', `/v1/sales/${data.id}/refund`, other, {});
    assert.equal(refund.status, 404);
    assert.equal((await (await api.request('/v1/sales', { key: other })).json()).meta.total, 0);
    assert.equal((await sell({}, other)).status, 403);
    const hidden = await addBook(api, { title: 'Hidden', visibility: 'private' });
    assert.equal((await sell({ bookId: hidden }, other)).status, 404);
    const { text: reader } = await api.newKey({ permissions: ['read:sales'] });
    assert.equal((await sell({ orderId: 'x' }, reader)).status, 403);
    assert.equal((await api.request(`/v1/sales/${data.id}`, { key: reader })).status, 200);
    assert.equal((await readEventLog(api)).length, 1);
    assert.equal((await readEventLog(api, 'globex')).length, 0);
    await api.request(`/v1/books/${data.bookId}`, { key, method: 'DELETE' });
    assert.equal((await api.request(`/v1/sales/${data.id}`, { key })).status, 200);
    assert.equal((await sell()).status, 200);
  });

  it('reject invalid bodies by pointer and store nothing', async () => {
    const { api, key, sell } = await setUp(engine);
    const wrong: [object, string][] = [
      [{ quantity: 0 }, '/quantity'],
      [{ quantity: 1.5 }, '/quantity'],
      [{ quantity: '1' }, '/quantity'],
      [{ unitPrice: { amount: '-1.00', currency: 'EUR' } }, '/unitPrice/amount'],
      [{ unitPrice: { amount: 9.99, currency: 'EUR' } }, '/unitPrice/amount'],
      [{ unitPrice: { amount: '1e3', currency: 'EUR' } }, '/unitPrice/amount'],
      [{ unitPrice: { amount: '1.001', currency: 'EUR' } }, '/unitPrice/amount'],
      [{ unitPrice: { amount: '1', currency: 'XXX' } }, '/unitPrice/currency'],
      [{ unitPrice: { amount: '1', currency: 'XAU' } }, '/unitPrice/currency'],
      [{ occurredAt: '1800-01-01T00:00:00Z' }, '/occurredAt'],
      [{ occurredAt: '2026-11-21T13:00:00Z' }, '/occurredAt'],
      [{ occurredAt: 'today' }, '/occurredAt'],
      [{ orderId: '' }, '/orderId'],
      [{ orderId: 'a\u0000b' }, '/orderId'],
      [{ orderId: '\ud800' }, '/orderId'],
      [{ orderId: 'x'.repeat(201) }, '/orderId'],
      [{ bookId: 'bk_1' }, '/bookId'],
      [{ readerId: '' }, '/readerId'],
      [{ readerId: 'a\u0000b' }, '/readerId'],
      [{ readerId: 'x'.repeat(201) }, '/readerId'],
      [{ account: 'globex' }, '/account'],
    ];
    for (const [more, pointer] of wrong) {
      const response = await sell(more);
      const text = await response.text();
      assert.equal(response.status, 400, `${pointer}: ${text}`);
      assert.equal(JSON.parse(text).errors[0].pointer, pointer, text);
    }
    assert.deepEqual(await readEventLog(api), []);
    assert.equal((await (await api.request('/v1/sales', { key })).json()).meta.total, 0);
  });

  it('never commit an event without its sale or a sale without its event', async () => {
    const { api, order } = await setUp(engine);
    const { db, clock, keyContext } = api;
    const rates = servedRates(db, clock.now);
    const broken = sales({
      db,
      now: clock.now,
      newId: keyContext.newId,
      attribution: conversions({
        db,
        now: clock.now,
        newId: keyContext.newId,
        beacons: { addSale: async () => undefined },
      }),
      currentRates: () => rates.current(),
      events: {
        append: async () => {
          throw new Error('the event log is broken');
        },
      },
    });
    const accountId = await keyContext.store.findOrCreateAccount(
      'acme',
      'acc_x',
      '2026-11-21T12:00:00Z',
    );
    await assert.rejects(broken.record(accountId, NewSale.parse(order)), /broken/);
    assert.deepEqual(await db.query.selectFrom('sales').select('id').execute(), []);
    assert.deepEqual(await readEventLog(api), []);
  });
});

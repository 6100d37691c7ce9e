import assert from 'node:assert/strict';
import { it } from 'node:test';
import { updatePopularity } from '../../../server/books/usage-popularity.ts';
import { addBook } from '../books/add-book.ts';
import { addStory } from '../embed-page/page-fixtures.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { readEventLog, sendJson } from '../read-event-log.ts';

const origin = 'https://pages.example';
const price = { amount: '9.99', currency: 'EUR' };

forEachEngine('a test key', (engine) => {
  /** An account with a live and a test key, and another account with both. */
  const accounts = async () => {
    const api = await testApi(engine);
    const newKey = async (account: string, environment: 'live' | 'test') =>
      (await api.newKey({ account, environment, tier: 'unlimited' })).text;
    const [live, test] = [await newKey('acme', 'live'), await newKey('acme', 'test')];
    const others = [await newKey('globex', 'live'), await newKey('globex', 'test')];
    const read = async (path: string, key: string) => (await api.request(path, { key })).json();
    const write = (method: string, path: string, key: string, body: object) =>
      sendJson(api, method, path, key, body);
    const create = async (path: string, key: string, body: object): Promise<{ id: string }> => {
      const response = await write('POST', path, key, body);
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()).data;
    };
    return { api, live, test, others, read, write, create };
  };
  const saleOf = (bookId: string, orderId = 'order 1') => ({
    orderId,
    bookId,
    quantity: 1,
    unitPrice: price,
    occurredAt: '2026-11-21T11:00:00Z',
  });

  it('is marked in every response, and a live key in none but its own record', async () => {
    const { api, live, test, read } = await accounts();
    const own = await api.request('/v1/keys/me', { key: test });
    assert.equal(own.headers.get('Svc-Environment'), 'test');
    const { data, meta } = await own.json();
    assert.deepEqual([data.environment, meta], ['test', { environment: 'test' }]);
    assert.equal((await read('/v1/books', test)).meta.environment, 'test');
    assert.equal((await read('/v1/sales/sale_nope', test)).environment, 'test');

    const response = await api.request('/v1/keys/me', { key: live });
    assert.equal(response.headers.get('Svc-Environment'), null);
    const { data: record, ...rest } = await response.json();
    assert.deepEqual([record.environment, rest], ['live', {}]);
    assert.ok(!('environment' in (await read('/v1/books', live)).meta));
    assert.ok(!('environment' in (await read('/v1/sales/sale_nope', live))));
  });

  it('sells public and private live books without live sales or events', async () => {
    const { api, live, test, read, create } = await accounts();
    const open = await addBook(api, { title: 'Whale', price });
    const hidden = await addBook(api, { title: 'Whaling', price, visibility: 'private' });
    for (const bookId of [open, hidden]) await create('/v1/sales', test, saleOf(bookId));
    assert.equal((await read('/v1/sales', test)).meta.total, 2);
    assert.equal((await read('/v1/sales', live)).meta.total, 0);
    assert.deepEqual(await readEventLog(api), []);
    const { data: events } = await read('/v1/events', test);
    assert.deepEqual(
      events.map(({ event }: { event: Record<string, string> }) => [
        event['type'],
        event['environment'],
      ]),
      [
        ['sale.completed', 'test'],
        ['sale.completed', 'test'],
      ],
    );
    // The same order number is free in the live environment.
    await create('/v1/sales', live, saleOf(open));
    assert.deepEqual(
      (await readEventLog(api)).map(({ environment }) => environment),
      ['live'],
    );
  });

  it('has the sale limit of its live account', async () => {
    const { api, test, write } = await accounts();
    const bookId = await addBook(api, { title: 'Whale' });
    const unitPrice = { amount: '20000000.00', currency: 'EUR' };
    const sell = async () => {
      const response = await write('POST', '/v1/sales', test, { ...saleOf(bookId), unitPrice });
      return response.status;
    };
    assert.equal(await sell(), 400);
    await api.db.query
      .updateTable('accounts')
      .set({ max_sale_amount: 10_000_000_000 })
      .where('name', '=', 'acme')
      .execute();
    assert.equal(await sell(), 201);
  });

  it('cannot change live books, chapters or reviews, and says why', async () => {
    const { api, live, test, others, write, create } = await accounts();
    const bookId = await addBook(api, { title: 'Whale', visibility: 'private' });
    const chapter = await create(`/v1/books/${bookId}/chapters`, live, {
      title: 'One',
      content: 'Call me.',
    });
    const review = await create(`/v1/books/${bookId}/reviews`, live, {
      rating: 5,
      reviewer: 'ann',
    });
    const attempts: [method: string, path: string, body: object][] = [
      ['PATCH', `/v1/books/${bookId}`, { title: 'Shark' }],
      ['DELETE', `/v1/books/${bookId}`, {}],
      ['POST', `/v1/books/${bookId}/chapters`, { title: 'Two', content: 'Text.' }],
      ['PATCH', `/v1/chapters/${chapter.id}`, { title: 'Zero' }],
      ['POST', `/v1/chapters/${chapter.id}/publish`, {}],
      ['POST', `/v1/books/${bookId}/reviews`, { rating: 1, reviewer: 'bob' }],
      ['PATCH', `/v1/reviews/${review.id}`, { rating: 1 }],
      ['DELETE', `/v1/reviews/${review.id}`, {}],
    ];
    for (const [method, path, body] of attempts) {
      const response = await write(method, path, test, body);
      const problem = await response.json();
      assert.deepEqual([response.status, problem.code], [403, 'not_yours'], `${method} ${path}`);
      assert.match(problem.detail, /is a live book, and a test key cannot change it/);
    }
    for (const key of others) {
      const response = await write('PATCH', `/v1/books/${bookId}`, key, { title: 'Shark' });
      assert.equal(response.status, 404);
    }
  });

  it('creates books that only test keys of the account see', async () => {
    const { api, live, test, others, read, create, write } = await accounts();
    const isbn = '9783161484100';
    const { id } = await create('/v1/books', test, {
      title: 'Trial Balloon',
      visibility: 'public',
      identifiers: [{ scheme: 'isbn', value: isbn }],
    });
    const { text: page } = await api.newKey({
      kind: 'publishable',
      environment: 'test',
      allowedOrigins: [origin],
    });
    const { text: livePage } = await api.newKey({ kind: 'publishable', allowedOrigins: [origin] });
    const found = async (key: string) => [
      (await api.request(`/v1/books/${id}`, { key })).status,
      (await read('/v1/books?q=trial+balloon', key)).meta.total,
      (await read('/v1/books', key)).meta.total,
      (await read(`/v1/books?isbn=${isbn}`, key)).meta.total,
    ];
    for (const key of [test, page]) assert.deepEqual(await found(key), [200, 1, 1, 1]);
    for (const key of [live, livePage, ...others]) {
      assert.deepEqual(await found(key), [404, 0, 0, 0]);
    }
    assert.equal((await read(`/v1/books/${id}`, test)).data.visibility, 'public');

    await write('PATCH', `/v1/books/${id}`, test, { visibility: 'private' });
    assert.deepEqual(await found(page), [404, 0, 0, 0]);
    await write('PATCH', `/v1/books/${id}`, test, { visibility: 'public' });
    assert.deepEqual(await found(page), [200, 1, 1, 1]);
    assert.deepEqual(await found(live), [404, 0, 0, 0]);
  });

  it('receives no events about live books', async () => {
    const { api, live, test, others, read, write, create } = await accounts();
    const bookId = await addBook(api, { title: 'Whale' });
    const [other = '', otherTest = ''] = others;
    for (const key of [test, other, otherTest]) {
      const filters = { bookIds: [bookId] };
      await create('/v1/webhooks', key, { url: 'https://acme.example/', events: ['*'], filters });
    }
    await write('PATCH', `/v1/books/${bookId}`, live, { title: 'Shark' });
    const logged = async (key: string) => (await read('/v1/events', key)).data.length;
    assert.deepEqual(await Promise.all([live, other].map(logged)), [1, 1]);
    assert.deepEqual(await Promise.all([test, otherTest].map(logged)), [0, 0]);
    await create('/v1/sales', test, saleOf(bookId));
    const { data } = await read('/v1/webhooks', test);
    const deliveries = await read(`/v1/webhooks/${data[0].id}/deliveries`, test);
    assert.equal(deliveries.meta.total, 1);
  });

  it('marks readers, pages and buy links', async () => {
    const { api, live, test, write, read, create } = await accounts();
    const bookId = await addStory(api, 'Whale');
    await write('PATCH', `/v1/books/${bookId}`, live, {
      price,
      buyUrl: 'https://shop.example/?click={clickId}',
    });
    const { data: embed } = await read(`/v1/reader/embed?book=${bookId}`, test);
    assert.equal(embed.environment, 'test');
    assert.equal((await read(`/v1/reader/embed?book=${bookId}`, live)).data.environment, undefined);
    const { pathname, search } = new URL(embed.purchase.buyUrl);
    assert.equal(search, '?environment=test');
    const click = await fetch(api.url + pathname + search, { redirect: 'manual' });
    assert.match(click.headers.get('Location') ?? '', /^https:.*&svc_environment=test$/);

    const session: { id: string; token?: string } = await create('/v1/reader/sessions', test, {
      bookId,
      readerId: 'ann',
      origin,
      access: { mode: 'full', expiresAt: null },
    });
    const opened = await read(`/v1/reader/embed?book=${bookId}`, session.token ?? '');
    assert.equal(opened.data.environment, 'test');

    const pageOf = async (environment: 'live' | 'test') => {
      const { text } = await api.newKey({
        kind: 'publishable',
        environment,
        allowedOrigins: [origin],
      });
      return (
        await fetch(`${api.url}/v1/reader/embed?book=${bookId}&format=html&key=${text}`)
      ).text();
    };
    const testPage = await pageOf('test');
    assert.match(testPage, /<strong class="test-badge" title="[^"]+">Test<\/strong>/);
    assert.match(testPage, /<meta name="robots" content="noindex">/);
    assert.doesNotMatch(await pageOf('live'), /class="test-badge"|noindex/);
  });

  it('does not make books more popular', async () => {
    const { api, live, test, read, create } = await accounts();
    const bookId = await addBook(api, { title: 'Whale' });
    const open = async (key: string) => {
      const { data } = await read(`/v1/reader/embed?book=${bookId}`, key);
      const events = [{ type: 'opened', at: api.clock.now().toISOString() }];
      const response = await api.request('/v1/reader/events', {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain' },
        body: JSON.stringify({ token: data.session.token, events }),
      });
      assert.equal((await response.json()).data.stored, 1);
    };
    await open(test);
    await create('/v1/sales', test, saleOf(bookId));
    assert.equal(await updatePopularity(api.db, api.clock.now()), 0);
    await open(live);
    await create('/v1/sales', live, saleOf(bookId));
    assert.equal(await updatePopularity(api.db, api.clock.now()), 1);
    // The test visit and the test sale add nothing to the 11 points of a live open and a live sale.
    assert.equal((await read(`/v1/books/${bookId}`, test)).data.popularity, 11);
  });

  it('cannot be named as an account that may review live books', async () => {
    const { api, live, write } = await accounts();
    const { accountId } = (await api.keyContext.store.list()).find(
      (key) => key.accountName === 'globex' && key.accountId.endsWith('_test'),
    ) ?? { accountId: '' };
    assert.ok(accountId);
    const response = await write('PUT', `/v1/reviews/accounts/${accountId}`, live, {});
    assert.equal((await response.json()).code, 'account_not_found');
  });
});

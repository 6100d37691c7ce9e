import assert from 'node:assert/strict';
import { it } from 'node:test';
import { packDemoBook } from '../../../demo/book/pack-demo-book.ts';
import { bookEvents } from '../../../server/books/book-events.ts';
import { BookPatch, NewBook } from '../../../server/books/book-input.ts';
import { bookWriter } from '../../../server/books/writer.ts';
import { mergeMetadata } from '../../../server/metadata/enrichment/merge-metadata.ts';
import { bookStore } from '../../../server/books/store.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { readEventLog, sendJson } from '../read-event-log.ts';
import { addBook } from './add-book.ts';

async function newBook(api: TestApi, key: string, body: object = {}) {
  const response = await sendJson(api, 'POST', '/v1/books', key, { title: 'Serial', ...body });
  assert.equal(response.status, 201, await response.clone().text());
  const { data } = await response.json();
  return data;
}

async function setUp(engine: Parameters<typeof testApi>[0]) {
  const api = await testApi(engine);
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const { text: other } = await api.newKey({ account: 'globex', tier: 'unlimited' });
  return { api, key, other };
}

forEachEngine('book write routes', (engine) => {
  it('create a searchable book from cleaned metadata, with an event', async () => {
    const { api, key } = await setUp(engine);
    const book = await newBook(api, key, {
      title: '  The   Serial ',
      languages: ['EN_gb', 'ger'],
      description: '<p>Once</p><script>x</script>',
      contributors: [{ name: 'Ann Author' }],
      identifiers: [{ scheme: 'isbn', value: '978-0-14-243724-7' }],
      publishedAt: '1851-10',
      price: { amount: '9.5', currency: 'EUR' },
    });
    assert.equal(book.title, 'The Serial');
    assert.deepEqual(book.languages, ['en-GB', 'de']);
    assert.deepEqual(book.identifiers, [{ scheme: 'isbn', value: '9780142437247' }]);
    assert.deepEqual(book.price, { amount: '9.50', currency: 'EUR' });
    assert.equal(book.contributors[0].role, 'aut');
    assert.equal(book.readable, false);
    const found = await (await api.request('/v1/books?isbn=9780142437247', { key })).json();
    assert.equal(found.data[0]?.id, book.id);
    const [event] = await readEventLog(api);
    assert.equal(event?.type, 'book.created');
    assert.deepEqual(event.data.object, book);
  });

  it('record one event for an EPUB, regardless of how often it is uploaded', async () => {
    const { api, key } = await setUp(engine);
    const epub = new Uint8Array(await packDemoBook());
    const headers = { 'Content-Type': 'application/epub+zip' };
    for (const status of [201, 200]) {
      const response = await api.request('/v1/books', { key, method: 'POST', body: epub, headers });
      assert.equal(response.status, status);
    }
    const events = await readEventLog(api);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['book.created'],
    );
  });

  it('change the members named in a patch and record the previous values', async () => {
    const { api, key } = await setUp(engine);
    const book = await newBook(api, key, {
      subtitle: 'A Tale',
      price: { amount: '9.99', currency: 'EUR' },
    });
    const path = `/v1/books/${book.id}`;
    const response = await sendJson(
      api,
      'PATCH',
      path,
      key,
      { title: 'New', subtitle: null, price: { amount: '5' } },
      { 'Content-Type': 'application/merge-patch+json' },
    );
    assert.equal(response.status, 200);
    const { data } = await response.json();
    assert.equal(data.title, 'New');
    assert.equal(data.subtitle, null);
    assert.deepEqual(data.price, { amount: '5.00', currency: 'EUR' });
    const read = await api.request(path, { key });
    assert.equal(read.headers.get('ETag'), response.headers.get('ETag'));
    const event = (await readEventLog(api)).at(-1);
    assert.equal(event?.type, 'book.updated');
    assert.equal(event.sequence, 2);
    assert.deepEqual(event.data.object, data);
    assert.deepEqual(event.data.previous, {
      workId: book.workId,
      title: 'Serial',
      subtitle: 'A Tale',
      price: { amount: '9.99', currency: 'EUR' },
    });
  });

  it('record neither an event nor a revision for a patch without changes', async () => {
    const { api, key } = await setUp(engine);
    const book = await newBook(api, key);
    const path = `/v1/books/${book.id}`;
    const before = (await api.request(path, { key })).headers.get('ETag');
    for (const body of [{}, { title: 'Serial', subtitle: null, contributors: null }]) {
      const response = await sendJson(api, 'PATCH', path, key, body);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('ETag'), before);
    }
    assert.equal((await readEventLog(api)).length, 1);
  });

  it('never overwrite manual values from other sources, even if they were emptied', async () => {
    const { api, key } = await setUp(engine);
    const id = await addBook(api, { title: 'Whale', publisher: 'Old Press' });
    const response = await sendJson(api, 'PATCH', `/v1/books/${id}`, key, {
      publisher: null,
      title: 'The Whale',
    });
    assert.equal(response.status, 200);
    const book = await bookStore(api.db).findAny(id);
    assert.ok(book);
    assert.equal(book.provenance['title']?.source, 'manual');
    const facts = { source: 'onix', fetchedAt: '2026-11-21T12:00:00Z', confidence: 1 } as const;
    const values = { title: 'Moby-Dick', publisher: 'Penguin' };
    assert.equal(mergeMetadata(book, { ...facts, values }), null);
  });

  it('accept only one of two concurrent changes based on the same revision', async () => {
    const { api, key } = await setUp(engine);
    const book = await newBook(api, key);
    const path = `/v1/books/${book.id}`;
    const tag = (await api.request(`${path}?fields=title`, { key })).headers.get('ETag') ?? '';
    const responses = await Promise.all(
      ['One', 'Two'].map((title) =>
        sendJson(api, 'PATCH', path, key, { title }, { 'If-Match': tag }),
      ),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
    const refused = responses.find(({ status }) => status === 412);
    assert.ok(refused);
    assert.equal((await refused.json()).code, 'precondition_failed');
    assert.equal((await readEventLog(api)).length, 2);
    for (const wrong of ['"nonsense"', 'W/"', 'x', '']) {
      const again = await sendJson(
        api,
        'PATCH',
        path,
        key,
        { title: 'Three' },
        { 'If-Match': wrong },
      );
      assert.equal(again.status, 412, wrong);
    }
    const any = await sendJson(api, 'PATCH', path, key, { title: 'Any' }, { 'If-Match': '*' });
    assert.equal(any.status, 200);
  });

  it('remove a book with an event, only at the given revision', async () => {
    const { api, key } = await setUp(engine);
    const book = await newBook(api, key);
    const path = `/v1/books/${book.id}`;
    const stale = { method: 'DELETE', key, headers: { 'If-Match': '"0.x"' } };
    assert.equal((await api.request(path, stale)).status, 412);
    const response = await api.request(path, { method: 'DELETE', key });
    assert.equal(response.status, 204);
    assert.equal(await response.text(), '');
    assert.equal((await api.request(path, { key })).status, 404);
    assert.equal((await api.request(path, { method: 'DELETE', key })).status, 404);
    const events = await readEventLog(api);
    assert.equal(events.at(-1)?.type, 'book.deleted');
    assert.deepEqual(events.at(-1)?.data.object, book);
    assert.equal(events.length, 2);
  });

  it('allow changes only by the book’s own account', async () => {
    const { api, key, other } = await setUp(engine);
    const open = await newBook(api, key, { visibility: 'public' });
    const hidden = await newBook(api, key);
    const shared = await newBook(api, key, { visibility: 'public' });
    await api.db.query
      .updateTable('books')
      .set({ account_id: null })
      .where('id', '=', shared.id)
      .execute();
    const eventCount = (await readEventLog(api)).length;
    for (const [id, status, code] of [
      [open.id, 403, 'not_yours'],
      [shared.id, 403, 'not_yours'],
      [hidden.id, 404, 'book_not_found'],
      ['bk_0000000000000000000000000A', 404, 'book_not_found'],
    ]) {
      const path = `/v1/books/${id}`;
      const patched = await sendJson(api, 'PATCH', path, other, { title: 'Mine' });
      assert.equal(patched.status, status);
      assert.equal((await patched.json()).code, code);
      const removed = await api.request(path, { method: 'DELETE', key: other });
      assert.equal(removed.status, status);
    }
    assert.equal((await readEventLog(api)).length, eventCount);
    assert.equal((await readEventLog(api, 'globex')).length, 0);
    const { text: reader } = await api.newKey({ permissions: ['read:books'] });
    const refused = await sendJson(api, 'PATCH', `/v1/books/${open.id}`, reader, { title: 'x' });
    assert.equal(refused.status, 403);
  });

  it('reject invalid bodies by pointer and store nothing', async () => {
    const { api, key } = await setUp(engine);
    const book = await newBook(api, key);
    const wrong: [object, string][] = [
      [{ title: '' }, '/title'],
      [{ title: null }, '/title'],
      [{ title: 'x'.repeat(1001) }, '/title'],
      [{ popularity: 5 }, '/popularity'],
      [{ languages: ['English'] }, '/languages/0'],
      [{ publishedAt: '1851-13' }, '/publishedAt'],
      [{ publishedAt: '1851-02-30' }, '/publishedAt'],
      [{ price: { amount: '-1', currency: 'EUR' } }, '/price/amount'],
      [{ price: { amount: '1.005', currency: 'EUR' } }, '/price/amount'],
      [{ price: { amount: '1.5', currency: 'JPY' } }, '/price/amount'],
      [{ price: { amount: '1', currency: 'ZZZ' } }, '/price/currency'],
      [{ price: { amount: '1' } }, '/price/currency'],
      [{ identifiers: [{ scheme: 'isbn', value: '9780142437248' }] }, '/identifiers/0/value'],
      [{ contributors: [{ name: 'A', age: 4 }] }, '/contributors/0/age'],
      [{ visibility: 'secret' }, '/visibility'],
    ];
    for (const [body, pointer] of wrong) {
      for (const [method, path] of [
        ['POST', '/v1/books'],
        ['PATCH', `/v1/books/${book.id}`],
      ] as const) {
        const whole = method === 'POST' ? { title: 'T', ...body } : body;
        const response = await sendJson(api, method, path, key, whole);
        const text = await response.text();
        assert.equal(response.status, 400, `${method} ${JSON.stringify(body)}: ${text}`);
        const { errors } = JSON.parse(text);
        assert.ok(
          errors.some((one: { pointer?: string }) => one.pointer === pointer),
          `${method} ${pointer}: ${text}`,
        );
      }
    }
    for (const body of ['', '[]', 'null', '{"title":', '{"__proto__":{"a":1}}']) {
      const headers = { 'Content-Type': 'application/json' };
      const response = await api.request('/v1/books', { key, method: 'POST', body, headers });
      assert.equal(response.status, 400, body);
    }
    const query = await sendJson(api, 'POST', '/v1/books?visibility=private', key, { title: 'T' });
    assert.equal(query.status, 400);
    assert.equal((await readEventLog(api)).length, 1);
    const { total } = (await (await api.request('/v1/books', { key })).json()).meta;
    assert.equal(total, 1);
  });

  it('never commit a book without its event or an event without its book', async () => {
    const { api } = await setUp(engine);
    const { db, clock, keyContext } = api;
    const accountId = await keyContext.store.findOrCreateAccount(
      'acme',
      'acc_x',
      '2026-11-21T12:00:00Z',
    );
    const broken = bookWriter({
      db,
      now: clock.now,
      newId: keyContext.newId,
      bookEvents: bookEvents(
        {
          append: async () => {
            throw new Error('the event log is broken');
          },
        },
        'http://svc.test',
      ),
    });
    const id = await addBook(api, { title: 'Stays' });
    await assert.rejects(broken.add(accountId, NewBook.parse({ title: 'Gone' })), /broken/);
    const change = BookPatch.parse({ title: 'Gone' });
    await assert.rejects(
      broken.change(accountId, id, change, () => undefined),
      /broken/,
    );
    await assert.rejects(
      broken.remove(accountId, id, () => undefined),
      /broken/,
    );
    const titles = await db.query.selectFrom('books').select('title').execute();
    assert.deepEqual(
      titles.map(({ title }) => title),
      ['Stays'],
    );
    assert.deepEqual(await readEventLog(api), []);
  });

  it('run a POST once per idempotency key', async () => {
    const { api, key } = await setUp(engine);
    const headers = { 'Idempotency-Key': 'one' };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        sendJson(api, 'POST', '/v1/books', key, { title: 'Once' }, headers),
      ),
    );
    assert.ok(responses.some(({ status }) => status === 201));
    assert.ok(responses.every(({ status }) => status === 201 || status === 409));
    assert.equal((await readEventLog(api)).length, 1);
  });
});

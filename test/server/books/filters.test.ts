import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { BookListMeta, BookView } from '../../../server/books/contract.ts';
import { removeBook } from '../../../server/books/store.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { addBook } from './add-book.ts';

const List = z.strictObject({ data: z.array(z.strictObject(BookView.shape)), meta: BookListMeta });

async function list(api: TestApi, key: string, query: Record<string, string>) {
  const response = await api.request(`/v1/books?${new URLSearchParams(query)}`, { key });
  assert.equal(response.status, 200, await response.clone().text());
  const { data, meta } = List.parse(await response.json());
  return { data, meta, titles: data.map(({ title }) => title) };
}

/** Adds three books that differ in every field. */
async function addBooks(api: TestApi) {
  const whale = await addBook(api, {
    title: 'Moby-Dick',
    subtitle: 'Or, The Whale',
    author: 'Herman Melville',
    subjects: ['Whaling', 'Sea stories'],
    publisher: 'Harper & Brothers',
    publishedAt: '1851-10-18',
    isbn: '9780142437247',
    price: { amount: '12.50', currency: 'USD' },
    popularity: 30,
  });
  api.clock.advance(3600);
  const emma = await addBook(api, {
    title: 'Emma',
    author: 'Jane Austen',
    subjects: ['Sea stories'],
    publisher: 'John Murray',
    publishedAt: '1815',
    popularity: 20,
  });
  api.clock.advance(3600);
  const kapital = await addBook(api, {
    title: 'Das Kapital',
    author: 'Karl Marx',
    languages: ['de'],
    publishedAt: '1867-09',
    popularity: 10,
    readable: false,
  });
  return { whale, emma, kapital };
}

forEachEngine('filters of GET /v1/books', (engine) => {
  it('select by name, title, subject, publisher, ISBN and id', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const { emma, kapital } = await addBooks(api);
    const titlesOf = async (query: Record<string, string>) => (await list(api, key, query)).titles;

    assert.deepEqual(await titlesOf({ author: 'melville' }), ['Moby-Dick']);
    assert.deepEqual(await titlesOf({ title: 'kapital' }), ['Das Kapital']);
    assert.deepEqual(await titlesOf({ subject: 'Sea stories' }), ['Moby-Dick', 'Emma']);
    assert.deepEqual(await titlesOf({ subject: 'whaling' }), ['Moby-Dick']);
    assert.deepEqual(await titlesOf({ publisher: 'murray' }), ['Emma']);
    assert.deepEqual(await titlesOf({ isbn: '0-14-243724-7' }), ['Moby-Dick']);
    assert.deepEqual(await titlesOf({ isbn: '978-0-14-243724-7' }), ['Moby-Dick']);
    assert.deepEqual(await titlesOf({ isbn: '9783161484100' }), []);
    const unknown = 'bk_01JD4Y0G8W6T0T3M5N9QZK7R2V';
    assert.deepEqual(await titlesOf({ ids: `${kapital},${unknown},${emma}` }), [
      'Emma',
      'Das Kapital',
    ]);
    assert.deepEqual(await titlesOf({ ids: unknown }), []);
    assert.deepEqual(await titlesOf({ readable: 'false' }), ['Das Kapital']);
    assert.deepEqual(await titlesOf({ readable: 'true' }), ['Moby-Dick', 'Emma']);
    assert.deepEqual(await titlesOf({ subject: 'Sea stories', author: 'austen' }), ['Emma']);
  });

  it('compare dates at their given precision, including both ends', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBooks(api);
    const titlesOf = async (query: Record<string, string>) =>
      (await list(api, key, { ...query, sort: 'title' })).titles;

    assert.deepEqual(await titlesOf({ publishedFrom: '1851' }), ['Das Kapital', 'Moby-Dick']);
    assert.deepEqual(await titlesOf({ publishedFrom: '1851-10-18', publishedTo: '1851-10-18' }), [
      'Moby-Dick',
    ]);
    assert.deepEqual(await titlesOf({ publishedTo: '1851-09' }), ['Emma']);
    assert.deepEqual(await titlesOf({ publishedFrom: '1867-09', publishedTo: '1867' }), [
      'Das Kapital',
    ]);
    assert.deepEqual(await titlesOf({ updatedSince: '2026-11-21T13:00:00Z' }), [
      'Das Kapital',
      'Emma',
    ]);
    assert.deepEqual(await titlesOf({ updatedSince: '2026-11-21T15:00:00+01:00' }), [
      'Das Kapital',
    ]);
    assert.deepEqual((await titlesOf({ updatedSince: '2026-11-21' })).length, 3);
    assert.deepEqual(await titlesOf({ updatedSince: '2026-11-22' }), []);
  });

  it('sort by `sort`', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBooks(api);
    const titlesOf = async (sort: string) => (await list(api, key, { sort })).titles;

    assert.deepEqual(await titlesOf('-popularity'), ['Moby-Dick', 'Emma', 'Das Kapital']);
    assert.deepEqual(await titlesOf('title'), ['Das Kapital', 'Emma', 'Moby-Dick']);
    assert.deepEqual(await titlesOf('-publishedAt'), ['Das Kapital', 'Moby-Dick', 'Emma']);
    assert.deepEqual(await titlesOf('-updatedAt'), ['Das Kapital', 'Emma', 'Moby-Dick']);
  });

  it('count facets over the whole result instead of the page', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBooks(api);

    const { meta } = await list(api, key, {
      facets: 'language,subject,author,publisher',
      limit: '1',
    });
    const { meta: narrowed } = await list(api, key, { facets: 'subject', author: 'austen' });
    const { meta: none } = await list(api, key, {});

    assert.deepEqual(meta.facets?.language, [
      { value: 'en', count: 2 },
      { value: 'de', count: 1 },
    ]);
    assert.deepEqual(meta.facets?.subject, [
      { value: 'Sea stories', count: 2 },
      { value: 'Whaling', count: 1 },
    ]);
    assert.equal(meta.facets?.author?.length, 3);
    assert.equal(meta.facets?.publisher?.length, 2);
    assert.deepEqual(narrowed.facets, { subject: [{ value: 'Sea stories', count: 1 }] });
    assert.equal(none.facets, undefined);
  });
});

forEachEngine('GET /v1/books', (engine) => {
  it('returns the requested members and always the id', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const { whale } = await addBooks(api);

    const { data } = await list(api, key, { fields: 'title,publishedAt', author: 'melville' });
    const one = await api.request(`/v1/books/${whale}?fields=languages`, { key });

    assert.deepEqual(data, [{ id: whale, title: 'Moby-Dick', publishedAt: '1851-10-18' }]);
    assert.deepEqual(await one.json(), { data: { id: whale, languages: ['en'] } });
  });

  it('highlights matched words in UTF-16 code units', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBook(api, {
      title: '𝔐 Les Misérables',
      subtitle: 'misères',
      author: 'Victor Misérable',
      subjects: ['Paris', 'Les misérables'],
    });

    const { data } = await list(api, key, { q: 'miserables', highlight: 'true', fields: 'title' });

    const { highlight, title } = data[0] ?? {};
    assert.deepEqual(
      highlight?.title.map(([start, end]) => title?.slice(start, end)),
      ['Misérables'],
    );
    assert.deepEqual(highlight?.title, [[7, 17]]);
    assert.deepEqual(highlight?.subjects, [{ index: 1, spans: [[4, 14]] }]);
    assert.deepEqual(highlight?.subtitle, []);
    const plain = await list(api, key, { q: 'miserables' });
    assert.equal(plain.data[0]?.highlight, undefined);
  });

  it('includes the origin of each value', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const { emma } = await addBooks(api);

    const { data } = await list(api, key, { include: 'enrichment', fields: 'title', q: 'emma' });
    const one = await (await api.request(`/v1/books/${emma}?include=enrichment`, { key })).json();

    assert.equal(data[0]?.enrichment?.publisher?.source, 'epub');
    assert.equal(data[0]?.enrichment?.price, undefined);
    assert.deepEqual(one.data.enrichment, data[0]?.enrichment);
  });

  it('converts existing prices, in the list and for one book', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const { whale } = await addBooks(api);

    const { data } = await list(api, key, { currency: 'usd', fields: 'title,price' });
    const inYen = await (await api.request(`/v1/books/${whale}?currency=JPY`, { key })).json();
    const unknown = await api.request('/v1/books?currency=QQQ&author=marx', { key });

    assert.deepEqual(
      data.map(({ convertedPrice }) => convertedPrice),
      [{ amount: '12.50', currency: 'USD' }, null, null],
    );
    assert.deepEqual(data[0]?.price, { amount: '12.50', currency: 'USD' });
    assert.match(inYen.data.convertedPrice.amount, /^\d+$/);
    assert.equal(inYen.data.convertedPrice.currency, 'JPY');
    assert.equal(unknown.status, 400);
    const problem = await unknown.json();
    assert.equal(problem.code, 'unknown_currency');
    assert.equal(problem.errors[0].parameter, 'currency');
  });

  it('suggests a query if nothing matches the typed query', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBooks(api);

    const { titles, meta } = await list(api, key, { q: 'hermna melvile' });

    assert.deepEqual(titles, ['Moby-Dick']);
    assert.equal(meta.suggestion, 'herman melville');
    assert.equal((await list(api, key, { q: 'melville' })).meta.suggestion, undefined);
  });

  it('continues by cursor in every sort order while books are added and removed', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBooks(api);
    for (const title of ['Eel', 'Zebra', 'Yak']) await addBook(api, { title, popularity: 20 });
    for (const sort of ['-popularity', 'title', '-publishedAt', '-updatedAt']) {
      const whole = await list(api, key, { sort });
      const first = await list(api, key, { sort, limit: '2' });
      api.clock.advance(60);
      // Adds a book before the page that was read, and removes a book from that page.
      await addBook(api, { title: 'A', popularity: 99, publishedAt: '2020' });
      await api.db.transaction((tx) => removeBook(tx, first.data[1]?.id ?? ''));
      const seen = [...first.titles];
      let cursor = first.meta.nextCursor;
      while (cursor) {
        const page = await list(api, key, { sort, limit: '2', cursor });
        seen.push(...page.titles);
        cursor = page.meta.nextCursor;
      }
      assert.deepEqual(seen, whole.titles, sort);
    }
  });

  it('binds a cursor to every parameter that affects the list, except the page size', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBooks(api);
    const { meta } = await list(api, key, { limit: '1', sort: 'title' });
    const cursor = meta.nextCursor ?? '';
    const statusOf = async (query: Record<string, string>) =>
      (await api.request(`/v1/books?${new URLSearchParams({ cursor, ...query })}`, { key })).status;

    assert.equal(await statusOf({ sort: 'title', limit: '50' }), 200);
    assert.equal(await statusOf({}), 400);
    assert.equal(await statusOf({ sort: 'title', readable: 'true' }), 400);
    assert.equal(await statusOf({ sort: 'title', fields: 'title' }), 400);
  });

  it('supports HEAD and conditional requests', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBooks(api);
    for (const path of ['/v1/books?q=emma', '/v1/books/suggest?q=em', '/v1/books/languages']) {
      const get = await api.request(path, { key });
      const etag = get.headers.get('ETag') ?? '';
      const head = await api.request(path, { key, method: 'HEAD' });
      const again = await api.request(path, { key, headers: { 'If-None-Match': etag } });
      assert.deepEqual([get.status, head.status, again.status], [200, 200, 304], path);
      assert.equal(head.headers.get('ETag'), etag);
    }
  });
});

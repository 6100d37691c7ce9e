import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pageBooks } from '../../../server/books/list-caches.ts';
import { bookStore } from '../../../server/books/store.ts';
import { bookSearch } from '../../../server/search/search.ts';
import { bookQuery } from '../search/index-fixtures.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { addBook } from './add-book.ts';

forEachEngine('the books of a search page', (engine) => {
  it('are read once until a book changes', async () => {
    const api = await testApi(engine);
    const { db } = api;
    const id = await addBook(api, { title: 'Emma' });
    const search = bookSearch(db);
    const store = bookStore(db);
    let reads = 0;
    const booksOf = pageBooks({
      byOrdinals: async (ordinals) => {
        reads += 1;
        return store.byOrdinals(ordinals);
      },
    });
    const list = async () => booksOf(await search.find(bookQuery({})));

    assert.deepEqual(
      (await list()).map(({ title }) => title),
      ['Emma'],
    );
    await list();
    assert.equal(reads, 1);

    const { revision } = await db.query
      .updateTable('book_clock')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .returning('revision')
      .executeTakeFirstOrThrow();
    await db.query
      .updateTable('books')
      .set({ rating_sum: 9, rating_count: 2, revision })
      .where('id', '=', id)
      .execute();
    assert.deepEqual((await list())[0]?.rating, { sum: 9, count: 2 });
  });

  it('are answered alike for every live key, marked for test keys, and again after a change', async () => {
    const api = await testApi(engine);
    const owner = (await api.newKey()).text;
    const other = (await api.newKey({ account: 'other' })).text;
    const test = (await api.newKey({ account: 'other', environment: 'test' })).text;
    for (const title of ['One', 'Two', 'Three']) await addBook(api, { title });
    const list = async (key: string, query = '?limit=2') => {
      const response = await api.request(`/v1/books${query}`, { key });
      assert.equal(response.status, 200);
      const { headers } = response;
      const names = ['Content-Type', 'ETag', 'Link', 'Vary', 'Cache-Control', 'Content-Length'];
      return { headers: names.map((name) => headers.get(name)), body: await response.text() };
    };

    const first = await list(other);
    assert.deepEqual(await list(other), first);
    for (const encoding of ['br', 'gzip', 'identity', 'br;q=0, gzip']) {
      for (let request = 0; request < 2; request += 1) {
        const headers = { 'Accept-Encoding': encoding };
        const response = await api.request('/v1/books?limit=3', { key: other, headers });
        const expected = encoding === 'br' ? 'br' : encoding === 'identity' ? null : 'gzip';
        assert.equal(response.headers.get('Content-Encoding'), expected);
        const { data } = await response.json();
        assert.deepEqual(data.map(({ title }: { title: string }) => title).sort(), [
          'One',
          'Three',
          'Two',
        ]);
      }
    }
    assert.deepEqual(JSON.parse((await list(owner)).body).data, JSON.parse(first.body).data);
    const titles = JSON.parse((await list(other, '?limit=2&fields=title')).body);
    assert.deepEqual(Object.keys(titles.data[0]), ['id', 'title']);
    assert.deepEqual(await list(other), first);
    assert.equal(JSON.parse((await list(test)).body).meta.environment, 'test');
    assert.equal(JSON.parse((await list(other)).body).meta.environment, undefined);

    const { id } = JSON.parse(first.body).data[0];
    const body = JSON.stringify({ title: 'Changed' });
    const headers = { 'Content-Type': 'application/json' };
    const change = { key: owner, method: 'PATCH', headers, body };
    assert.equal((await api.request(`/v1/books/${id}`, change)).status, 200);
    const changed = await list(other);
    assert.equal(JSON.parse(changed.body).data[0].title, 'Changed');
    assert.notEqual(changed.headers[1], first.headers[1]);
  });
});

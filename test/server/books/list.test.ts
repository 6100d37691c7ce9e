import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { Book, BookListMeta, BookView } from '../../../server/books/contract.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { addBook } from './add-book.ts';

const List = z.strictObject({
  data: z.array(z.strictObject({ ...Book.shape, editions: BookView.shape.editions })),
  meta: BookListMeta,
});

/** Requests a list and validates it against the contract. */
async function list(api: TestApi, key: string, query = '') {
  const response = await api.request(`/v1/books${query}`, { key });
  assert.equal(response.status, 200, await response.clone().text());
  const { data, meta } = List.parse(await response.json());
  return { titles: data.map(({ title }) => title), meta, link: response.headers.get('Link') };
}

forEachEngine('GET /v1/books', (engine) => {
  it('returns the newest first, page by page, without duplicates or omissions', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await addBook(api, { title });

    const first = await list(api, key, '?limit=2');
    await addBook(api, { title: 'Added in between' });
    const second = await list(api, key, `?limit=2&cursor=${first.meta.nextCursor}`);
    const third = await list(api, key, `?limit=2&cursor=${second.meta.nextCursor}`);

    assert.deepEqual(
      [first.titles, second.titles, third.titles],
      [['Five', 'Four'], ['Three', 'Two'], ['One']],
    );
    assert.equal(first.meta.total, 5);
    assert.equal(third.meta.nextCursor, null);
    assert.equal(
      first.link,
      `<http://svc.test/v1/books?limit=2&cursor=${first.meta.nextCursor}>; rel="next"`,
    );
    assert.equal(third.link, null);
  });

  it('explains the rank of each hit for secret keys only', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const allowedOrigins = ['https://shop.example'];
    const { text: publishable } = await api.newKey({ kind: 'publishable', allowedOrigins });
    await addBook(api, { title: 'Moby-Dick; or, The Whale', author: 'Herman Melville' });
    await addBook(api, { title: 'The Whale Hunters' });
    const request = (as: string, query: string) =>
      api.request(`/v1/books?q=whale+melvile${query}`, {
        key: as,
        headers: as === publishable ? { Origin: 'https://shop.example' } : {},
      });

    const { data } = await (await request(key, '&explain=true')).json();
    const { score, parts, words } = data[0].explanation;
    const sum = Object.values<number>(parts).reduce((total, part) => total + part, 0);
    assert.ok(Math.abs(score - sum) < 0.001, `${score} is not ${sum}`);
    const matches = words.map(({ typed, matched, match, typos }: Record<string, unknown>) => [
      typed,
      matched,
      match,
      typos,
    ]);
    assert.deepEqual(matches, [
      ['whale', 'whale', 'exact', 0],
      ['melvile', 'melville', 'typo', 1],
    ]);
    const plain = await (await request(key, '')).json();
    assert.equal('explanation' in plain.data[0], false);
    const rejected = await request(publishable, '&explain=true');
    assert.deepEqual([rejected.status, (await rejected.json()).code], [403, 'permission_denied']);
    assert.equal((await request(publishable, '')).status, 200);
  });

  it('matches word prefixes in titles and authors, ignoring case and accents', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBook(api, { title: 'Les Misérables', author: 'Victor Hugo' });
    await addBook(api, { title: 'Straße nach Süden', author: 'Ole Ångström' });
    await addBook(api, { title: 'Moby-Dick; or, The Whale', author: 'Herman Melville' });

    assert.deepEqual((await list(api, key, '?q=miser')).titles, ['Les Misérables']);
    assert.deepEqual((await list(api, key, '?q=MISÉR')).titles, ['Les Misérables']);
    assert.deepEqual((await list(api, key, '?q=strasse')).titles, ['Straße nach Süden']);
    assert.deepEqual((await list(api, key, '?q=angst')).titles, ['Straße nach Süden']);
    assert.deepEqual((await list(api, key, '?q=whale%20melv')).titles, [
      'Moby-Dick; or, The Whale',
    ]);
    assert.deepEqual((await list(api, key, '?q=whale%20hugo%20xyz')).titles.length, 2);
    assert.deepEqual((await list(api, key, '?q=erables')).titles, []);
  });

  it('filters by language, including all regions of a tag', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBook(api, { title: 'Plain', languages: ['en'] });
    await addBook(api, { title: 'British', languages: ['en-GB'] });
    await addBook(api, { title: 'Two', languages: ['de', 'en-US'] });
    await addBook(api, { title: 'Old', languages: ['enm'] });

    assert.deepEqual((await list(api, key, '?language=en')).titles, ['Two', 'British', 'Plain']);
    assert.deepEqual((await list(api, key, '?language=EN-gb')).titles, ['British']);
    assert.deepEqual((await list(api, key, '?language=de,enm')).titles, ['Old', 'Two']);
    assert.deepEqual((await list(api, key, '?language=fr')).titles, []);
  });

  it('returns private books only to their own account', async () => {
    const api = await testApi(engine);
    const { text: owner } = await api.newKey({ account: 'acme' });
    const { text: foreignKey } = await api.newKey({ account: 'globex' });
    const id = await addBook(api, { title: 'Secret', account: 'acme', visibility: 'private' });

    assert.deepEqual((await list(api, owner)).titles, ['Secret']);
    assert.deepEqual((await list(api, foreignKey)).titles, []);
    const hidden = await api.request(`/v1/books/${id}`, { key: foreignKey });
    assert.equal(hidden.status, 404);
    assert.equal((await hidden.json()).code, 'book_not_found');
  });

  it('returns one book and supports conditional requests', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await addBook(api, { title: 'Emma', author: 'Jane Austen' });

    const response = await api.request(`/v1/books/${id}`, { key });
    const { data } = z.object({ data: z.strictObject(Book.shape) }).parse(await response.json());
    const again = await api.request(`/v1/books/${id}`, {
      key,
      headers: { 'If-None-Match': response.headers.get('ETag') ?? '' },
    });

    assert.equal(data.title, 'Emma');
    assert.deepEqual(data.contributors, [
      { name: 'Jane Austen', sortName: null, role: 'aut', birthYear: null, deathYear: null },
    ]);
    assert.equal(data.readable, true);
    assert.equal(again.status, 304);
  });

  it('finds a book by ISBN, with or without hyphens', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await addBook(api, { title: 'Numbered', isbn: '9783161484100' });

    for (const isbn of ['9783161484100', '978-3-16-148410-0']) {
      const response = await api.request(`/v1/reader/embed?book=isbn:${isbn}`, { key });
      assert.equal((await response.json()).data.book.id, id);
    }
  });

  it('rejects a forged cursor or a cursor of another list, naming the parameter', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    for (const title of ['One', 'Two']) await addBook(api, { title });
    const { meta } = await list(api, key, '?limit=1');
    const cursor = meta.nextCursor ?? '';

    for (const query of [`?cursor=${cursor}x`, `?cursor=${cursor}&language=en`, '?cursor=!']) {
      const response = await api.request(`/v1/books${query}`, { key });
      const problem = await response.json();
      assert.equal(response.status, 400);
      assert.equal(problem.errors[0].parameter, 'cursor');
    }
  });

  it('names the invalid parameter', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const wrong = {
      limit: ['0', '101', 'ten', '1.5', ''],
      language: ['e', 'english!', 'en,,de', '%00'],
      q: ['x'.repeat(201)],
      colour: ['red'],
    };
    for (const [parameter, values] of Object.entries(wrong)) {
      for (const value of values) {
        const response = await api.request(`/v1/books?${parameter}=${value}`, { key });
        const problem = await response.json();
        assert.equal(response.status, 400, `${parameter}=${value}`);
        assert.equal(problem.errors[0].parameter, parameter, `${parameter}=${value}`);
      }
    }
    const repeated = await api.request('/v1/books?limit=1&limit=2', { key });
    assert.equal(repeated.status, 400);
    for (const q of ['%00', '%ED%A0%80', '%E0%A4%A', "'%20OR%201=1--", '*', '%5C']) {
      assert.notEqual((await api.request(`/v1/books?q=${q}`, { key })).status, 500, q);
    }
  });
});

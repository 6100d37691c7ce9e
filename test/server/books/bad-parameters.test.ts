import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi } from '../harness.ts';
import { addBook } from './add-book.ts';

/** Values rejected by every parameter. */
const alwaysWrong = ['', '%00', 'a%00b', '%ED%A0%80', '%C3%28', '%zz', 'x'.repeat(10_000)];

const listWrong: Record<string, string[]> = {
  q: ['%20%20', 'x'.repeat(201)],
  language: ['e', 'english!', 'en,,de', ',', 'en_US'],
  author: ['%09'],
  title: ['x'.repeat(201)],
  subject: ['%0A'],
  publisher: [],
  isbn: ['9783161484101', '12', 'abc', '978316148410012'],
  ids: ['bk_1', 'acc_01JD4Y0G8W6T0T3M5N9QZK7R2V', manyIds(101)],
  publishedFrom: [
    '85',
    '1851-13',
    '1851-02-30',
    '1851-1-1',
    '-0100',
    'soon',
    '1851-10-18T00:00:00Z',
  ],
  publishedTo: ['1851-00', '1851-04-31'],
  updatedSince: ['yesterday', '2026-02-30', '1795262400', '2026-11-21T12:00:00'],
  readable: ['1', 'yes', 'TRUE'],
  sort: ['popularity', '-title', 'relevance', 'id'],
  facets: ['colour', 'language,', 'language;author'],
  highlight: ['1', 'on'],
  limit: ['0', '101', '-1', '1.5', '1e1', '0x10', 'ten', '%201', '9'.repeat(30)],
  cursor: ['x', '!!!', 'AAAAAAAAAAAAAAAAAAAAAAAA'],
  fields: ['colour', 'title,', 'TITLE', 'enrichment', '__proto__', 'constructor'],
  include: ['reviews', 'enrichment,enrichment'],
  currency: ['EU', 'EURO', '€', '123'],
  colour: ['red'],
};

forEachEngine('invalid book parameters', (engine) => {
  it('are named in a 400 response to a list request', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey({ tier: 'unlimited' });
    await addBook(api, { title: 'One' });
    for (const [parameter, values] of Object.entries(listWrong)) {
      for (const value of [...alwaysWrong, ...values]) {
        const response = await api.request(`/v1/books?${parameter}=${value}`, { key });
        const name = `${parameter}=${value.slice(0, 40)}`;
        assert.equal(response.status, 400, name);
        assert.equal((await response.json()).errors[0].parameter, parameter, name);
      }
      const twice = await api.request(`/v1/books?${parameter}=a&${parameter}=b`, { key });
      assert.equal((await twice.json()).errors[0].parameter, parameter, parameter);
    }
    const backwards = await api.request('/v1/books?publishedFrom=1900&publishedTo=1899-12', {
      key,
    });
    assert.equal((await backwards.json()).errors[0].parameter, 'publishedFrom');
  });

  it('are named in a 400 response to requests for one book', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey({ tier: 'unlimited' });
    const id = await addBook(api, { title: 'One' });
    const wrong: [path: string, parameter: string, value: string][] = [
      [`/v1/books/${id}`, 'fields', 'colour'],
      [`/v1/books/${id}`, 'currency', 'euro'],
      [`/v1/books/${id}`, 'q', 'x'],
      [`/v1/books/${id}/manifest`, 'x', '1'],
      [`/v1/books/${id}/chapters`, 'limit', '0'],
      [`/v1/books/${id}/chapters`, 'cursor', 'x'],
      [`/v1/books/${id}/search`, 'q', ''],
      [`/v1/books/${id}/search`, 'q', 'x'.repeat(201)],
      [`/v1/books/suggest`, 'limit', '11'],
      [`/v1/books/suggest`, 'q', '%20'],
      [`/v1/books/suggest`, 'language', 'e'],
      [`/v1/books/languages`, 'q', 'x'],
    ];
    for (const [path, parameter, value] of wrong) {
      const response = await api.request(`${path}?${parameter}=${value}`, { key });
      assert.equal(response.status, 400, `${path} ${parameter}`);
      assert.ok(
        (await response.json()).errors.some(
          (error: { parameter?: string }) => error.parameter === parameter,
        ),
        `${path} ${parameter}`,
      );
    }
    for (const path of ['/v1/books/suggest', `/v1/books/${id}/search`]) {
      const missing = await (await api.request(path, { key })).json();
      assert.equal(missing.errors[0].parameter, 'q');
    }
    // Malformed ids are reported like unknown ones.
    for (const bad of ['bk_1', 'x'.repeat(500), `${id}'--`]) {
      for (const rest of ['', '/manifest', '/chapters', '/search?q=a']) {
        const response = await api.request(`/v1/books/${bad}${rest}`, { key });
        assert.equal(response.status, 404, bad + rest);
        assert.equal((await response.json()).errors[0].parameter, 'bookId');
      }
    }
  });

  it('name an unknown member in `fields`', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const problem = await (await api.request('/v1/books?fields=title,colour', { key })).json();
    assert.match(problem.errors[0].detail, /`colour`/);
  });

  it('exclude unusual but valid search texts', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBook(api, { title: 'One' });
    for (const q of [
      "'%20OR%201=1--",
      '*',
      '%5C',
      '%F0%9F%90%B3',
      '"one',
      '(',
      '%25',
      '%E2%80%AE',
      '-',
    ]) {
      for (const parameter of ['q', 'author', 'title', 'subject', 'publisher']) {
        const response = await api.request(`/v1/books?${parameter}=${q}`, { key });
        assert.equal(response.status, 200, `${parameter}=${q}`);
      }
      assert.equal((await api.request(`/v1/books/suggest?q=${q}`, { key })).status, 200);
    }
  });
});

function manyIds(count: number): string {
  return Array.from({ length: count }, (_, n) => `bk_${String(n).padStart(26, '0')}`).join(',');
}

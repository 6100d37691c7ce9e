import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { it } from 'node:test';
import { z } from 'zod';
import { packDemoBook } from '../../../demo/book/pack-demo-book.ts';
import { Book } from '../../../server/books/contract.ts';
import { removeBook } from '../../../server/books/store.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';

const epub = new Uint8Array(await packDemoBook());
const Added = z.strictObject({
  data: z.strictObject(Book.shape),
  meta: z.strictObject({ warnings: z.array(z.unknown()) }),
});

function post(
  api: TestApi,
  key: string,
  body: Uint8Array<ArrayBuffer>,
  type = 'application/epub+zip',
) {
  return api.request('/v1/books', { key, method: 'POST', body, headers: { 'Content-Type': type } });
}

/** Number of rows in all tables that an import writes. */
async function countRows({ db }: TestApi): Promise<number> {
  const tables = ['books', 'book_versions', 'sections', 'resources', 'epub_files'] as const;
  const counts = await Promise.all(
    tables.map((table) =>
      db.query
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return counts.reduce((sum, { rows }) => sum + rows, 0);
}

forEachEngine('adding a book over HTTP', (engine) => {
  it('creates a book that can be read immediately', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();

    const response = await post(api, key, epub);

    assert.equal(response.status, 201);
    const { data, meta } = Added.parse(await response.json());
    assert.equal(response.headers.get('Location'), `/v1/books/${data.id}`);
    assert.equal(data.title, 'The Quiet Page');
    assert.deepEqual(data.languages, ['en', 'ar', 'ja']);
    assert.deepEqual(meta.warnings, []);
    assert.equal((await api.request(`/v1/reader/embed?book=${data.id}`, { key })).status, 200);
  });

  it('also accepts the file in a form', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const form = new FormData();
    form.set('file', new Blob([epub]), 'quiet.epub');
    const encoded = new Response(form);

    const response = await post(
      api,
      key,
      new Uint8Array(await encoded.arrayBuffer()),
      encoded.headers.get('Content-Type') ?? '',
    );

    assert.equal(response.status, 201);
  });

  it('returns the existing book for the same file, even for concurrent requests', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();

    const responses = await Promise.all([1, 2, 3].map(() => post(api, key, epub)));
    const ids = await Promise.all(
      responses.map(async (response) => (await response.json()).data.id),
    );
    const later = await post(api, key, epub);

    assert.equal(new Set(ids).size, 1);
    assert.equal(responses.filter(({ status }) => status === 201).length, 1);
    assert.equal(later.status, 200);
    assert.equal((await later.json()).data.id, ids[0]);
  });

  it('lets two accounts import the same file', async () => {
    const api = await testApi(engine);
    const { text: acme } = await api.newKey({ account: 'acme' });
    const { text: globex } = await api.newKey({ account: 'globex' });

    assert.equal((await post(api, acme, epub)).status, 201);
    assert.equal((await post(api, globex, epub)).status, 201);
  });

  it('rejects an invalid file and stores nothing', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const notZip = new TextEncoder().encode('not a zip file');
    const half = epub.slice(0, epub.length / 2);

    for (const [body, reason, code] of [
      [notZip, 'zip_missing', 'epub_invalid'],
      [half, 'zip_damaged', 'epub_invalid'],
      [new Uint8Array(), 'file_empty', 'epub_invalid'],
    ] as const) {
      const response = await post(api, key, body);
      const problem = await response.json();
      assert.equal(response.status, 422);
      assert.deepEqual([problem.code, problem.reason], [code, reason]);
      assert.doesNotMatch(problem.detail, /\n/);
    }
    assert.equal(await countRows(api), 0);
  });

  it('rejects other content types, and forms without a file', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const empty = new Response(new FormData());
    const emptyBody = new Uint8Array(await empty.arrayBuffer());

    const pdf = await post(api, key, epub, 'application/pdf');
    const json = await post(api, key, new TextEncoder().encode('{}'), 'application/json');
    const form = await post(api, key, emptyBody, empty.headers.get('Content-Type') ?? '');

    // JSON creates a record without a file. This record has no title.
    assert.equal(json.status, 400);
    assert.equal((await json.json()).errors[0].pointer, '/title');
    assert.equal(pdf.status, 415);
    assert.equal((await pdf.json()).code, 'unsupported_media_type');
    assert.equal(form.status, 400);
  });

  it('requires the permission to write books', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey({ permissions: ['read:books'] });

    const response = await post(api, key, epub);

    assert.equal(response.status, 403);
    assert.equal((await response.json()).code, 'permission_denied');
  });

  it('removes all text together with the book', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const { data } = await (await post(api, key, epub)).json();

    assert.equal(await api.db.transaction((tx) => removeBook(tx, data.id)), true);

    assert.equal(await countRows(api), 0);
  });

  it('accepts four concurrent uploads and responds to further uploads with Retry-After', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const begin = () => {
      const request = httpRequest(`${api.url}/v1/books`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/epub+zip',
          'Content-Length': epub.length,
        },
      });
      request.on('error', () => undefined).write(epub.subarray(0, 1000));
      return request;
    };
    const waiting = Array.from({ length: 4 }, begin);
    let rejected = await post(api, key, epub);
    while (rejected.status !== 429) rejected = await post(api, key, epub);
    assert.equal(rejected.headers.get('Retry-After'), '5');

    for (const request of waiting) request.destroy();
    let accepted = await post(api, key, epub);
    while (accepted.status === 429) accepted = await post(api, key, epub);
    assert.ok(accepted.ok);
  });
});

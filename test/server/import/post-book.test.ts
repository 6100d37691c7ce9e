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

/** Rows of every table that an import writes. */
async function rowsLeft({ db }: TestApi): Promise<number> {
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
  it('makes a book that can be read at once', async () => {
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

  it('takes the file from a form, too', async () => {
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

  it('answers with the book that is there when the same file comes again, even at the same moment', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();

    const answers = await Promise.all([1, 2, 3].map(() => post(api, key, epub)));
    const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).data.id));
    const later = await post(api, key, epub);

    assert.equal(new Set(ids).size, 1);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(later.status, 200);
    assert.equal((await later.json()).data.id, ids[0]);
  });

  it('lets two accounts have the same file', async () => {
    const api = await testApi(engine);
    const { text: acme } = await api.newKey({ account: 'acme' });
    const { text: globex } = await api.newKey({ account: 'globex' });

    assert.equal((await post(api, acme, epub)).status, 201);
    assert.equal((await post(api, globex, epub)).status, 201);
  });

  it('refuses what is no book, and keeps nothing of it', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const notZip = new TextEncoder().encode('no zip at all');
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
    assert.equal(await rowsLeft(api), 0);
  });

  it('refuses other kinds of body, and forms without a file', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const empty = new Response(new FormData());
    const emptyBody = new Uint8Array(await empty.arrayBuffer());

    const pdf = await post(api, key, epub, 'application/pdf');
    const json = await post(api, key, new TextEncoder().encode('{}'), 'application/json');
    const form = await post(api, key, emptyBody, empty.headers.get('Content-Type') ?? '');

    // JSON is a record without a file, and this one has no title.
    assert.equal(json.status, 400);
    assert.equal((await json.json()).errors[0].pointer, '/title');
    assert.equal(pdf.status, 415);
    assert.equal((await pdf.json()).code, 'unsupported_media_type');
    assert.equal(form.status, 400);
  });

  it('needs the permission to write books', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey({ permissions: ['read:books'] });

    const response = await post(api, key, epub);

    assert.equal(response.status, 403);
    assert.equal((await response.json()).code, 'permission_denied');
  });

  it('goes with all its text when it is removed', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const { data } = await (await post(api, key, epub)).json();

    assert.equal(await api.db.transaction((tx) => removeBook(tx, data.id)), true);

    assert.equal(await rowsLeft(api), 0);
  });

  it('are taken four at a time, whatever their size; the next is told when to come again', async () => {
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
    let refused = await post(api, key, epub);
    while (refused.status !== 429) refused = await post(api, key, epub);
    assert.equal(refused.headers.get('Retry-After'), '5');

    for (const request of waiting) request.destroy();
    let taken = await post(api, key, epub);
    while (taken.status === 429) taken = await post(api, key, epub);
    assert.ok(taken.ok);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  ConsoleBook,
  ConsoleBookRow,
  ImportResult,
  ListPage,
  Upload,
} from '../../../server/console/contract.ts';
import type { Embed } from '../../../server/reading-sessions/contract.ts';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { type ConsoleClient, newMember, newOperator } from './console-client.ts';

async function editorOf(api: TestApi) {
  const operator = await newOperator(api);
  const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
    name: 'Acme',
  });
  const editor = await newMember(api, operator, id, 'editor');
  return { operator, editor, path: `/accounts/${id}` };
}

/** Sends one part of a file. */
async function sendPart(
  api: TestApi,
  client: ConsoleClient,
  path: string,
  position: number,
  bytes: Uint8Array,
): Promise<Response> {
  return fetch(`${api.url}/console/api${path}/parts/${position}`, {
    method: 'PUT',
    headers: {
      Origin: 'http://svc.test',
      Cookie: String(client.cookie),
      'Content-Type': 'application/octet-stream',
    },
    body: Buffer.from(bytes),
  });
}

/** Uploads a file in parts of at most `partSize` bytes. */
async function upload(
  api: TestApi,
  client: ConsoleClient,
  path: string,
  bytes: Uint8Array,
  partSize = 700,
): Promise<string> {
  const order = { name: 'book.epub', size: bytes.length };
  const { id } = await client.data<Upload>('POST', `${path}/uploads`, order);
  for (let position = 0; position < bytes.length; position += partSize) {
    const part = bytes.subarray(position, position + partSize);
    const response = await sendPart(api, client, `${path}/uploads/${id}`, position, part);
    assert.equal(response.status, 200, await response.text());
  }
  return id;
}

forEachEngine('books in the console', (engine) => {
  it('forgets uploads without a first part when an account has too many', async () => {
    const api = await testApi(engine);
    const { editor, path } = await editorOf(api);
    const start = () => editor.request('POST', `${path}/uploads`, { name: 'a.epub', size: 9 });
    const statuses = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await start()).status);
    assert.deepEqual(statuses, [...Array(20).fill(201), 429]);
    api.clock.advance(61);
    assert.equal((await start()).status, 201);
  });

  it('continues an interrupted upload, imports it once, and edits the record', async () => {
    const api = await testApi(engine);
    const { operator, editor, path } = await editorOf(api);
    const epub = await buildEpub({ metadata: { title: 'The Salt Roads' } });
    const order = { name: 'salt.epub', size: epub.length };
    const started = await editor.data<Upload>('POST', `${path}/uploads`, order);
    const url = `${path}/uploads/${started.id}`;
    const half = Math.floor(epub.length / 2);
    await sendPart(api, editor, url, 0, epub.subarray(0, half));
    // A client that lost the response sends the part again.
    const again = await sendPart(api, editor, url, 0, epub.subarray(0, half));
    assert.equal((await again.json()).data.received, half);
    assert.equal((await sendPart(api, editor, url, half + 1, epub.subarray(half))).status, 400);
    assert.equal((await sendPart(api, editor, url, half + 1, epub.subarray(half + 1))).status, 409);
    assert.equal((await editor.request('POST', `${url}/import`, {})).status, 409);
    const { received } = await editor.data<Upload>('GET', url);
    assert.equal(received, half);
    await sendPart(api, editor, url, received, epub.subarray(received));
    const imported = await editor.data<ImportResult>('POST', `${url}/import`, {});
    assert.deepEqual([imported.title, imported.created], ['The Salt Roads', true]);
    assert.equal((await editor.request('GET', url)).status, 404);

    const copy = await upload(api, editor, path, epub);
    const same = await editor.data<ImportResult>('POST', `${path}/uploads/${copy}/import`, {});
    assert.deepEqual([same.bookId, same.created], [imported.bookId, false]);

    const book = `${path}/books/${imported.bookId}`;
    const { revision } = await editor.data<ConsoleBook>('GET', book);
    const patch = {
      subtitle: 'A novel',
      price: { amount: '9.99', currency: 'EUR' },
      access: { mode: 'sample', share: 0.2 },
      visibility: 'public',
    };
    const changed = await editor.data<ConsoleBook>('PATCH', `${book}?revision=${revision}`, patch);
    assert.equal(changed.provenance.subtitle?.source, 'manual');
    assert.equal(changed.provenance.title?.source, 'epub');
    assert.equal(changed.book.visibility, 'public');
    const late = await editor.request('PATCH', `${book}?revision=${revision}`, { title: 'Lost' });
    assert.equal(late.status, 412);
    const wrong = { title: '  ', buyUrl: 'https://shop.example/{order}' };
    const rejected = await (await editor.request('PATCH', book, wrong)).json();
    assert.deepEqual(
      rejected.errors.map(({ pointer, reason }: Record<string, unknown>) => [pointer, reason]),
      [
        ['/title', 'required'],
        ['/buyUrl', 'placeholder'],
      ],
    );

    const list = async (query: string) => {
      const response = await editor.request('GET', `${path}/books?${query}`);
      const { data }: ListPage<ConsoleBookRow> = await response.json();
      return data.map(({ title }) => title);
    };
    assert.deepEqual(await list('q=salt'), ['The Salt Roads']);
    assert.deepEqual(await list('q=%25'), []);
    assert.deepEqual(await list('visibility=private'), []);
    for (const title of ['Über die Brücke', 'Война и мир', 'L’été']) {
      await editor.data('POST', `${path}/books`, { title });
    }
    assert.deepEqual(await list('q=uber'), ['Über die Brücke']);
    assert.deepEqual(await list(`q=${encodeURIComponent('ВОЙНА')}`), ['Война и мир']);
    assert.deepEqual(await list("q=l'ete"), ['L’été']);
    assert.deepEqual(await list('visibility=public'), ['The Salt Roads']);

    const log = await operator.request('GET', `${path}/audit-log?action=book.`);
    const entries: { action: string; after: unknown }[] = (await log.json()).data;
    const created = ['book.create', 'book.create', 'book.create'];
    assert.deepEqual(
      entries.map(({ action }) => action),
      [...created, 'book.change', 'book.import', 'book.import'],
    );
    assert.deepEqual(entries[3]?.after, patch);
  });

  it('previews a private book for members, uncounted and with the requested text', async () => {
    const api = await testApi(engine);
    const { operator, editor, path } = await editorOf(api);
    const chapters = ['First', 'Second'].map(
      (name) => `<p><img src="picture.svg" alt=""/>${name}. ${'word '.repeat(2000)}</p>`,
    );
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const epub = await buildEpub({ chapters, files: { 'picture.svg': picture } });
    const uploadId = await upload(api, editor, path, epub);
    const imported = `${path}/uploads/${uploadId}/import`;
    const { bookId } = await editor.data<ImportResult>('POST', imported, {});
    const book = `${path}/books/${bookId}`;
    await editor.data('PATCH', book, { access: { mode: 'sample', share: 0.3 } });
    const open = async (query: string) => {
      const response = await editor.request('GET', `${book}/preview?${query}`);
      assert.equal(response.headers.get('Cache-Control'), 'no-store');
      const { data }: { data: Embed } = await response.json();
      return data;
    };
    const read = async ({ session }: Embed, section: number) => {
      const headers = { Authorization: `Bearer ${session.token}` };
      const response = await api.request(
        `${new URL(session.content).pathname}/sections/${section}`,
        {
          headers,
        },
      );
      return response.status;
    };
    const sample = await open('');
    assert.equal(sample.access.mode, 'sample');
    assert.equal(await read(sample, 1), 403);
    assert.equal(await read(await open('access=full'), 1), 200);
    const { session } = sample;
    const content = new URL(session.content).pathname;
    const image = `${content}/resources/OEBPS/picture.svg?${session.resourceQuery}`;
    assert.equal((await api.request(image)).status, 200);
    const event = { type: 'opened', at: api.clock.now().toISOString() };
    const events = await api.request('/v1/reader/events', {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify({ token: session.token, events: [event] }),
    });
    assert.deepEqual(await events.json(), { data: { stored: 0 } });
    assert.deepEqual(await api.db.query.selectFrom('beacon_queue').select('id').execute(), []);
    assert.deepEqual(await api.db.query.selectFrom('quotas').select('id').execute(), []);

    const keys = await operator.data<unknown[]>('GET', `${path}/keys`);
    assert.deepEqual(keys, []);
  });

  it('replaces the text by a new edition and keeps edited values', async () => {
    const api = await testApi(engine);
    const { editor, path } = await editorOf(api);
    const first = await upload(
      api,
      editor,
      path,
      await buildEpub({ metadata: { title: 'First title' } }),
    );
    const { bookId } = await editor.data<ImportResult>(
      'POST',
      `${path}/uploads/${first}/import`,
      {},
    );
    const book = `${path}/books/${bookId}`;
    const old = await editor.data<ConsoleBook>('PATCH', book, { subtitle: 'By hand' });
    const second = await buildEpub({ metadata: { title: 'Second title' } });
    const replace = async () =>
      editor.request('POST', `${book}/edition`, {
        uploadId: await upload(api, editor, path, second),
      });
    assert.equal((await replace()).status, 200);
    const { book: replaced, coverUrl } = await editor.data<ConsoleBook>('GET', book);
    assert.deepEqual(
      [replaced.id, replaced.title, replaced.subtitle],
      [bookId, 'Second title', 'By hand'],
    );
    assert.equal(coverUrl, old.coverUrl);
    assert.equal((await replace()).status, 409);

    const broken = await upload(api, editor, path, Buffer.from('%PDF-1.7 no book'));
    const failed = await editor.request('POST', `${path}/uploads/${broken}/import`, {});
    assert.equal((await failed.json()).code, 'epub_invalid');
    assert.equal((await editor.request('GET', `${path}/uploads/${broken}`)).status, 404);
    await editor.data('DELETE', book);
    assert.equal((await editor.request('GET', book)).status, 404);
  });

  it('hides uploads and books of other accounts', async () => {
    const api = await testApi(engine);
    const { operator, editor, path } = await editorOf(api);
    const other = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Globex',
    });
    const uploadId = await upload(api, editor, path, await buildEpub());
    const foreign = `/accounts/${other.id}`;
    assert.equal((await operator.request('GET', `${foreign}/uploads/${uploadId}`)).status, 404);
    const { bookId } = await editor.data<ImportResult>(
      'POST',
      `${path}/uploads/${uploadId}/import`,
      {},
    );
    await editor.data('PATCH', `${path}/books/${bookId}`, { visibility: 'public' });
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { title: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const response = await operator.request(method, `${foreign}/books/${bookId}`, body);
      assert.equal(response.status, 404, method);
    }
    const preview = await operator.request('GET', `${foreign}/books/${bookId}/preview`);
    assert.equal(preview.status, 404);
  });
});

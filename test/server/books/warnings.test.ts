import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { BookView, BookWarnings } from '../../../server/books/contract.ts';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';

const One = z.strictObject({ data: z.strictObject(BookView.shape) });
const Added = z.object({
  data: z.object({ id: z.string() }),
  meta: z.strictObject({ warnings: BookWarnings }),
});

const faults = [
  {
    code: 'file_missing',
    message: '“OEBPS/gone.png” is not in the archive.',
    path: 'OEBPS/gone.png',
  },
];

async function add(api: TestApi, key: string, epub: Uint8Array<ArrayBuffer>) {
  const headers = { 'Content-Type': 'application/epub+zip' };
  const response = await api.request('/v1/books?visibility=public', {
    key,
    method: 'POST',
    body: epub,
    headers,
  });
  assert.ok(response.ok, await response.clone().text());
  return Added.parse(await response.json());
}

async function warningsOf(api: TestApi, key: string, bookId: string, headers = {}) {
  const response = await api.request(`/v1/books/${bookId}?include=warnings`, { key, headers });
  assert.equal(response.status, 200);
  return One.parse(await response.json()).data.warnings;
}

forEachEngine('problems in a book’s file', (engine) => {
  it('are returned by the import, by a repeated import and with the book', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const epub = new Uint8Array(await buildEpub({ missing: ['gone.png'] }));

    const added = await add(api, key, epub);

    assert.deepEqual(added.meta.warnings, faults);
    assert.deepEqual((await add(api, key, epub)).meta.warnings, faults);
    assert.deepEqual(await warningsOf(api, key, added.data.id), faults);
    const list = await (
      await api.request('/v1/books?include=warnings&fields=title', { key })
    ).json();
    assert.deepEqual(list.data, [{ id: added.data.id, title: 'A Fixture', warnings: faults }]);
    const plain = await (await api.request(`/v1/books/${added.data.id}`, { key })).json();
    assert.equal('warnings' in plain.data, false);
  });

  it('are returned only to secret keys of the book’s own account', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const { text: publishable } = await api.newKey({
      kind: 'publishable',
      allowedOrigins: ['https://shop.example'],
    });
    const shop = { Origin: 'https://shop.example' };
    const { text: other } = await api.newKey({ account: 'globex' });
    const { data } = await add(
      api,
      key,
      new Uint8Array(await buildEpub({ missing: ['gone.png'] })),
    );

    assert.equal(await warningsOf(api, other, data.id), undefined);
    assert.equal(await warningsOf(api, publishable, data.id, shop), undefined);
  });

  it('are replaced when a better file is imported', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await add(api, key, new Uint8Array(await buildEpub({ missing: ['gone.png'] })));

    const corrected = await add(api, key, new Uint8Array(await buildEpub()));

    assert.deepEqual(corrected.meta.warnings, []);
    assert.deepEqual(await warningsOf(api, key, corrected.data.id), []);
  });
});

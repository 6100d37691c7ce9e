import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { pruneVersions } from '../../../server/retention/prune.ts';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { readEventLog } from '../read-event-log.ts';

const image = (width = 600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: '#aa2211' } });

async function send(
  api: TestApi,
  key: string,
  bookId: string,
  body: Uint8Array | null,
  type = 'image/png',
) {
  const response = await fetch(`${api.url}/v1/books/${bookId}/cover`, {
    method: body ? 'PUT' : 'DELETE',
    headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': type }) },
    ...(body && { body: Buffer.from(body) }),
  });
  return { status: response.status, ...(await response.json()) };
}

async function setUp(engine: Parameters<typeof testApi>[0]) {
  const api = await testApi(engine);
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const epub = await buildEpub({ metadata: { title: 'The Salt Roads' } });
  const response = await fetch(`${api.url}/v1/books`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/epub+zip' },
    body: Buffer.from(epub),
  });
  const { data } = await response.json();
  return { api, key, book: data };
}

const contentOf = (api: TestApi, url: string) => fetch(url.replace('http://svc.test', api.url));

forEachEngine('uploaded covers', (engine) => {
  it('replace the cover of the file, keep the previous URL, and can be removed', async () => {
    const { api, key, book } = await setUp(engine);
    const own = book.cover;
    const location = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
    const photo = image().withExif(location);
    const uploads = {
      'image/jpeg': await photo.jpeg().toBuffer(),
      'image/png': await photo.png().toBuffer(),
      'image/webp': await photo.webp().toBuffer(),
      'image/avif': await photo.avif({ effort: 0 }).toBuffer(),
    };
    const urls: string[] = [];
    for (const [type, bytes] of Object.entries(uploads)) {
      // The type is detected from the bytes, so a wrong header has no effect.
      const { status, data } = await send(api, key, book.id, bytes, 'image/jpeg');
      assert.equal(status, 200, type);
      assert.deepEqual([data.cover.width, data.cover.height], [600, 900], type);
      assert.match(data.cover.color, /^#/);
      urls.push(data.cover.url);
    }
    assert.equal(new Set(urls).size, 4);
    for (const url of urls) {
      const response = await contentOf(api, url);
      assert.equal(response.headers.get('Content-Type'), 'image/jpeg');
      assert.match(response.headers.get('Cache-Control') ?? '', /immutable/);
      const { format, exif } = await sharp(await response.arrayBuffer()).metadata();
      assert.deepEqual([format, exif], ['jpeg', undefined]);
    }
    const events = await readEventLog(api);
    assert.equal(events.filter(({ type }) => type === 'book.updated').length, 4);

    const removed = await send(api, key, book.id, null);
    assert.deepEqual(removed.data.cover, own);
    assert.equal((await send(api, key, book.id, null)).status, 200);
    assert.equal((await contentOf(api, urls[3] ?? '')).status, 200);
    await pruneVersions(api.db, '9999', async () => undefined);
    assert.equal((await contentOf(api, urls[3] ?? '')).status, 404);
  });

  it('reject other files, images of a wrong size and books of other accounts', async () => {
    const { api, key, book } = await setUp(engine);
    const { text: other } = await api.newKey({ account: 'globex', tier: 'unlimited' });
    const whole = await image().png().toBuffer();
    const cases: [Uint8Array, RegExp][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a JPEG, PNG, WebP or AVIF/],
      [await image().gif().toBuffer(), /not a JPEG, PNG, WebP or AVIF/],
      [await image(199, 900).png().toBuffer(), /199 × 900 pixels\. Each side must/],
      [await image(8000, 8000).png().toBuffer(), /8000 × 8000 pixels\. At most 50 million/],
      [whole.subarray(0, whole.length - 200), /damaged/],
      [new Uint8Array(), /empty/],
    ];
    for (const [bytes, detail] of cases) {
      const result = await send(api, key, book.id, bytes);
      assert.deepEqual([result.status, result.code], [400, 'invalid_request'], String(detail));
      assert.match(result.detail, detail);
    }
    assert.equal((await send(api, key, book.id, Buffer.alloc(10 * 1024 * 1024 + 1))).status, 413);
    assert.equal((await send(api, key, book.id, whole, 'text/plain')).status, 415);
    assert.equal((await send(api, other, book.id, whole)).status, 404);
    assert.equal((await send(api, other, book.id, null)).status, 404);
  });

  it('stay in later editions, in feeds and in manifests', async () => {
    const { api, key, book } = await setUp(engine);
    const { data } = await send(api, key, book.id, await image().webp().toBuffer(), 'image/webp');
    const get = async (path: string) =>
      (await fetch(`${api.url}${path}`, { headers: { Authorization: `Bearer ${key}` } })).json();
    const manifest = await get(`/v1/books/${book.id}/manifest`);
    const covers = manifest.resources.filter(({ rel }: { rel?: string }) => rel === 'cover');
    assert.deepEqual(covers, [
      { rel: 'cover', href: data.cover.url, type: 'image/jpeg', width: 600, height: 900 },
    ]);
    const { data: enriched } = await get(`/v1/books/${book.id}?include=enrichment`);
    assert.equal(enriched.enrichment.cover.source, 'manual');
  });
});

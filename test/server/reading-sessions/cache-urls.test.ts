import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { it } from 'node:test';
import { Embed } from '../../../server/reading-sessions/contract.ts';
import { importBook } from '../books/import-book.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { forgedPrefixes, parsePrefixedPath, type PrefixedPath } from './forged-prefixes.ts';
import { paidBook } from './paid-book.ts';

const cacheSecret = 'a secret that the cache knows as well';
const marker = /zq[a-z]x[a-z]w/;

/** Requests without a token, as a cache sends them. */
async function get(api: TestApi, path: string) {
  const response = await fetch(api.url + path);
  const { status, headers } = response;
  return { status, cacheControl: headers.get('Cache-Control'), text: await response.text() };
}

const localPath = (url: string) => url.replace('http://svc.test', '');

forEachEngine('content URLs for a cache', (engine) => {
  it('need no token for books that are free for everyone, until such a book gets a price', async () => {
    const api = await testApi(engine, { cacheSecret });
    const { text: key } = await api.newKey({ tier: 'unlimited' });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const fixture = { chapters: ['<p>One</p><img src="a.svg" alt=""/>'], files: { 'a.svg': svg } };
    const id = await importBook(api, { ...fixture, css: 'p{color:red}' });
    const response = await api.request(`/v1/reader/embed?book=${id}`, { key });
    const { session, first } = Embed.parse((await response.json()).data);
    const base = localPath(session.content);
    assert.match(base, /^\/content\/~public\/ver_\w+$/);
    assert.equal(session.resourceQuery, '');

    const paths = ['sections/0', `styles/${first.styles[0]}`, 'resources/OEBPS/a.svg?'];
    for (const path of paths) {
      const { status, cacheControl } = await get(api, `${base}/${path}`);
      assert.equal(status, 200, path);
      assert.equal(cacheControl, 'public, max-age=31536000, immutable', path);
    }
    // Other routes below the prefix still require the token.
    assert.equal((await get(api, `${base}/files`)).status, 401);
    const headers = { Authorization: `Bearer ${session.token}` };
    assert.equal((await fetch(`${api.url}${base}/files`, { headers })).status, 200);
    const refreshed = await fetch(`${api.url}${base}/session`, { method: 'POST', headers });
    assert.equal((await refreshed.json()).data.content, session.content);

    const access = { mode: 'sample', share: 0.5 };
    const patch = (body: object) => sendJson(api, 'PATCH', `/v1/books/${id}`, key, body);
    await patch({ access, price: { amount: '1.00', currency: 'EUR' } });
    api.clock.advance(31);
    for (const path of paths) assert.equal((await get(api, `${base}/${path}`)).status, 401);
    await patch({ access: { mode: 'free' }, visibility: 'private' });
    api.clock.advance(31);
    for (const path of paths) assert.equal((await get(api, `${base}/${path}`)).status, 401);
  });

  it('contain the scope of a license, and nothing outside it has a valid URL', async () => {
    const api = await testApi(engine, { cacheSecret });
    const book = await paidBook(api);
    const sample = await book.embed(book.key, '', { headers: { Origin: 'https://shop.example' } });
    const whole = await book.embed(book.secret);
    const paths = [sample, whole].map((one) => parsePrefixedPath(localPath(one.session.content)));
    const [limited, full] = paths;
    assert.ok(limited && full);
    assert.equal(full.scope, 'full');
    assert.match(limited.scope, /^[\d.-]+_\d+$/);
    const { contentId, scope, expiry } = limited;
    const message = `${contentId}\n${scope}\n${expiry}`;
    const signature = createHmac('sha256', cacheSecret).update(message).digest('base64url');
    assert.equal(limited.signature, signature, 'A cache can compute the signature.');

    const { until, sections } = sample.access;
    assert.ok(until && sections);
    const base = localPath(sample.session.content);
    const cut = await get(api, `${base}/sections/${until.section}?end=${until.offset}`);
    assert.equal(cut.status, 200);
    assert.equal(cut.cacheControl, 'public, max-age=3600, s-maxage=31536000, immutable');
    for (const index of whole.readingOrder.keys()) {
      const isLicensed: boolean = sections.includes(index) && index !== until.section;
      const { status } = await get(api, `${base}/sections/${index}`);
      assert.equal(status, isLicensed ? 200 : 403, `section ${index}`);
      assert.equal(
        (await get(api, `${localPath(whole.session.content)}/sections/${index}`)).status,
        200,
      );
    }
    assert.equal((await get(api, `${base}/resources/OEBPS/images/picture-5.png`)).status, 403);
    assert.equal((await get(api, `${base}/grant`)).status, 204);

    const other = await importBook(api, { chapters: ['<p>Another</p>'] });
    const opened = await api.request(`/v1/reader/embed?book=${other}`, { key: book.secret });
    const otherId = /ver_\w+/.exec((await opened.json()).data.session.content)?.[0] ?? '';
    const valid: PrefixedPath[] = [...paths, { ...limited, contentId: otherId }];
    let requests = 0;
    for (const path of forgedPrefixes(valid)) {
      for (const rest of ['sections/5', 'resources/OEBPS/images/picture-5.png']) {
        const { status, text } = await get(api, `${path}/${rest}`);
        assert.ok(status >= 400, `${path} ${status}`);
        assert.doesNotMatch(text, marker);
        requests += 1;
      }
    }
    assert.ok(requests > 250, `${requests}`);

    api.clock.advance(7201);
    for (const { session } of [sample, whole]) {
      const { status } = await get(api, `${localPath(session.content)}/sections/0`);
      assert.equal(status, 401);
    }
  });

  it('have no prefix without a cache, which accepts none either', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api, { mode: 'free' });
    const { session } = await book.embed(book.secret);
    assert.match(localPath(session.content), /^\/content\/ver_\w+$/);
    const id = session.content.split('/').at(-1);
    assert.equal((await get(api, `/content/~public/${id}/sections/0`)).status, 401);
  });
});

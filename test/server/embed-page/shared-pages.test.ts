import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Failure } from '../../../server/failure.ts';
import { pageLimit } from '../../../server/keys/address-limits.ts';
import { rawRequest } from '../raw-request.ts';
import { deployedApi } from '../deployments/deployed-api.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { addHandbook, addStory, pageUrl, parsePage, parseVisit } from './page-fixtures.ts';

const origin = 'https://books.example';

async function publicPage(api: TestApi) {
  const book = await addHandbook(api);
  const { id, text: key } = await api.newKey({ kind: 'publishable', allowedOrigins: [origin] });
  return { book, key, keyId: id, path: pageUrl({ book, key }) };
}

describe('crawlers', () => {
  it('request a thousand pages on a Basic key, and a reader still opens the book', async () => {
    const api = await testApi('sqlite', { hasBurstLimit: true });
    const { book, key } = await publicPage(api);
    const statuses = new Map<number, number>();
    const startedMs = performance.now();

    for (let batch = 0; batch < 50; batch += 1) {
      const pages = Array.from({ length: 20 }, async (_, at) => {
        const chapter = String((batch * 20 + at) % 13);
        const { status } = await rawRequest(api.url + pageUrl({ book, key, chapter }), {
          headers: { 'User-Agent': 'Googlebot/2.1', Accept: '*/*', 'Accept-Encoding': 'gzip, br' },
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      await Promise.all(pages);
    }

    assert.deepEqual([...statuses], [[200, 1000]]);
    assert.ok(performance.now() - startedMs < 60_000);
    const me = await (await api.request('/v1/keys/me', { key })).json();
    assert.deepEqual([me.data.usage.today, me.data.usage.thisMonth], [0, 0]);
    const reader = { key, headers: { Origin: origin } };
    assert.equal((await api.request(`/v1/reader/embed?book=${book}`, reader)).status, 200);
    const visit = await fetch(api.url + pageUrl({ book, key }), { method: 'POST' });
    assert.match(parseVisit(await visit.text()).session.token, /^ey/);
  });

  it('are limited by IP address, with a lower limit for pages that must be rendered', () => {
    const countPage = pageLimit();
    const firstRejected = (isCached: boolean, address: string, nowMs: number) => {
      for (let count = 0; ; count += 1) {
        try {
          countPage(address, isCached, nowMs);
        } catch (error) {
          assert.ok(error instanceof Failure);
          assert.deepEqual([error.code, error.headers['Retry-After']], ['burst', '60']);
          return count;
        }
      }
    };

    assert.equal(firstRejected(false, '203.0.113.7', 0), 300);
    assert.equal(firstRejected(true, '203.0.113.7', 0), 1200);
    assert.equal(firstRejected(true, '203.0.113.8', 0), 1200);
    assert.equal(firstRejected(true, '203.0.113.7', 60_000), 1200);
  });
});

forEachEngine('the page of a public book', (engine) => {
  it('is the same for everyone, compressed, and cached with an ETag', async () => {
    const api = await testApi(engine);
    const { path } = await publicPage(api);
    const get = (headers: Record<string, string> = {}) => rawRequest(api.url + path, { headers });
    const plain = await get();
    const brotli = await get({ 'Accept-Encoding': 'gzip, deflate, br' });
    const gzip = await get({ 'Accept-Encoding': 'gzip, br;q=0' });

    assert.equal(plain.headers['cache-control'], 'public, max-age=60, stale-while-revalidate=3600');
    assert.match(String(plain.headers.vary), /Accept-Language/);
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.deepEqual(brotliDecompressSync(brotli.body), plain.body);
    assert.deepEqual(gunzipSync(gzip.body), plain.body);
    const etag = String(plain.headers.etag);
    assert.equal(brotli.headers.etag, etag);
    const again = await get({ 'If-None-Match': etag, 'Accept-Encoding': 'br' });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
    api.clock.advance(10 * 60);
    assert.equal((await get({ 'If-None-Match': etag })).status, 304);
  });

  it('changes with the book, and ends with its key and when the book becomes private', async () => {
    const api = await testApi(engine);
    const { book, path, keyId } = await publicPage(api);
    const { text: secret } = await api.newKey({ account: 'acme' });
    const patch = async (change: object) => {
      const body = JSON.stringify(change);
      const headers = { 'Content-Type': 'application/json' };
      const changed = await api.request(`/v1/books/${book}`, {
        key: secret,
        method: 'PATCH',
        headers,
        body,
      });
      assert.equal(changed.status, 200);
    };
    const get = async () => {
      const response = await fetch(api.url + path);
      const title = parsePage(await response.text()).text('title');
      return [response.status, title.split(' – ')[0], response.headers.get('Cache-Control')];
    };
    const cached = 'public, max-age=60, stale-while-revalidate=3600';

    assert.deepEqual(await get(), [200, 'The Quiet Page', cached]);
    await patch({ title: 'The Loud Page' });
    assert.deepEqual(await get(), [200, 'The Loud Page', cached]);
    await patch({ visibility: 'private' });
    assert.equal((await get()).at(-1), 'no-store');
    await patch({ visibility: 'public' });
    assert.equal((await get()).at(-1), cached);
    await api.keyContext.store.revoke(keyId, api.clock.now().toISOString());
    // Each process caches a key for half a second.
    while ((await get())[0] !== 401) await nextTurn();
  });

  it('has one canonical URL for each section', async () => {
    const api = await testApi(engine);
    const { book, key } = await publicPage(api);
    const canonicalOf = async (parameters: Record<string, string>) => {
      const response = await fetch(api.url + pageUrl({ book, key, ...parameters }));
      const { attribs } = parsePage(await response.text()).one('link', { rel: 'canonical' }) ?? {};
      return attribs?.['href']?.replace(/.*format=html/, '');
    };

    assert.equal(await canonicalOf({}), '');
    assert.equal(await canonicalOf({ chapter: '0', affiliate: 'blog', theme: 'dark' }), '');
    assert.equal(await canonicalOf({ chapter: '999' }), '');
    assert.equal(await canonicalOf({ chapter: '3', locale: 'de' }), '&chapter=3');
  });

  it('gives each click on its buy link an id of its own', async () => {
    const api = await testApi(engine);
    const { book, path } = await publicPage(api);
    const { text: secret } = await api.newKey({ account: 'acme' });
    const sale = {
      price: { amount: '9.99', currency: 'EUR' },
      buyUrl: 'https://shop.example/?c={clickId}',
    };
    await api.request(`/v1/books/${book}`, {
      key: secret,
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(sale),
    });
    const linkIn = async () =>
      parsePage(await (await fetch(api.url + path)).text()).one('a', { class: 'buy' })?.attribs[
        'href'
      ] ?? '';
    const link = await linkIn();
    const follow = async () => {
      const { headers } = await rawRequest(link.replace('http://svc.test', api.url), {
        headers: {},
      });
      return /c=(clk_\w+)$/.exec(String(headers.location))?.[1];
    };

    const clicks = [await follow(), await follow()];

    assert.ok(clicks[0] && clicks[1] && clicks[0] !== clicks[1]);
    const rows = await api.db.query.selectFrom('clicks').select(['id', 'trace_id']).execute();
    assert.deepEqual(rows.map(({ id }) => id).toSorted(), clicks.toSorted());
    assert.equal(new Set(rows.map(({ trace_id }) => trace_id)).size, 2);
    api.clock.advance(5 * 60);
    assert.equal(await linkIn(), link);
  });

  it('can be framed by pages that are isolated from other origins', async () => {
    const api = await testApi(engine);
    const { path } = await publicPage(api);
    const { headers } = await fetch(api.url + path);

    assert.equal(headers.get('Cross-Origin-Embedder-Policy'), 'require-corp');
    assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'cross-origin');
  });
});

forEachEngine('the files of a custom domain', (engine) => {
  const host = 'books.press.test';

  async function publisherSite(settings: object = {}) {
    const api = await deployedApi(engine);
    const { id: keyId } = await api.newKey({ kind: 'publishable', allowedOrigins: [origin] });
    const deployment = await api.add({ name: 'Example Press', keyId, ...settings });
    await api.addVerifiedDomain(deployment.id, host);
    const get = async (path: string, sent: Record<string, string> = {}) => {
      const response = await rawRequest(api.url + path, { headers: { Host: host, ...sent } });
      return {
        ...response,
        text: response.body.toString(),
        page: parsePage(response.body.toString()),
      };
    };
    return { api, get };
  }

  it('list the public books with readable URLs, which keep working under other titles', async () => {
    const { api, get } = await publisherSite();
    const first = await addStory(
      api,
      'Émile & the “Élan”: a very, very, very, very long subtitle follows here',
    );
    const second = await addStory(api, '白鯨');
    const hidden = await addStory(api, 'Hidden', { visibility: 'private' });
    await addStory(api, 'Foreign', { account: 'globex' });

    const sitemap = (await get('/sitemap.xml')).text;
    const urls = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);

    assert.deepEqual(urls, [
      `http://${host}/`,
      `http://${host}/books/emile-the-elan-a-very-very-very-very-long-subtitle-follows-${first}`,
      `http://${host}/books/%E7%99%BD%E9%AF%A8-${second}`,
    ]);
    assert.ok(!sitemap.includes(hidden));
    assert.match(
      (await get('/robots.txt')).text,
      /\nSitemap: http:\/\/books\.press\.test\/sitemap\.xml\n/,
    );
    for (const path of [
      `/books/${first}`,
      `/books/another-title-${first}`,
      urls[1]?.replace(`http://${host}`, '') ?? '',
    ]) {
      const { status, page } = await get(path);
      assert.equal(status, 200, path);
      assert.equal(page.one('link', { rel: 'canonical' })?.attribs['href'], urls[1]);
    }
  });

  it('keep the visit’s parameters in the links of the library and the book', async () => {
    const { api, get } = await publisherSite();
    const book = await addHandbook(api);
    await addStory(api, 'One');
    const visit = 'affiliate=blog&campaign=autumn&consent=required';

    const { page, headers } = await get(`/?${visit}&utm_source=letter`, {
      'Accept-Encoding': 'br',
    });
    const link = page.hrefs().find((href) => href.includes(book));
    const compressed = await get(`/books/${book}`, { 'Accept-Encoding': 'br' });

    assert.match(String(headers['cache-control']), /^public/);
    assert.equal(compressed.headers['content-encoding'], 'br');
    const body = (await get(`/?${visit}`)).page;
    const href = body.hrefs().find((one) => one.includes(book)) ?? '';
    assert.equal(new URL(href).search, `?${visit}`);
    assert.ok(link === undefined || link === href);
    const next = (await get(`/books/${book}?${visit}`)).page.one('a', { rel: 'next' });
    assert.match(next?.attribs['href'] ?? '', new RegExp(`\\?${visit}&chapter=1$`));
  });

  it('describe the library to link previews, with an icon', async () => {
    const { api, get } = await publisherSite();
    await addHandbook(api);
    await addStory(api, 'One');

    const { page } = await get('/');

    assert.equal(page.meta('description'), 'One and The Quiet Page');
    assert.equal(page.meta('og:description'), 'One and The Quiet Page');
    const image = page.meta('og:image') ?? '';
    const cover = await get(image.replace(`http://${host}`, ''));
    const { default: sharp } = await import('sharp');
    const { width, height } = await sharp(cover.body).metadata();
    assert.deepEqual(
      [page.meta('og:image:width'), page.meta('og:image:height')],
      [String(width), String(height)],
    );
    assert.equal(page.one('link', { rel: 'icon' })?.attribs['href'], '/favicon.ico');
    const icon = await get('/favicon.ico');
    assert.equal(icon.headers['content-type'], 'image/png');
    assert.equal((await sharp(icon.body).metadata()).width, 96);
  });
});

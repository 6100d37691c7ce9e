import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SaxesParser } from 'saxes';
import { deployedApi } from '../deployments/deployed-api.ts';
import { forEachEngine } from '../harness.ts';
import { addHandbook, addStory, pageUrl, parsePage } from './page-fixtures.ts';
import type { Engine } from '../../../server/db/open.ts';

async function library(engine: Engine) {
  const api = await deployedApi(engine);
  const book = await addHandbook(api);
  const { text: key, id: keyId } = await api.newKey({
    kind: 'publishable',
    allowedOrigins: ['https://blog.example'],
  });
  const oembed = (parameters: Record<string, string>) =>
    fetch(`${api.url}/oembed?${new URLSearchParams(parameters)}`);
  return { api, book, key, keyId, oembed, url: `http://svc.test${pageUrl({ book, key })}` };
}

forEachEngine('oEmbed', (engine) => {
  it('describes how to frame a book page', async () => {
    const { oembed, url } = await library(engine);

    const response = await oembed({ url });

    assert.equal(response.status, 200);
    assert.match(response.headers.get('Content-Type') ?? '', /^application\/json/);
    const answer = await response.json();
    assert.partialDeepStrictEqual(answer, {
      version: '1.0',
      type: 'rich',
      title: 'The Quiet Page',
      author_name: 'The svc-reader authors',
      provider_name: 'Ferrow & Lund',
      width: 720,
      height: 760,
    });
    const frame = parsePage(answer.html).one('iframe')?.attribs ?? {};
    assert.equal(frame['width'], '720');
    assert.equal(frame['title'], 'The Quiet Page');
    const framed = new URL(frame['src'] ?? '');
    assert.equal(framed.origin + framed.pathname, 'http://svc.test/v1/reader/embed');
  });

  it('respects maxwidth and maxheight', async () => {
    const { oembed, url } = await library(engine);

    const answer = await (await oembed({ url, maxwidth: '400', maxheight: '300' })).json();

    assert.deepEqual([answer.width, answer.height], [400, 300]);
    assert.equal(answer.thumbnail_url, undefined);
  });

  it('supports XML', async () => {
    const { oembed, url } = await library(engine);

    const response = await oembed({ url, format: 'xml' });

    assert.match(response.headers.get('Content-Type') ?? '', /^text\/xml/);
    const found: Record<string, string> = {};
    const parser = new SaxesParser();
    let name = '';
    parser.on('opentag', (tag) => void (name = tag.name));
    parser.on('text', (text) => void (found[name] = (found[name] ?? '') + text));
    parser.on('error', (error) => assert.fail(error));
    parser.write(await response.text()).close();
    assert.equal(found['provider_name'], 'Ferrow & Lund');
    // WordPress shows a frame only if a quotation precedes it.
    assert.match(
      found['html'] ?? '',
      /^<blockquote hidden><a href="[^"]+">[^<]+<\/a><\/blockquote><iframe /,
    );
  });

  it('is linked from the page that it describes', async () => {
    const { api, book, key, oembed } = await library(engine);
    const page = parsePage(await (await fetch(api.url + pageUrl({ book, key }))).text());

    for (const type of ['application/json+oembed', 'text/xml+oembed']) {
      const { href = '' } = page.one('link', { rel: 'alternate', type })?.attribs ?? {};
      const parameters = Object.fromEntries(new URL(href).searchParams);
      assert.equal((await oembed(parameters)).status, 200, type);
    }
  });

  it('supports pages on a custom domain, but only of that publisher’s books', async () => {
    const { api, book, keyId, oembed } = await library(engine);
    const deployment = await api.add({ name: 'Example Press', keyId });
    await api.addVerifiedDomain(deployment.id, 'books.press.test');
    const foreign = await addStory(api, 'Two', { account: 'globex' });

    const own = await oembed({ url: `https://books.press.test/books/${book}` });

    assert.equal(own.status, 200);
    assert.equal((await own.json()).provider_name, 'Example Press');
    for (const url of [
      `https://books.press.test/books/${foreign}`,
      'https://books.press.test/',
      `https://other.test/books/${book}`,
      // Another port may belong to another server.
      `https://books.press.test:8443/books/${book}`,
    ]) {
      assert.equal((await oembed({ url })).status, 404, url);
    }
  });

  it('ignores unknown parameters and honors Do Not Track, as WordPress requests it', async () => {
    const { url, oembed } = await library(engine);
    const sourceOf = async (parameters: Record<string, string>) => {
      const response = await oembed({ url, ...parameters });
      assert.equal(response.status, 200);
      return /src="([^"]+)"/.exec((await response.json()).html)?.[1] ?? '';
    };

    assert.match(await sourceOf({ dnt: '1', format: 'json', maxwidth: '600' }), /consent=required/);
    assert.match(await sourceOf({ dnt: 'true', utm_source: 'feed' }), /consent=required/);
    assert.doesNotMatch(await sourceOf({ dnt: '0', discover: '1' }), /consent/);
  });

  it('accepts URLs with HTML escapes, which WordPress stores for authors', async () => {
    const { api, oembed, url } = await library(engine);
    const expected = await (await oembed({ url })).json();

    for (const escape of ['&amp;', '&#038;', '&#x26;']) {
      const escaped = url.replaceAll('&', escape);
      assert.deepEqual(await (await oembed({ url: escaped })).json(), expected, escape);
    }
    // The other escapes would start the fragment.
    const page = await fetch(url.replace('http://svc.test', api.url).replaceAll('&', '&amp;'));
    assert.equal(page.status, 200);
    assert.match(page.headers.get('Content-Type') ?? '', /^text\/html/);
  });

  it('returns the error statuses of the specification', async () => {
    const { api, key, url, oembed } = await library(engine);
    const privateBook = await addStory(api, 'Two', { visibility: 'private' });
    const { text: secretKey } = await api.newKey();
    const { text: unlistedKey } = await api.newKey({
      kind: 'publishable',
      allowedOrigins: ['https://pages.example'],
      privateBooks: 'unlisted',
    });
    const at = (parameters: Record<string, string>) =>
      `http://svc.test${pageUrl({ key, ...parameters })}`;

    assert.equal((await oembed({ url, format: 'yaml' })).status, 501);
    const unlisted = at({ book: privateBook, key: unlistedKey });
    assert.equal((await oembed({ url: unlisted })).status, 401);
    for (const wrong of [
      at({ book: 'bk_01JD4Y0G8W6T0T3M5N9QZK7R2V' }),
      at({ book: '"><script>' }),
      at({}),
      at({ book: privateBook }),
      at({ book: privateBook, key: secretKey }),
      'http://svc.test/v1/books',
      'https://elsewhere.test/v1/reader/embed',
      'javascript:alert(1)',
      'nonsense',
    ]) {
      assert.equal((await oembed({ url: wrong })).status, 404, wrong);
    }
    assert.equal((await oembed({ url, maxwidth: '-1' })).status, 400);
    assert.equal((await oembed({})).status, 400);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { addHandbook, addStory, pageUrl, parsePage, parseVisit } from './page-fixtures.ts';

const origin = 'https://books.example';

/** A book and a publishable key for the URL of a frame. */
async function pageLibrary(api: TestApi) {
  const book = await addHandbook(api);
  const { text: key } = await api.newKey({
    kind: 'publishable',
    tier: 'pro',
    allowedOrigins: [origin, 'https://blog.example'],
  });
  const open = (parameters: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(api.url + pageUrl({ book, key, ...parameters }), { headers });
  return { book, key, open };
}

forEachEngine('the page of a book', (engine) => {
  it('shows the requested section without scripts and links to the other sections', async () => {
    const { open, book, key } = await pageLibrary(await testApi(engine));

    const response = await open({ chapter: '2' });

    assert.equal(response.status, 200);
    assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
    const page = parsePage(await response.text());
    assert.match(page.text('article'), /Turning the Page/);
    assert.ok(page.text('article').length > 3000);
    const chapter = (index: number) =>
      `/v1/reader/embed?book=${book}&key=${key}&format=html&chapter=${index}`;
    assert.equal(page.one('a', { rel: 'prev' })?.attribs['href'], chapter(1));
    assert.equal(page.one('a', { rel: 'next' })?.attribs['href'], chapter(3));
    assert.match(page.text('nav'), /Contents.*An Invitation.*Colophon/s);
    assert.ok(page.hrefs().includes(chapter(12)));
  });

  it('is HTML for navigating browsers and JSON for API clients', async () => {
    const api = await testApi(engine);
    const { book, key } = await pageLibrary(api);
    const typeOf = async (query: string, headers: Record<string, string>) => {
      const address = `${api.url}/v1/reader/embed?book=${book}${query}`;
      const { headers: answer } = await fetch(address, { headers });
      return answer.get('Content-Type')?.replace(/;.*/, '');
    };
    const navigating = {
      Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    };
    const Authorization = `Bearer ${key}`;

    assert.equal(await typeOf(`&key=${key}`, navigating), 'text/html');
    assert.equal(await typeOf('', { ...navigating, Authorization }), 'text/html');
    assert.equal(await typeOf('', { Authorization }), 'application/json');
    assert.equal(
      await typeOf('', { Authorization, Accept: 'application/json, text/html' }),
      'application/json',
    );
  });

  it('describes a book without a description by the start of its text', async () => {
    const api = await testApi(engine);
    const { key } = await pageLibrary(api);
    const opening = '<p>It was <em>very</em> <ruby>dark<rt>da-ku</rt></ruby>.</p><p>Then dawn.</p>';
    const content = `<h2>One</h2>${opening}<p>${'A long sentence follows. '.repeat(20)}</p>`;
    const book = await addStory(api, 'Undescribed', { content });

    const answer = await fetch(api.url + pageUrl({ book, key }));

    const description = parsePage(await answer.text()).meta('og:description') ?? '';
    assert.match(description, /^It was very dark\. Then dawn\. A long sentence follows\. .* …$/);
    assert.ok(description.length <= 302);
  });

  it('contains metadata for search engines', async () => {
    const { open, book, key } = await pageLibrary(await testApi(engine));

    const page = parsePage(await (await open({ affiliate: 'blog', locale: 'de' })).text());

    assert.equal(page.text('title'), 'The Quiet Page – The svc-reader authors');
    assert.match(page.meta('description') ?? '', /^What the levers do/);
    const canonical = `http://svc.test/v1/reader/embed?book=${book}&key=${key}&format=html`;
    assert.equal(page.one('link', { rel: 'canonical' })?.attribs['href'], canonical);
    assert.equal(page.meta('og:type'), 'book');
    assert.equal(page.meta('og:url'), canonical);
    assert.match(page.meta('og:image') ?? '', /\/cover$/);
    assert.equal(page.meta('robots'), undefined);
    assert.deepEqual(
      [page.one('html')?.attribs['lang'], page.one('html')?.attribs['dir']],
      ['en', 'ltr'],
    );
    const schema = page.json('application/ld+json');
    assert.partialDeepStrictEqual(schema, {
      '@type': 'Book',
      '@id': canonical,
      name: 'The Quiet Page',
      author: [{ '@type': 'Person', name: 'The svc-reader authors' }],
      inLanguage: 'en',
      workExample: { bookFormat: 'https://schema.org/EBook', url: canonical },
    });
    const oembed = page.one('link', { type: 'application/json+oembed' });
    assert.match(oembed?.attribs['href'] ?? '', /\/oembed\?format=json&url=http/);
  });

  it('is right to left if the section is', async () => {
    const { open } = await pageLibrary(await testApi(engine));

    const page = parsePage(await (await open({ chapter: '10' })).text());

    assert.deepEqual(
      [page.one('html')?.attribs['lang'], page.one('html')?.attribs['dir']],
      ['ar', 'rtl'],
    );
  });

  it('contains all data that the reader needs except the session, which its script opens without the key', async () => {
    const api = await testApi(engine);
    const { open, book, key } = await pageLibrary(api);

    const page = parsePage(await (await open({ chapter: '1', consent: 'required' })).text());

    const reader = page.one('svc-reader')?.attribs ?? {};
    assert.deepEqual({ ...reader }, { book, start: '1', locale: 'en', consent: 'required' });
    const embed = page.json('application/json');
    assert.partialDeepStrictEqual(embed, { book: { id: book }, first: { index: 1 } });
    assert.ok(!JSON.stringify(embed).includes(key));
    assert.ok(!JSON.stringify(embed).includes('"token"'));
    const opened = await fetch(
      api.url + pageUrl({ book, key, chapter: '1', consent: 'required' }),
      {
        method: 'POST',
        headers: { Origin: 'http://svc.test' },
      },
    );
    assert.equal(opened.headers.get('Cache-Control'), 'no-store');
    const { session, traceId } = parseVisit(await opened.text());
    assert.match(traceId, /^trc_/);
    assert.partialDeepStrictEqual(embed, { session: { content: session.content } });
    const section = await fetch(
      session.content.replace('http://svc.test', api.url) + '/sections/2',
      { headers: { Authorization: `Bearer ${session.token}`, Origin: 'http://svc.test' } },
    );
    assert.equal(section.status, 200);
    const fromOtherOrigin = await fetch(
      session.content.replace('http://svc.test', api.url) + '/sections/2',
      { headers: { Authorization: `Bearer ${session.token}`, Origin: origin } },
    );
    assert.equal(fromOtherOrigin.status, 403);
  });

  it('allows only its own resources, and framing only by the origins of the key', async () => {
    const { open } = await pageLibrary(await testApi(engine));

    const { headers } = await open();

    const policy = headers.get('Content-Security-Policy')?.split('; ') ?? [];
    assert.equal(policy[0], "default-src 'none'");
    for (const one of [
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors 'self' ${origin} https://blog.example`,
    ]) {
      assert.ok(policy.includes(one), one);
    }
    assert.match(
      policy.find((one) => one.startsWith('style-src')) ?? '',
      /^style-src 'sha256-\S+'$/,
    );
    assert.equal(headers.get('Referrer-Policy'), 'strict-origin');
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
  });

  it('leaves the quota of the key alone, so that crawlers cannot use it up', async () => {
    const api = await testApi(engine);
    const book = await addHandbook(api);
    const { text: key } = await api.newKey({ kind: 'publishable', allowedOrigins: [origin] });
    const crawler = { 'User-Agent': 'Googlebot/2.1', Accept: '*/*' };

    for (let count = 0; count < 150; count += 1) {
      const page = await fetch(api.url + pageUrl({ book, key }), {
        method: count % 2 ? 'HEAD' : 'GET',
        headers: crawler,
      });
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('X-RateLimit-Remaining'), null);
      await page.arrayBuffer();
    }
    const me = await api.request('/v1/keys/me', { key });
    assert.equal((await me.json()).data.usage.thisMonth, 0);
    assert.equal((await api.request(`/v1/reader/embed?book=${book}`, { key })).status, 200);
  });

  it('counts toward the quota if the book is private', async () => {
    const api = await testApi(engine);
    const book = await addHandbook(api, { visibility: 'private' });
    const { text: key } = await api.newKey({
      kind: 'publishable',
      allowedOrigins: [origin],
      privateBooks: 'unlisted',
    });
    let response = new Response();
    for (let count = 0; count <= 100; count += 1) {
      response = await fetch(api.url + pageUrl({ book, key }), { method: 'HEAD' });
      if (count === 0) assert.equal(response.headers.get('X-RateLimit-Remaining'), '99');
    }

    assert.equal(response.status, 429);
    assert.ok(Number(response.headers.get('Retry-After')) > 0);
    assert.match(response.headers.get('Content-Security-Policy') ?? '', /frame-ancestors \*/);
  });

  it('is sent to everyone who does not request JSON by name', async () => {
    const api = await testApi(engine);
    const book = await addHandbook(api);
    const { text: key } = await api.newKey({ kind: 'publishable', allowedOrigins: [origin] });
    const url = `${api.url}/v1/reader/embed?${new URLSearchParams({ book, key })}`;
    const typeOf = async (headers: Record<string, string>, at = url) => {
      const response = await fetch(at, { headers });
      assert.equal(response.status, 200, JSON.stringify(headers));
      return response.headers.get('Content-Type')?.split(';')[0];
    };
    const withoutKey = `${api.url}/v1/reader/embed?book=${book}`;
    const Authorization = `Bearer ${key}`;

    // WordPress, Slack, Facebook, X and Googlebot accept anything or HTML.
    for (const Accept of [
      '*/*',
      'text/html',
      'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
      '',
    ]) {
      assert.equal(await typeOf({ Accept }), 'text/html');
    }
    assert.equal(await typeOf({ Accept: '*/*', Authorization }, withoutKey), 'application/json');
    assert.equal(
      await typeOf({ Accept: 'application/json', Authorization }, withoutKey),
      'application/json',
    );
    const asJson = await fetch(url, { headers: { Accept: 'application/json' } });
    assert.equal(asJson.headers.get('Content-Type')?.split(';')[0], 'application/json');
  });

  it('works in a sandboxed frame, whose requests have the origin null', async () => {
    const api = await testApi(engine);
    const book = await addHandbook(api);
    const { text: key } = await api.newKey({ kind: 'publishable', allowedOrigins: [origin] });
    const open = (from: string) =>
      fetch(api.url + pageUrl({ book, key }), { method: 'POST', headers: { Origin: from } });
    assert.equal((await open('https://elsewhere.example')).status, 403);
    const { session } = parseVisit(await (await open('null')).text());
    const path = new URL(session.content).pathname;
    const statusOf = async (token: string, Origin: string, method = 'GET', end = '/sections/1') => {
      const headers = { Authorization: `Bearer ${token}`, Origin };
      return (await fetch(`${api.url}${path}${end}`, { method, headers })).status;
    };
    assert.equal(await statusOf(session.token, 'null'), 200);
    assert.equal(await statusOf(session.token, 'null', 'POST', '/session'), 200);
    assert.equal(await statusOf(session.token, 'https://elsewhere.example'), 403);

    const embed = await api.request(`/v1/reader/embed?book=${book}`, {
      key,
      headers: { Origin: origin },
    });
    const { token } = (await embed.json()).data.session;
    assert.equal(await statusOf(token, origin), 200);
    assert.equal(await statusOf(token, 'null'), 403);
  });

  it('rejects a secret key in the URL but accepts one in a header', async () => {
    const api = await testApi(engine);
    const { book } = await pageLibrary(api);
    const { text: secret } = await api.newKey();

    const inAddress = await fetch(api.url + pageUrl({ book, key: secret }));
    const inHeader = await fetch(api.url + pageUrl({ book }), {
      headers: { Authorization: `Bearer ${secret}` },
    });

    assert.equal(inAddress.status, 403);
    assert.equal(inHeader.status, 200);
    assert.ok(!(await inHeader.text()).includes(secret));
  });

  it('explains errors in the requested language', async () => {
    const api = await testApi(engine);
    const { open, book, key } = await pageLibrary(api);
    const unknown = 'bk_01JD4Y0G8W6T0T3M5N9QZK7R2V';
    const summarize = async (response: Response) => {
      const page = parsePage(await response.text());
      return [response.status, page.one('html')?.attribs['lang'], page.text('h1')];
    };

    assert.deepEqual(await summarize(await open({ book: unknown })), [404, 'en', 'Book not found']);
    assert.deepEqual(await summarize(await open({ book: unknown, locale: 'de-AT' })), [
      404,
      'de',
      'Buch nicht gefunden',
    ]);
    assert.deepEqual(
      await summarize(
        await open({ book: unknown }, { 'Accept-Language': 'eo, de;q=0.8, en;q=0.5' }),
      ),
      [404, 'de', 'Buch nicht gefunden'],
    );
    assert.deepEqual(await summarize(await fetch(api.url + pageUrl({ book }))), [
      401,
      'en',
      'This book can’t be opened here',
    ]);
    assert.deepEqual(await summarize(await open({ chapter: 'x"><script>' })), [
      400,
      'en',
      'This link isn’t valid',
    ]);
    const misspelt = await fetch(api.url + pageUrl({ book, key: `${key}x` }));
    assert.equal((await summarize(misspelt))[0], 401);
  });

  it('is mirrored around the text for right-to-left interface languages', async () => {
    const { open } = await pageLibrary(await testApi(engine));
    const arabic = { 'Accept-Language': 'ar-EG, en;q=0.5' };

    const page = parsePage(await (await open({ chapter: '2' }, arabic)).text());
    const around = page.one('div', { class: 'about' })?.attribs;
    assert.deepEqual([around?.['lang'], around?.['dir']], ['ar', 'rtl']);
    assert.match(page.text('nav'), /المحتويات/);
    assert.equal(page.one('article')?.attribs['dir'], 'ltr');

    const errorPage = parsePage(
      await (await open({ book: 'bk_01JD4Y0G8W6T0T3M5N9QZK7R2V' }, arabic)).text(),
    );
    assert.equal(errorPage.one('html')?.attribs['dir'], 'rtl');
    assert.equal(errorPage.text('h1'), 'لم يُعثر على الكتاب');
  });

  it('hides a private book from search engines and other accounts', async () => {
    const api = await testApi(engine);
    const book = await addHandbook(api, { visibility: 'private' });
    const keyOf = async (account: string) =>
      (await api.newKey({ account, kind: 'publishable', allowedOrigins: [origin] })).text;

    const own = await fetch(api.url + pageUrl({ book, key: await keyOf('acme') }));
    const foreign = await fetch(api.url + pageUrl({ book, key: await keyOf('globex') }));

    assert.equal(parsePage(await own.text()).meta('robots'), 'noindex');
    assert.equal(foreign.status, 404);
  });
});

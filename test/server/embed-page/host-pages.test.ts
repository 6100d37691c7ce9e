import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sendJson } from '../read-event-log.ts';
import { rawRequest } from '../raw-request.ts';
import { addBook } from '../books/add-book.ts';
import { deployedApi, type DeploymentBody } from '../deployments/deployed-api.ts';
import { forEachEngine } from '../harness.ts';
import type { Engine } from '../../../server/db/open.ts';
import { serialBook } from '../reading-sessions/serial-book.ts';
import { addHandbook, addStory, pageUrl, parsePage, parseVisit } from './page-fixtures.ts';

const host = 'books.press.test';

/** A publisher with a verified domain whose pages use the quota of a publishable key. */
async function publisherHost(engine: Engine, settings: Partial<DeploymentBody> = {}) {
  const api = await deployedApi(engine);
  const { id: keyId, text: key } = await api.newKey({
    kind: 'publishable',
    tier: 'pro',
    allowedOrigins: ['https://blog.example'],
  });
  const deployment = await api.add({ name: 'Example Press', keyId, ...settings });
  await api.addVerifiedDomain(deployment.id, host);
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { body, ...answer } = await rawRequest(api.url + path, {
      method,
      headers: { Host: host, ...headers },
    });
    return { ...answer, page: parsePage(body.toString()), text: body.toString() };
  };
  return { api, deployment, key, keyId, get };
}

forEachEngine('a custom domain', (engine) => {
  it('shows a single book at its root, with the theme of the deployment', async () => {
    const { api, get } = await publisherHost(engine, {
      theme: { name: 'light', tokens: { '--svc-background': '#fff8f0' } },
      features: { themes: ['light'] },
      frameAncestors: ['https://shop.example'],
    });
    const book = await addHandbook(api);

    const { status, headers, page, text } = await get('/');

    assert.equal(status, 200);
    assert.equal(page.one('svc-reader')?.attribs['book'], book);
    assert.equal(
      page.one('link', { rel: 'canonical' })?.attribs['href'],
      `http://${host}/books/the-quiet-page-${book}`,
    );
    assert.match(
      page.one('a', { rel: 'next' })?.attribs['href'] ?? '',
      /^\/books\/the-quiet-page-bk_\w+\?chapter=1$/,
    );
    assert.match(
      String(headers['content-security-policy']),
      /frame-ancestors 'self' \S*\s?.*shop\.example/,
    );
    const { session, book: shown } = Object(page.json('application/json'));
    assert.ok(session.content.startsWith(`http://${host}/content/`));
    assert.ok(shown.cover.url.startsWith(`http://${host}/content/`));
    assert.ok(!text.includes('http://svc.test'));
    assert.match(page.text('style'), /--svc-background: #fff8f0;/);
    assert.equal(page.one('svc-reader')?.attribs['theme'], 'light');
    assert.match(page.text('header'), /Example Press/);
  });

  it('lists the publisher’s public books, each with its own URL', async () => {
    const { api, get } = await publisherHost(engine);
    const price = { amount: '12.90', currency: 'EUR' };
    const own = [await addHandbook(api), await addBook(api, { title: 'One', price })];
    await addStory(api, 'Two', { visibility: 'private' });
    await addStory(api, 'Three', { account: 'globex' });

    const { status, page } = await get('/');
    const links = page.hrefs().filter((href) => href.includes('/books/'));

    assert.equal(status, 200);
    assert.equal(page.text('h1'), 'Example Press');
    assert.equal(page.text('h2'), 'Books');
    assert.match(page.text('li'), /€12.90/);
    assert.deepEqual(links, [
      `http://${host}/books/one-${own[1]}`,
      `http://${host}/books/the-quiet-page-${own[0]}`,
    ]);
    assert.ok(page.one('img')?.attribs['src']?.startsWith(`http://${host}/content/`));
    const { page: bookPage } = await get(`/books/${own[0]}?chapter=2&locale=de`);
    assert.match(bookPage.text('article'), /Turning the Page/);
    assert.match(bookPage.text('nav'), /Inhalt/);
  });

  it('shows the title instead of a cover on another origin', async () => {
    const { api, get } = await publisherHost(engine);
    const coverUrl = 'https://covers.example/1.jpg';
    const book = await addBook(api, { title: 'Elsewhere', coverUrl });
    await addStory(api, 'Here');

    const { page: library } = await get('/');
    const { page: bookPage } = await get(`/books/${book}`);

    assert.deepEqual(
      library
        .all('img')
        .concat(bookPage.all('img'))
        .map(({ attribs }) => attribs['src']),
      [],
    );
    assert.match(library.text('li'), /Elsewhere/);
    assert.equal(bookPage.meta('og:image'), coverUrl);
  });

  it('does not use the quota of its key, and is closed if the key is revoked or missing', async () => {
    const { api, get, keyId, deployment } = await publisherHost(engine);
    const book = await addHandbook(api);

    const first = await get(`/books/${book}`);
    assert.equal(first.status, 200);
    assert.equal(first.headers['x-ratelimit-remaining'], undefined);
    await api.keyContext.store.revoke(keyId, '2026-11-21T12:00:00Z');
    const revoked = await get(`/books/${book}`);
    assert.equal(revoked.status, 401);
    assert.equal(revoked.page.text('h1'), 'This book can’t be opened here');
    await api.send('PATCH', `/${deployment.id}`, { keyId: null });
    assert.equal((await get(`/books/${book}`)).status, 401);
  });

  it('gets a key with its first domain, so its pages need no further setup', async () => {
    const api = await deployedApi(engine);
    const { id } = await api.add({ name: 'Example Press' });
    const book = await addHandbook(api);
    await api.addVerifiedDomain(id, host);

    const page = await rawRequest(`${api.url}/books/${book}`, { headers: { Host: host } });

    assert.equal(page.status, 200);
    const { keyId } = await api.read(id);
    assert.match(keyId ?? '', /^key_/);
    await api.addVerifiedDomain(id, `second.${host}`);
    assert.equal((await api.read(id)).keyId, keyId);
  });

  it('shows only the selected books', async () => {
    const { api, deployment, get } = await publisherHost(engine);
    const [one, two, three] = [
      await addBook(api, { title: 'One', subjects: ['Séa stories'] }),
      await addBook(api, { title: 'Two' }),
      await addBook(api, { title: 'Three' }),
    ];
    const subjects = [{ scheme: 'BISAC', code: 'FIC002000', label: 'Adventure' }];
    await sendJson(api, 'PATCH', `/v1/books/${two}`, api.key, { subjects });
    const shown = async (books: DeploymentBody['books'] | null) => {
      const changed = await api.send('PATCH', `/${deployment.id}`, { books });
      assert.equal(changed.status, 200, await changed.text());
      const listed = (await get('/')).page.hrefs().flatMap((href) => /bk_\w+/.exec(href) ?? []);
      for (const id of [one, two, three]) {
        const isListed = listed.includes(id);
        assert.equal((await get(`/books/${id}`)).status, isListed ? 200 : 404, id);
        const embedUrl = `/oembed?url=${encodeURIComponent(`http://${host}/books/${id}`)}`;
        assert.equal((await api.request(embedUrl)).status, isListed ? 200 : 404, id);
      }
      return listed;
    };
    assert.deepEqual(await shown({ show: 'listed', ids: [three, one, 'bk_0'] }), [three, one]);
    const bySubject = { show: 'subjects' as const, subjects: ['SEA STORIES', 'fic002000'] };
    assert.deepEqual(await shown(bySubject), [two, one]);
    assert.deepEqual(await shown(null), [three, two, one]);
  });

  it('requests consent if the deployment requires it, and names its own host in problems', async () => {
    const { api, get, deployment } = await publisherHost(engine, { consent: 'required' });
    const book = await addHandbook(api);
    const privacy = 'https://press.example/privacy';
    await api.send('PATCH', `/${deployment.id}`, { links: { privacy } });

    const { page } = await get(`/books/${book}?locale=de`);
    const bar = page.one('section', { class: 'consent' });
    assert.ok(bar && 'hidden' in bar.attribs);
    assert.match(page.text('section'), /Leseposition/);
    assert.ok(page.hrefs().includes(privacy));
    const granted = await get(`/books/${book}?consent=granted`);
    assert.equal(granted.page.one('section', { class: 'consent' }), undefined);

    const { session } = Object(page.json('application/json'));
    const refreshed = await rawRequest(`${api.url}${new URL(session.content).pathname}/session`, {
      method: 'POST',
      headers: { Host: host, Origin: `http://${host}`, Authorization: `Bearer ${session.token}` },
    });
    assert.ok(!refreshed.body.toString().includes('svc.test'), refreshed.body.toString());
    const problem = await get('/content/ver_0/sections/0');
    assert.equal(
      JSON.parse(problem.text).type,
      `http://${host}/problems/${JSON.parse(problem.text).code}`,
    );
    assert.equal((await get(`/problems/${JSON.parse(problem.text).code}`)).status, 200);
  });

  it('serves no private books, no books of other accounts, no API and no documentation', async () => {
    const { api, get, key } = await publisherHost(engine);
    const own = await addStory(api, 'One', { visibility: 'private' });
    const foreign = await addStory(api, 'Two', { account: 'globex' });

    for (const path of [
      `/books/${own}`,
      `/books/${foreign}`,
      '/books/%zz',
      '/books/x%00',
      '/v1/books',
      `/v1/reader/embed?book=${own}`,
      pageUrl({ book: foreign, key }),
      '/v1/openapi.json',
      '/docs',
      '/metrics',
      '/readyz',
      '/internal/tls-allowed?domain=x.test',
      '/svc-reader.js/../metrics',
    ]) {
      const { status, text } = await get(path, { Authorization: `Bearer ${key}` });
      assert.ok(status === 404 || status === 400, `${path} ${status}`);
      assert.doesNotMatch(text, /svc_|This is/, path);
    }
    assert.equal((await get('/', {}, 'POST')).status, 405);
    assert.equal((await get(`/books/${own}?theme=x`)).status, 400);
  });

  it('redirects promotion links to the shops of its own publisher only', async () => {
    const { api, get } = await publisherHost(engine);
    const { text: foreignKey } = await api.newKey({ account: 'globex' });
    const add = async (key: string) => {
      const buyUrl = 'https://shop.example/{bookId}';
      const book = { title: 'One', buyUrl, visibility: 'public' };
      return (await (await sendJson(api, 'POST', '/v1/books', key, book)).json()).data.id;
    };

    const [own, foreign] = [await add(api.key), await add(foreignKey)];

    assert.equal(
      (await get(`/r/weekly?book=${own}`)).headers.location,
      `https://shop.example/${own}`,
    );
    assert.equal((await get(`/r/weekly?book=${foreign}`)).status, 404);
    const { status } = await api.request(`/r/weekly?book=${foreign}`, { redirect: 'manual' });
    assert.equal(status, 303);
    const preview = await get(`/r/weekly?book=${own}`, { 'User-Agent': 'Twitterbot/1.0' });
    assert.equal(preview.page.meta('og:url'), `http://${host}/r/weekly?book=${own}`);
  });

  it('follows buy links of its own publisher only', async () => {
    const { api, get } = await publisherHost(engine);
    const { text: foreignKey } = await api.newKey({ account: 'globex' });
    const buyLink = async (key: string, account: string) => {
      const book = await addStory(api, account, { account });
      const buyUrl = `https://${account}.example/{bookId}`;
      await sendJson(api, 'PATCH', `/v1/books/${book}`, key, { buyUrl });
      const embed = await api.request(`/v1/reader/embed?book=${book}`, { key });
      return new URL((await embed.json()).data.purchase.buyUrl).pathname;
    };

    const [own, foreign] = [await buyLink(api.key, 'acme'), await buyLink(foreignKey, 'globex')];

    assert.match(String((await get(own)).headers.location), /^https:\/\/acme\.example\//);
    assert.equal((await get(foreign)).status, 404);
    const { headers } = await fetch(api.url + foreign, { redirect: 'manual' });
    assert.match(headers.get('Location') ?? '', /^https:\/\/globex\.example\//);
  });

  it('ignores query parameters added by newsletters and social networks', async () => {
    const { api, get, key } = await publisherHost(engine);
    const book = await addHandbook(api);
    await addStory(api, 'One');

    for (const path of [`/books/${book}?fbclid=x&chapter=1`, '/?utm_source=letter']) {
      const { status, text } = await get(path);
      assert.equal(status, 200, path);
      assert.doesNotMatch(text, /fbclid|utm_/);
    }
    const embed = await fetch(api.url + pageUrl({ book, key, utm_source: 'letter' }));
    assert.equal(embed.status, 200);
  });

  it('rejects pages of other origins and invalid host headers', async () => {
    const { api, get } = await publisherHost(engine);
    const book = await addHandbook(api);
    const from = async (origin: string) => (await get(`/books/${book}`, { Origin: origin })).status;

    assert.equal(await from('https://evil.example'), 403);
    assert.equal(await from('null'), 403);
    assert.equal(await from('https://blog.example'), 200);
    assert.equal(await from(`http://${host}`), 200);
    for (const name of [`${host}:80@evil.example`, `${host}:"><b>`, `x@${host}`]) {
      const { status, text } = await get(`/books/${book}`, { Host: name });
      assert.equal(status, 404, name);
      assert.doesNotMatch(text, /evil|<b>/);
    }
  });

  it('serves the resources that its pages fetch', async () => {
    const { api, get } = await publisherHost(engine);
    await addHandbook(api);
    const { page } = await get('/');
    const { book } = Object(page.json('application/json'));
    const { session } = parseVisit((await get('/', { Origin: `http://${host}` }, 'POST')).text);
    const path = (address: string) => address.replace(`http://${host}`, '');

    const headers = { Authorization: `Bearer ${session.token}` };
    const section = await get(`${path(session.content)}/sections/1`, headers);
    const refreshed = await get(
      `${path(session.content)}/session`,
      { ...headers, Origin: `http://${host}` },
      'POST',
    );

    assert.equal(section.status, 200);
    assert.equal(refreshed.status, 200);
    assert.equal((await get(path(book.cover.url))).status, 200);
    assert.match((await get('/robots.txt')).text, /^User-agent: \*/);
  });

  it('is not handled if the host is not verified', async () => {
    const { api, deployment, get } = await publisherHost(engine);
    await api.addDomain(deployment.id, 'pending.press.test');

    for (const name of ['pending.press.test', 'unknown.test', '127.0.0.1']) {
      const { status, headers } = await get('/', { Host: name });
      assert.equal(status, 404, name);
      assert.match(String(headers['content-type']), /problem\+json/, name);
    }
  });

  it('is the canonical URL of the page at /v1/reader/embed', async () => {
    const { api, deployment, key } = await publisherHost(engine);
    const book = await addHandbook(api);

    const response = await fetch(
      api.url + pageUrl({ book, key, deployment: deployment.id, chapter: '1' }),
    );

    assert.equal(
      parsePage(await response.text()).one('link', { rel: 'canonical' })?.attribs['href'],
      `https://${host}/books/the-quiet-page-${book}?chapter=1`,
    );
  });

  it('is not the canonical URL of a book that it does not show', async () => {
    const { api, deployment } = await publisherHost(engine);
    const { text: key } = await api.newKey({
      kind: 'publishable',
      allowedOrigins: ['https://pages.example'],
      privateBooks: 'unlisted',
    });
    const canonicalOf = async (book: string) => {
      const page = await fetch(api.url + pageUrl({ book, key, deployment: deployment.id }));
      return parsePage(await page.text()).one('link', { rel: 'canonical' })?.attribs['href'] ?? '';
    };
    const foreign = await addStory(api, 'One', { account: 'globex' });
    const own = await addStory(api, 'Two', { visibility: 'private' });
    const shown = await addStory(api, 'Three');

    for (const book of [foreign, own]) {
      assert.ok((await canonicalOf(book)).startsWith('http://svc.test/v1/reader/embed'));
    }
    assert.ok((await canonicalOf(shown)).startsWith(`https://${host}/`));
    await api.send('PATCH', `/${deployment.id}`, { keyId: null });
    assert.ok((await canonicalOf(shown)).startsWith('http://svc.test/'));
  });

  it('shows serials without a file', async () => {
    const { api, get } = await publisherHost(engine);
    const { bookId, publish } = await serialBook(api, { readable: false });
    const url = `https://${host}/books/${bookId}`;
    const describe = () => get(`/oembed?${new URLSearchParams({ url })}`);

    assert.doesNotMatch((await get('/')).text, /Serial/);
    assert.equal((await describe()).status, 404);
    await publish('One');
    const { status, page } = await get('/');
    assert.equal(status, 200);
    assert.equal(page.one('svc-reader')?.attribs['book'], bookId);
    assert.equal((await describe()).status, 200);
  });
});

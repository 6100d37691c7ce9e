import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { packDemoBook } from '../../../demo/book/pack-demo-book.ts';
import { importEpub } from '../../../server/import/import-epub.ts';
import { Embed, ReaderSession, SectionContent } from '../../../server/reading-sessions/contract.ts';
import { addBook } from '../books/add-book.ts';
import { testBookEvents } from '../books/import-book.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';

const epub = await packDemoBook();

async function addHandbook(api: TestApi, visibility: 'public' | 'private') {
  const { db, clock, keyContext } = api;
  const accountId = await keyContext.store.findOrCreateAccount(
    'acme',
    keyContext.newId('acc'),
    '2026-11-21T12:00:00Z',
  );
  const context = { db, now: clock.now, newId: keyContext.newId, bookEvents: testBookEvents(api) };
  const { bookId } = await importEpub(context, epub, { accountId, visibility });
  return bookId;
}

/** An embed requested by a page on `https://books.example`. */
async function openBook(api: TestApi) {
  const book = await addHandbook(api, 'public');
  const origin = 'https://books.example';
  const { text: key, id: keyId } = await api.newKey({
    kind: 'publishable',
    allowedOrigins: [origin],
  });
  const headers = { Origin: origin };
  const response = await api.request(`/v1/reader/embed?book=${book}`, { key, headers });
  assert.equal(response.status, 200);
  const { data } = z.object({ data: Embed }).parse(await response.json());
  const local = (address: string) => address.replace('http://svc.test', '');
  return {
    embed: data,
    key,
    keyId,
    book,
    content: local(data.session.content),
    /** Requests content with the session's token. */
    read: (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
      api.request(local(data.session.content) + path, {
        key: data.session.token,
        ...options,
        headers: { ...headers, ...options.headers },
      }),
  };
}

forEachEngine('a reading session', (engine) => {
  it('accepts a publishable key in the query, and the referral in a header', async () => {
    const api = await testApi(engine);
    const { book, key } = await openBook(api);
    const { text: secret } = await api.newKey();
    const statusOf = async (query: string, headers: Record<string, string> = {}) => {
      const all = { Origin: 'https://books.example', Accept: 'application/json', ...headers };
      const response = await api.request(`/v1/reader/embed?book=${book}${query}`, { headers: all });
      return response.status;
    };

    assert.equal(await statusOf(`&key=${key}`), 200);
    assert.equal(await statusOf(`&key=${key}`, { 'Reader-Referral': 'affiliate=a&sub=b' }), 200);
    assert.equal(await statusOf(`&key=${key}`, { 'Reader-Referral': 'affiliate=%20' }), 400);
    assert.equal(await statusOf(`&key=${key}`, { 'Reader-Referral': 'other=a' }), 400);
    assert.equal(await statusOf(`&key=${secret}`), 403);
    assert.equal(await statusOf(''), 401);
  });

  it('warns about a chapter or a locale that does not exist', async () => {
    const api = await testApi(engine);
    const bookId = await addBook(api, { title: 'Whale' });
    const { text: key } = await api.newKey({ tier: 'unlimited' });
    const warnings = async (query: string) => {
      const response = await api.request(`/v1/reader/embed?book=${bookId}${query}`, { key });
      assert.equal(response.status, 200);
      const { meta } = await response.json();
      return meta.warnings.map(({ parameter, value }: Record<string, string>) => [
        parameter,
        value,
      ]);
    };
    assert.deepEqual(await warnings(''), []);
    assert.deepEqual(await warnings('&chapter=0&locale=de-AT'), []);
    assert.deepEqual(await warnings('&locale=zh-Hant-TW'), []);
    assert.deepEqual(await warnings('&chapter=99'), [['chapter', '99']]);
    const id = 'ch_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';
    assert.deepEqual(await warnings(`&chapter=${id}&locale=tlh`), [
      ['chapter', id],
      ['locale', 'tlh'],
    ]);
  });

  it('opens with the first section and its style sheets inline', async () => {
    const { embed } = await openBook(await testApi(engine));

    assert.equal(embed.book.title, 'The Quiet Page');
    assert.equal(embed.first.index, 0);
    assert.deepEqual(Object.keys(embed.styleSheets), embed.first.styles);
    assert.equal(
      embed.positions,
      embed.readingOrder.reduce((sum, { positions }) => sum + positions, 0),
    );
    assert.equal(embed.access.mode, 'full');
  });

  it('opens at the requested section, or at the first section if it does not exist', async () => {
    const api = await testApi(engine);
    const book = await addHandbook(api, 'public');
    const { text: key } = await api.newKey();

    const third = await api.request(`/v1/reader/embed?book=${book}&chapter=2`, { key });
    const outOfRange = await api.request(`/v1/reader/embed?book=${book}&chapter=999`, { key });

    assert.equal((await third.json()).data.first.index, 2);
    assert.equal((await outOfRange.json()).data.first.index, 0);
  });

  it('costs one request of quota, regardless of how much is read', async () => {
    const api = await testApi(engine);
    const { key, embed, read } = await openBook(api);
    for (const { href } of embed.readingOrder) {
      const index = embed.readingOrder.findIndex((item) => item.href === href);
      assert.equal((await read(`/sections/${index}`)).status, 200);
    }

    const me = await api.request('/v1/keys/me', {
      key,
      headers: { Origin: 'https://books.example' },
    });

    assert.equal((await me.json()).data.usage.today, 1);
  });

  it('sends sections brotli-compressed or plain, depending on what the client accepts', async () => {
    const { read } = await openBook(await testApi(engine));

    const compressed = await read('/sections/1', { headers: { 'Accept-Encoding': 'br' } });
    const plain = await read('/sections/1', { headers: { 'Accept-Encoding': 'identity' } });

    assert.equal(compressed.headers.get('Content-Encoding'), 'br');
    assert.equal(plain.headers.get('Content-Encoding'), null);
    const section = z.object({ data: SectionContent }).parse(await compressed.json());
    assert.deepEqual(await plain.json(), section);
    assert.equal(section.data.index, 1);
    assert.match(compressed.headers.get('Cache-Control') ?? '', /immutable/);
  });

  it('responds with 304 to a conditional request for an unchanged section', async () => {
    const { read } = await openBook(await testApi(engine));
    const first = await read('/sections/1');

    const second = await read('/sections/1', {
      headers: { 'If-None-Match': first.headers.get('ETag') ?? '' },
    });

    assert.equal(second.status, 304);
  });

  it('sends style sheets and, by signed URL, images that cannot run scripts', async () => {
    const { embed, read } = await openBook(await testApi(engine));
    const [sheet] = embed.first.styles;
    const css = await read(`/styles/${sheet}`);
    assert.match(css.headers.get('Content-Type') ?? '', /^text\/css/);
    assert.equal(await css.text(), embed.styleSheets[sheet ?? '']);

    const path = await findResource(embed, read);
    const image = await read(`/resources/${path}?${embed.session.resourceQuery}`);

    assert.equal(image.status, 200);
    assert.match(image.headers.get('Content-Type') ?? '', /^image\//);
    assert.equal(image.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.match(image.headers.get('Content-Security-Policy') ?? '', /sandbox/);
  });

  it('rejects an image request with a forged or expired signature', async () => {
    const api = await testApi(engine);
    const { embed, read } = await openBook(api);
    const path = await findResource(embed, read);
    const { resourceQuery } = embed.session;
    const codeOf = async (query: string) =>
      (await (await read(`/resources/${path}?${query}`)).json()).code;

    assert.equal(await codeOf(resourceQuery.replace(/s=../, 's=xx')), 'session_invalid');
    assert.equal(await codeOf(resourceQuery.replace(/e=\d/, 'e=9')), 'session_invalid');
    assert.equal(await codeOf(''), 'invalid_request');
    api.clock.advance(13 * 60 * 60);
    assert.equal(await codeOf(resourceQuery), 'session_expired');
  });

  it('rejects content requests without a token, with a forged one, from another origin, or for another book', async () => {
    const api = await testApi(engine);
    const { content, embed, read } = await openBook(api);
    const codeOf = async (response: Response) => (await response.json()).code;
    const { token } = embed.session;

    assert.equal(await codeOf(await api.request(`${content}/sections/0`)), 'session_invalid');
    assert.equal(
      await codeOf(await api.request(`${content}/sections/0`, { key: `${token}x` })),
      'session_invalid',
    );
    assert.equal(
      await codeOf(await read('/sections/0', { headers: { Origin: 'https://evil.example' } })),
      'origin_not_allowed',
    );
    assert.equal(
      await codeOf(
        await api.request(`/content/ver_01JD4Y0G8W6T0T3M5N9QZK7R2V/sections/0`, { key: token }),
      ),
      'session_invalid',
    );
  });

  it('expires after 15 minutes and continues with a new token', async () => {
    const api = await testApi(engine);
    const { content, read } = await openBook(api);
    api.clock.advance(15 * 60 - 1);
    assert.equal((await read('/sections/0')).status, 200);
    api.clock.advance(1);
    assert.equal((await (await read('/sections/0')).json()).code, 'session_expired');

    const refreshed = await read('/session', { method: 'POST' });
    const { data } = z.object({ data: ReaderSession }).parse(await refreshed.json());

    assert.equal(data.expiresAt, '2026-11-21T12:30:00.000Z');
    const again = await api.request(`${content}/sections/0`, { key: data.token });
    assert.equal(again.status, 200);
  });

  it('cannot be refreshed a day later or after its key is revoked', async () => {
    const api = await testApi(engine);
    const { keyId, read } = await openBook(api);
    await api.keyContext.store.revoke(keyId, '2026-11-21T12:00:00Z');
    const revoked = await read('/session', { method: 'POST' });
    api.clock.advance(24 * 60 * 60);
    const late = await read('/session', { method: 'POST' });

    assert.equal((await revoked.json()).code, 'key_revoked');
    assert.equal((await late.json()).code, 'session_expired');
  });

  it('returns the same 404 for another account’s private book as for a missing one', async () => {
    const api = await testApi(engine);
    const book = await addHandbook(api, 'private');
    const { text: otherKey } = await api.newKey({ account: 'globex' });
    const { text: owner } = await api.newKey({ account: 'acme' });

    const hidden = await api.request(`/v1/reader/embed?book=${book}`, { key: otherKey });
    const missing = await api.request('/v1/reader/embed?book=bk_01JD4Y0G8W6T0T3M5N9QZK7R2V', {
      key: otherKey,
    });

    assert.equal(hidden.status, 404);
    assert.equal((await hidden.json()).code, (await missing.json()).code);
    assert.equal((await api.request(`/v1/reader/embed?book=${book}`, { key: owner })).status, 200);
  });

  it('reports the invalid parameter', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const invalidParameterOf = async (query: string) =>
      (await (await api.request(`/v1/reader/embed?${query}`, { key })).json()).errors?.[0]
        ?.parameter;
    const book = 'book=bk_01JD4Y0G8W6T0T3M5N9QZK7R2V';

    assert.equal(await invalidParameterOf('book=moby'), 'book');
    assert.equal(await invalidParameterOf(''), 'book');
    assert.equal(await invalidParameterOf(`${book}&chapter=-1`), 'chapter');
    assert.equal(await invalidParameterOf(`${book}&theme=neon`), 'theme');
    assert.equal(await invalidParameterOf(`${book}&locale=%00`), 'locale');
    assert.equal(await invalidParameterOf(`${book}&currency=euro`), 'currency');
    assert.equal(await invalidParameterOf(`${book}&affiliate=a/b`), 'affiliate');
    assert.equal(await invalidParameterOf(`${book}&colour=red`), 'colour');
  });

  it('serves the cover without authentication', async () => {
    const api = await testApi(engine);
    const { embed } = await openBook(api);

    const cover = await api.request(String(embed.book.cover?.url).replace('http://svc.test', ''));

    assert.equal(cover.status, 200);
    assert.match(cover.headers.get('Content-Type') ?? '', /^image\//);
  });
});

/** The path of the book's first image. */
async function findResource(
  { readingOrder }: Embed,
  read: (path: string) => Promise<Response>,
): Promise<string> {
  for (const index of readingOrder.keys()) {
    const path = /"src":"resource:([^"]+)"/.exec(
      await (await read(`/sections/${index}`)).text(),
    )?.[1];
    if (path) return path;
  }
  throw new Error('The book has no image.');
}

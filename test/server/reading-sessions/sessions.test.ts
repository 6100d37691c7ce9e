import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { paidBook, shopOrigin } from './paid-book.ts';

const codeOf = async (response: Response): Promise<string> =>
  response.ok ? 'ok' : (await response.json()).code;

forEachEngine('a session opened by an account’s server', (engine) => {
  it('reads the whole paid book without a key and without using quota', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const { id, token, expiresAt } = await book.openSession();
    assert.match(id, /^ses_/);
    assert.equal(expiresAt, '2026-11-21T12:15:00.000Z');
    const used = async () =>
      (await (await api.request('/v1/keys/me', { key: book.secret })).json()).data.usage.today;
    const before = await used();

    const embed = await book.embed(token);
    assert.deepEqual(embed.access, { mode: 'full', until: null, sections: null, expiresAt: null });
    assert.equal((await book.fetchContent(embed, '/sections/5')).status, 200);
    assert.equal(
      (await book.fetchContent(embed, '/sections/5', { Origin: shopOrigin })).status,
      200,
    );
    assert.equal(await used(), before);
  });

  it('opens only its own book', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const response = await sendJson(api, 'POST', '/v1/books', book.secret, { title: 'Other' });
    const { id } = (await response.json()).data;
    await sendJson(api, 'POST', `/v1/books/${id}/chapters`, book.secret, {
      title: 'One',
      content: '<p>One.</p>',
      publishAt: '2026-11-21T11:00:00Z',
    });
    const { token } = await book.openSession();
    const other = await api.request(`/v1/reader/embed?book=${id}`, { key: token });
    assert.ok(['session_invalid', 'book_not_found'].includes(await codeOf(other)));
    const content = '/content/ver_01JD4Y0G8W6T0T3M5N9QZK7R2V/sections/0';
    assert.equal(await codeOf(await api.request(content, { key: token })), 'session_invalid');
  });

  it('is bound to its origin or, if none was given, to the first page that opens it', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const path = `/v1/reader/embed?book=${book.id}`;
    const named = await book.openSession({ origin: shopOrigin });
    const evil = { Origin: 'https://evil.example' };
    const copied = await api.request(path, { key: named.token, headers: evil });
    assert.equal(await codeOf(copied), 'origin_not_allowed');
    assert.equal(copied.headers.get('Access-Control-Allow-Origin'), '*');

    const free = await book.openSession();
    const embed = await book.embed(free.token, '', { headers: { Origin: shopOrigin } });
    assert.equal(
      await codeOf(await book.fetchContent(embed, '/sections/0', evil)),
      'origin_not_allowed',
    );
    const again = await api.request(path, { key: embed.session.token, headers: evil });
    assert.equal(await codeOf(again), 'origin_not_allowed');
  });

  it('expires after 15 minutes unless refreshed, and keeps its restrictions when refreshed', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const { token } = await book.openSession({ access: { mode: 'sample' }, origin: shopOrigin });
    const sample = await book.embed(token);
    const path = `${book.localPath(sample.session.content)}/session`;
    api.clock.advance(15 * 60);
    assert.equal(await codeOf(await book.fetchContent(sample, '/sections/0')), 'session_expired');
    const late = await api.request(`/v1/reader/embed?book=${book.id}`, { key: token });
    assert.equal(await codeOf(late), 'session_expired');

    const refresh = (headers: Record<string, string>) =>
      api.request(path, { key: sample.session.token, method: 'POST', headers });
    // A copied token cannot be refreshed, because browsers send the page's origin.
    const elsewhere: Record<string, string>[] = [
      {},
      { Origin: 'null' },
      { Origin: 'https://evil.example' },
    ];
    for (const headers of elsewhere) {
      assert.equal(await codeOf(await refresh(headers)), 'origin_not_allowed');
    }
    const refreshed = await refresh({ Origin: shopOrigin });
    const session = (await refreshed.json()).data;
    const refreshedEmbed = { ...sample, session };
    assert.equal(session.resourceQuery, sample.session.resourceQuery);
    assert.equal((await book.fetchContent(refreshedEmbed, '/sections/0')).status, 200);
    assert.equal(
      await codeOf(await book.fetchContent(refreshedEmbed, '/sections/5')),
      'not_licensed',
    );
    const evil = { Origin: 'https://evil.example' };
    assert.equal(
      await codeOf(await book.fetchContent(refreshedEmbed, '/sections/0', evil)),
      'origin_not_allowed',
    );
    assert.equal((await book.embed(session.token)).access.mode, 'sample');
    api.clock.advance(24 * 60 * 60);
    const over = await api.request(path, {
      key: session.token,
      method: 'POST',
      headers: { Origin: shopOrigin },
    });
    assert.equal(await codeOf(over), 'session_expired');
  });

  it('can be refreshed while the book exists and has not stopped being free', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api, { mode: 'free' });
    const set = (body: object) => sendJson(api, 'PATCH', `/v1/books/${book.id}`, book.secret, body);
    const { text: otherKey } = await api.newKey({ account: 'globex' });
    const full = await book.embed((await book.openSession()).token);
    const sample = await book.openSession({ access: { mode: 'sample' } });
    const open = await Promise.all(
      [sample.token, book.key, otherKey].map((key) => book.embed(key)),
    );
    const refreshed = async (embed: typeof full) =>
      codeOf(
        await api.request(`${book.localPath(embed.session.content)}/session`, {
          key: embed.session.token,
          method: 'POST',
        }),
      );
    const all = () => Promise.all([full, ...open].map(refreshed));

    assert.deepEqual(await all(), ['ok', 'ok', 'ok', 'ok']);
    await set({ access: { mode: 'sample', share: 0.3 } });
    const over = 'session_expired';
    assert.deepEqual(await all(), ['ok', over, over, over]);
    assert.equal((await book.embed(sample.token)).access.mode, 'sample');
    assert.equal((await book.embed(full.session.token)).access.mode, 'full');
    await set({ access: { mode: 'free' }, visibility: 'private' });
    assert.deepEqual(await all(), ['ok', 'ok', 'ok', 'book_not_found']);
    await api.request(`/v1/books/${book.id}`, { key: book.secret, method: 'DELETE' });
    const gone = 'book_not_found';
    assert.deepEqual(await all(), ['session_ended', 'session_ended', gone, gone]);
  });

  it('ends while the book is open when its access ends', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const access = { mode: 'full', expiresAt: '2026-11-21T12:05:00.000Z' };
    const { token, expiresAt } = await book.openSession({ access });
    assert.equal(expiresAt, access.expiresAt);
    const embed = await book.embed(token);
    assert.equal(embed.access.expiresAt, access.expiresAt);
    const section = await book.fetchContent(embed, '/sections/0');
    assert.equal(section.headers.get('Cache-Control'), 'private, max-age=300, immutable');
    const imageUrl = `${book.localPath(embed.session.content)}/resources/OEBPS/images/last-5.png?${embed.session.resourceQuery}`;
    assert.equal((await api.request(imageUrl)).status, 200);
    api.clock.advance(5 * 60);
    const ended = await book.fetchContent(embed, '/sections/0');
    assert.equal(ended.status, 403);
    assert.equal(await codeOf(ended), 'access_expired');
    const path = `${book.localPath(embed.session.content)}/session`;
    const refreshed = await api.request(path, { key: embed.session.token, method: 'POST' });
    assert.equal(await codeOf(refreshed), 'access_expired');
    const again = await api.request(`/v1/reader/embed?book=${book.id}`, { key: token });
    assert.equal(await codeOf(again), 'access_expired');
    assert.equal(await codeOf(await api.request(imageUrl)), 'session_expired');
  });

  it('stops working within a minute after it is ended or its key is revoked', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const { id, token } = await book.openSession();
    const secondSession = await book.openSession({ readerId: 'reader-2' });
    const [embed, other] = [await book.embed(token), await book.embed(secondSession.token)];
    const imageUrl = `${book.localPath(embed.session.content)}/resources/OEBPS/images/last-5.png?${embed.session.resourceQuery}`;
    assert.equal((await book.fetchContent(embed, '/sections/0')).status, 200);
    const end = (key: string, session: string) =>
      api.request(`/v1/reader/sessions/${session}`, { key, method: 'DELETE' });
    const { text: otherKey } = await api.newKey({ account: 'globex' });
    assert.equal(await codeOf(await end(otherKey, id)), 'session_not_found');
    assert.equal((await end(book.secret, id)).status, 204);
    assert.equal((await end(book.secret, id)).status, 204);
    const refreshed = await api.request(`${book.localPath(embed.session.content)}/session`, {
      key: embed.session.token,
      method: 'POST',
    });
    assert.equal(await codeOf(refreshed), 'session_ended');
    api.clock.advance(31);
    assert.equal(await codeOf(await book.fetchContent(embed, '/sections/0')), 'session_ended');
    assert.equal(await codeOf(await api.request(imageUrl)), 'session_ended');
    const again = await api.request(`/v1/reader/embed?book=${book.id}`, { key: token });
    assert.equal(await codeOf(again), 'session_ended');
    assert.equal((await book.fetchContent(other, '/sections/0')).status, 200);

    await api.keyContext.store.revoke(book.secretId, api.clock.now().toISOString());
    api.clock.advance(31);
    assert.equal(await codeOf(await book.fetchContent(other, '/sections/0')), 'key_revoked');
  });

  it('is rejected with a pointer to the invalid field, and nothing is stored', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const good = { bookId: book.id, readerId: 'r', access: { mode: 'full' } };
    const pointerOf = async (change: object) => {
      const body = { ...good, ...change };
      const response = await sendJson(api, 'POST', '/v1/reader/sessions', book.secret, body);
      assert.equal(response.status, 400, JSON.stringify(change));
      return (await response.json()).errors[0].pointer;
    };
    assert.equal(await pointerOf({ bookId: 'moby' }), '/bookId');
    assert.equal(await pointerOf({ readerId: '' }), '/readerId');
    assert.equal(await pointerOf({ readerId: 'a\u0000b' }), '/readerId');
    assert.equal(await pointerOf({ access: { mode: 'all' } }), '/access/mode');
    const expired = { mode: 'full', expiresAt: '2026-11-21T12:00:00Z' };
    assert.equal(await pointerOf({ access: expired }), '/access/expiresAt');
    assert.equal(await pointerOf({ access: { mode: 'full', share: 1 } }), '/access/share');
    for (const origin of ['shop.example', 'https://shop.example/', 'null', 'file:///']) {
      assert.equal(await pointerOf({ origin }), '/origin', origin);
    }
    const rows = await api.db.query.selectFrom('reader_sessions').selectAll().execute();
    assert.deepEqual(rows, []);
  });

  it('requires a secret key with write permission and, for full access, a book of its own account', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const body = { bookId: book.id, readerId: 'r', access: { mode: 'full' } };
    const post = (key: string, body: object) =>
      sendJson(api, 'POST', '/v1/reader/sessions', key, body);
    assert.equal(await codeOf(await post(book.key, body)), 'permission_denied');
    const { text: readOnlyKey } = await api.newKey({ permissions: ['read:reader'] });
    assert.equal(await codeOf(await post(readOnlyKey, body)), 'permission_denied');
    const { text: globex } = await api.newKey({ account: 'globex' });
    assert.equal(await codeOf(await post(globex, body)), 'not_yours');
    const sample = await post(globex, { ...body, access: { mode: 'sample' } });
    assert.equal(sample.status, 201);
    assert.equal((await book.embed((await sample.json()).data.token)).access.mode, 'sample');
  });
});

forEachEngine('a publishable key', (engine) => {
  it('is rejected on every route for another origin', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const evil = { Origin: 'https://evil.example' };
    for (const path of [
      `/v1/reader/embed?book=${book.id}`,
      `/v1/books/${book.id}`,
      `/v1/books/${book.id}/manifest`,
      `/v1/books/${book.id}/chapters`,
      `/v1/books/${book.id}/search?q=a`,
      '/v1/books',
    ]) {
      const response = await api.request(path, { key: book.key, headers: evil });
      assert.equal(response.status, 403, path);
      assert.equal(await codeOf(response), 'origin_not_allowed');
    }
    const embed = await book.embed(book.key, '', { headers: { Origin: shopOrigin } });
    assert.equal(
      await codeOf(await book.fetchContent(embed, '/sections/0', evil)),
      'origin_not_allowed',
    );
  });

  it('opens at most 60 books a minute for one network', async () => {
    const api = await testApi(engine, { hasBurstLimit: true, trustProxy: '127.0.0.1' });
    const book = await paidBook(api);
    const from = (address: string, key = book.key) =>
      api.request(`/v1/reader/embed?book=${book.id}`, {
        key,
        headers: { 'X-Forwarded-For': address },
      });
    for (let count = 0; count < 60; count += 1) {
      assert.equal((await from(`2001:db8::${count + 1}`)).status, 200);
    }
    const rejected = await from('2001:db8::ffff');
    assert.equal(rejected.status, 429);
    assert.equal(rejected.headers.get('Retry-After'), '60');
    assert.equal(await codeOf(rejected), 'burst');
    assert.equal((await from('2001:db8:0:1::1')).status, 200);
    assert.equal((await from('2001:db8::1', book.secret)).status, 200);
    api.clock.advance(60);
    assert.equal((await from('2001:db8::1')).status, 200);
  });
});

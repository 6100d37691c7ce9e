import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { NewKeyOptions } from '../../../server/keys/issue-key.ts';
import { runSvc } from '../cli/run-svc.ts';
import { addStory } from '../embed-page/page-fixtures.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder, testApi } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';

const origin = 'https://pages.example';
const publishable: Pick<NewKeyOptions, 'kind' | 'allowedOrigins'> = {
  kind: 'publishable',
  allowedOrigins: [origin],
};

forEachEngine("an account's private books", (engine) => {
  /** An account with one public and two private books, and the books visible to a key. */
  const library = async () => {
    const api = await testApi(engine);
    const books = {
      open: await addStory(api, 'Open'),
      listed: await addStory(api, 'Listed', { visibility: 'private' }),
      hidden: await addStory(api, 'Hidden', { visibility: 'private' }),
    };
    const statuses = async (key: string, path: (id: string) => string, headers = {}) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(books).map(async ([name, id]) => {
            const { status } = await api.request(path(id), { key, headers });
            return [name, status] as const;
          }),
        ),
      );
    const found = async (key: string, query = '') => {
      const response = await api.request(`/v1/books?limit=100${query}`, { key });
      const { data } = (await response.json()) as { data: { id: string }[] };
      const names = Object.entries(books).filter(([, id]) => data.some((one) => one.id === id));
      return names.map(([name]) => name);
    };
    return { api, books, statuses, found };
  };
  const paths = [
    (id: string) => `/v1/books/${id}`,
    (id: string) => `/v1/books/${id}/manifest`,
    (id: string) => `/v1/books/${id}/chapters`,
    (id: string) => `/v1/books/${id}/search?q=the`,
    (id: string) => `/v1/reader/embed?book=${id}`,
  ];

  it('are invisible to a publishable key, with and without an origin', async () => {
    const { api, statuses, found } = await library();
    const { text: key } = await api.newKey(publishable);
    for (const path of paths) {
      for (const headers of [{}, { Origin: origin }]) {
        assert.deepEqual(await statuses(key, path, headers), {
          open: 200,
          listed: 404,
          hidden: 404,
        });
      }
    }
    for (const query of ['', '&q=listed', '&q=hidden', '&title=listed']) {
      assert.ok(
        (await found(key, query)).every((name) => name === 'open'),
        query,
      );
    }
    assert.deepEqual(await found(key), ['open']);
    const { text: secret } = await api.newKey();
    assert.deepEqual(await found(secret), ['open', 'listed', 'hidden']);
  });

  it('can be opened and found with a key that lists them', async () => {
    const { api, books, statuses, found } = await library();
    const { text: key } = await api.newKey({ ...publishable, privateBooks: [books.listed] });
    for (const path of paths) {
      assert.deepEqual(await statuses(key, path), { open: 200, listed: 200, hidden: 404 });
    }
    assert.deepEqual(await found(key), ['open', 'listed']);
    assert.deepEqual(await found(key, `&ids=${Object.values(books).join(',')}`), [
      'open',
      'listed',
    ]);
  });

  it('can only be opened by their id with an unlisted key', async () => {
    const { api, statuses, found } = await library();
    const { text: key } = await api.newKey({ ...publishable, privateBooks: 'unlisted' });
    for (const path of paths) {
      assert.deepEqual(await statuses(key, path), { open: 200, listed: 200, hidden: 200 });
    }
    assert.deepEqual(await found(key), ['open']);
    const languages = await api.request('/v1/books/languages', { key });
    const { data } = (await languages.json()) as { data: { count: number }[] };
    assert.equal(
      data.reduce((sum, { count }) => sum + count, 0),
      1,
    );
  });

  it('of other accounts stay invisible, regardless of what a key lists', async () => {
    const { api, books, statuses } = await library();
    const foreign = { ...publishable, account: 'globex' };
    await assert.rejects(api.newKey({ ...foreign, privateBooks: [books.listed] }), {
      code: 'book_not_found',
      message: new RegExp(`^Account globex has no book ${books.listed}`),
    });
    const { text: key } = await api.newKey({ ...foreign, privateBooks: 'unlisted' });
    for (const path of paths) {
      assert.deepEqual(await statuses(key, path), { open: 200, listed: 404, hidden: 404 });
    }
    await assert.rejects(api.newKey({ privateBooks: [books.listed] }), { code: 'invalid_request' });
  });

  it('are selected on the command line', async () => {
    const here = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const create = ['keys', 'create', '--tier', 'basic', '--json', '--publishable'];
    create.push('--origin', origin);
    const unlisted = await runSvc(here, ...create, '--unlisted');
    assert.equal(JSON.parse(unlisted.stdout).privateBooks, 'unlisted');
    const none = await runSvc(here, ...create);
    assert.deepEqual(JSON.parse(none.stdout).privateBooks, []);
    const wrong = await runSvc(here, ...create, '--books', 'bk_1, bk_2');
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /^Account default has no book bk_1, bk_2\. List its books with/);
  });
});

forEachEngine('deployments', (engine) => {
  it('show neither domains nor the key to a publishable key', async () => {
    const api = await testApi(engine);
    const { text: secret } = await api.newKey();
    const { text: key, id: keyId } = await api.newKey(publishable);
    const send = async (path: string, body: unknown) => {
      const response = await api.request(`/v1/reader/deployments${path}`, {
        key: secret,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 201);
      return (await response.json()) as { data: { id: string } };
    };
    const { data } = await send('', { name: 'Example', keyId });
    await send(`/${data.id}/domains`, { host: 'books.press.example' });

    for (const path of ['', `/${data.id}`]) {
      const asPage = await api.request(`/v1/reader/deployments${path}`, { key });
      const text = await asPage.text();
      assert.equal(asPage.status, 200);
      assert.doesNotMatch(text, /svc-reader=|books\.press\.example|key_/);
      const asServer = await api.request(`/v1/reader/deployments${path}`, { key: secret });
      assert.match(await asServer.text(), /svc-reader=.*/);
    }
  });
});

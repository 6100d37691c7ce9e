import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { addBook } from './add-book.ts';

async function setUp(engine: Parameters<typeof testApi>[0], allowLoopback = true) {
  const api = await testApi(engine, { allowLoopback });
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  return { api, key };
}

async function errorPointerOf(api: TestApi, key: string, path: string, body: object) {
  const response = await sendJson(api, path === '/v1/books' ? 'POST' : 'PATCH', path, key, body);
  assert.equal(response.status, 400, JSON.stringify(body));
  const { errors } = await response.json();
  return errors[0].pointer;
}

forEachEngine('book access', (engine) => {
  it('is free by default', async () => {
    const { api, key } = await setUp(engine);
    const made = await sendJson(api, 'POST', '/v1/books', key, { title: 'Free' });
    const { data } = await made.json();
    assert.equal(data.access, null);
    assert.equal(data.buyUrl, null);
  });

  it('can be set, read, replaced and removed', async () => {
    const { api, key } = await setUp(engine);
    const buyUrl = 'https://shop.example/{isbn}?ref={affiliate}&click={clickId}';
    const made = await sendJson(api, 'POST', '/v1/books', key, {
      title: 'Paid',
      access: { mode: 'sample' },
      identifiers: [{ scheme: 'isbn', value: '9780142437247' }],
      buyUrl,
    });
    const { data: book } = await made.json();
    assert.deepEqual(book.access, { mode: 'sample', share: 0.1 });
    assert.equal(book.buyUrl, buyUrl);
    const path = `/v1/books/${book.id}`;
    const patched = async (access: object | null) =>
      (await (await sendJson(api, 'PATCH', path, key, { access })).json()).data.access;
    assert.deepEqual(await patched({ mode: 'sample', sections: ['a.xhtml', 'a.xhtml'] }), {
      mode: 'sample',
      sections: ['a.xhtml'],
    });
    assert.deepEqual(await patched({ mode: 'sample', share: 0.2 }), { mode: 'sample', share: 0.2 });
    assert.deepEqual(await patched({ mode: 'free' }), { mode: 'free' });
    assert.equal(await patched(null), null);
    const shown = await (await api.request(`${path}?fields=access,buyUrl`, { key })).json();
    assert.deepEqual(shown.data, { id: book.id, access: null, buyUrl });
  });

  it('rejects invalid values by pointer and stores nothing', async () => {
    const { api, key } = await setUp(engine);
    const id = await addBook(api, { title: 'Paid' });
    for (const path of ['/v1/books', `/v1/books/${id}`]) {
      const pointerOf = (field: object) =>
        errorPointerOf(api, key, path, { title: 'Paid', ...field });
      assert.equal(await pointerOf({ access: { mode: 'half' } }), '/access/mode');
      assert.equal(await pointerOf({ access: { share: 0.1 } }), '/access/mode');
      assert.equal(await pointerOf({ access: { mode: 'free', share: 0.1 } }), '/access/share');
      for (const share of [0, 1, -1, 'half', null]) {
        assert.equal(await pointerOf({ access: { mode: 'sample', share } }), '/access/share');
      }
      const both = { mode: 'sample', share: 0.1, sections: ['a'] };
      assert.equal(await pointerOf({ access: both }), '/access/share');
      assert.equal(
        await pointerOf({ access: { mode: 'sample', sections: [] } }),
        '/access/sections',
      );
      const spaced = { mode: 'sample', sections: ['one.xhtml', ''] };
      assert.equal(await pointerOf({ access: spaced }), '/access/sections/1');
      for (const buyUrl of [
        'javascript:alert(1)',
        'ftp://shop.example/',
        '//shop.example/',
        'http://shop.example/',
        'https://user:word@shop.example/',
        'https://{isbn}.example/',
        'https://shop.example/{price}',
        'https://shop.example/{isbn',
        '',
      ]) {
        assert.equal(await pointerOf({ buyUrl }), '/buyUrl', buyUrl);
      }
    }
    const { data } = await (await api.request(`/v1/books/${id}`, { key })).json();
    assert.deepEqual([data.access, data.buyUrl], [null, null]);
  });

  it('rejects a purchase URL that names an ISBN for a book without one', async () => {
    const { api, key } = await setUp(engine);
    const buyUrl = 'https://shop.example/{isbn}?click={clickId}';
    const identifiers = [{ scheme: 'isbn', value: '9780142437247' }];
    assert.equal(await errorPointerOf(api, key, '/v1/books', { title: 'Paid', buyUrl }), '/buyUrl');
    const id = await addBook(api, { title: 'Paid' });
    const path = `/v1/books/${id}`;
    assert.equal(await errorPointerOf(api, key, path, { buyUrl }), '/buyUrl');
    assert.equal((await sendJson(api, 'PATCH', path, key, { buyUrl, identifiers })).status, 200);
    assert.equal(await errorPointerOf(api, key, path, { identifiers: [] }), '/buyUrl');
    const neither = { identifiers: [], buyUrl: 'https://shop.example/{bookId}' };
    assert.equal((await sendJson(api, 'PATCH', path, key, neither)).status, 200);
  });

  it('rejects a section that the text does not have', async () => {
    const { api, key } = await setUp(engine);
    const path = `/v1/books/${await addBook(api, { title: 'Paid' })}`;
    const named = (...sections: string[]) => ({ access: { mode: 'sample', sections } });
    assert.equal((await sendJson(api, 'PATCH', path, key, named('one.xhtml'))).status, 200);
    const pointer = await errorPointerOf(api, key, path, named('one.xhtml', 'two.xhtml'));
    assert.equal(pointer, '/access/sections/1');
  });

  it('allows a purchase URL on a loopback address only in development', async () => {
    const shop = { title: 'Paid', buyUrl: 'http://127.0.0.1:8080/{bookId}' };
    const open = await setUp(engine);
    assert.equal((await sendJson(open.api, 'POST', '/v1/books', open.key, shop)).status, 201);
    const closed = await setUp(engine, false);
    assert.equal(await errorPointerOf(closed.api, closed.key, '/v1/books', shop), '/buyUrl');
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Problem } from '../../../server/http/problem.ts';
import type { EventTypeDescription } from '../../../server/webhooks/event-types.ts';
import { addBook } from '../books/add-book.ts';
import { forEachEngine } from '../harness.ts';
import { apiWithWorker } from './api-with-worker.ts';

const url = 'http://127.0.0.1:9999/hook';

forEachEngine('the webhooks of an account', (engine) => {
  it('show their secret once and store it encrypted', async () => {
    const api = await apiWithWorker(engine);
    const { secret, ...webhook } = await api.addWebhook(url, { description: 'the shop' });
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(await api.read(`/v1/webhooks/${webhook.id}`), webhook);
    const { secrets } = await api.db.query
      .selectFrom('webhooks')
      .select('secrets')
      .executeTakeFirstOrThrow();
    assert.ok(!secrets.includes(secret.slice(6)));
  });

  it('are created once per Idempotency-Key, and the stored response is encrypted', async () => {
    const api = await apiWithWorker(engine);
    const add = () =>
      api.request('/v1/webhooks', {
        method: 'POST',
        key: api.key,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
        body: JSON.stringify({ url, events: ['*'] }),
      });
    const first = await (await add()).text();
    assert.equal(await (await add()).text(), first);
    const kept = await api.db.query
      .selectFrom('idempotency_keys')
      .select('body')
      .executeTakeFirstOrThrow();
    const bytes = Buffer.from(kept.body ?? '').toString();
    assert.ok(bytes.length > first.length);
    assert.ok(!bytes.includes('whsec_') && !Buffer.from(bytes, 'base64').includes('whsec_'));
  });

  it('are limited to twenty, even if added simultaneously', async () => {
    const api = await apiWithWorker(engine);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => api.post('/v1/webhooks', { url, events: ['*'] })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(20).fill(201), ...Array(5).fill(409)]);
    const first = await api.request('/v1/webhooks?limit=15', { key: api.key });
    const { data, meta } = await first.json();
    assert.equal(data.length, 15);
    assert.equal(meta.total, 20);
    const next = await api.read<{ id: string }[]>(`/v1/webhooks?cursor=${meta.nextCursor}`);
    const ids = [...data, ...next].map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, 20);
  });

  it('cannot have URLs with control characters or spaces', async () => {
    const api = await apiWithWorker(engine);
    for (const odd of [
      '\r',
      '\n',
      '\t',
      '\r\nHost: x',
      '\u0001',
      '\u007f',
      '\u0085',
      ' ',
      '\u2028',
    ]) {
      for (const wrong of [`${url}${odd}`, `${odd}${url}`, url.replace('hook', `ho${odd}ok`)]) {
        const response = await api.post('/v1/webhooks', { url: wrong, events: ['*'] });
        assert.equal(response.status, 422, JSON.stringify(wrong));
        assert.equal(Problem.parse(await response.json()).errors?.[0]?.pointer, '/url');
      }
    }
  });

  it('can be limited only to books that exist and that the account can see', async () => {
    const api = await apiWithWorker(engine);
    const own = await addBook(api, { title: 'Own', visibility: 'private' });
    const open = await addBook(api, { title: 'Open', account: 'globex' });
    const hidden = await addBook(api, {
      title: 'Hidden',
      account: 'globex',
      visibility: 'private',
    });
    const missing = 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';
    const add = (bookIds: string[]) =>
      api.post('/v1/webhooks', { url, events: ['*'], filters: { bookIds } });
    for (const [bookIds, pointer] of [
      [[own, hidden], '/filters/bookIds/1'],
      [[missing], '/filters/bookIds/0'],
      [[own, open, 'bk_x'], '/filters/bookIds/2'],
    ] as const) {
      const response = await add([...bookIds]);
      assert.equal(response.status, 404, pointer);
      const { code, errors } = Problem.parse(await response.json());
      assert.equal(code, 'book_not_found');
      assert.deepEqual(
        errors?.map((one) => one.pointer),
        [pointer],
      );
    }
    const { data } = await (await add([own, open])).json();
    await api.request(`/v1/books/${own}`, { method: 'DELETE', key: api.key });
    const change = (bookIds: string[]) =>
      api.request(`/v1/webhooks/${data.id}`, {
        method: 'PATCH',
        key: api.key,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ filters: { bookIds } }),
      });
    assert.equal((await change([own, open])).status, 200);
    assert.equal((await change([open, missing])).status, 404);
    assert.equal((await change([open])).status, 200);
    assert.equal((await change([own])).status, 404);
  });

  it('are not found for another account', async () => {
    const api = await apiWithWorker(engine);
    const { id } = await api.addWebhook(url);
    await api.happen();
    const [delivery] = await api.deliveriesOf(id);
    const { text: key } = await api.newKey({ account: 'globex', tier: 'unlimited' });
    const one = `/v1/webhooks/${id}`;
    const asked: [string, string, object?][] = [
      ['GET', one],
      ['PATCH', one, { enabled: false }],
      ['DELETE', one],
      ['POST', `${one}/rotate-secret`, {}],
      ['POST', `${one}/test`],
      ['GET', `${one}/deliveries`],
      ['GET', `${one}/deliveries/${delivery?.id}`],
      ['POST', `${one}/deliveries/${delivery?.id}/retry`],
      ['POST', `${one}/recover`, { since: '2026-01-01T00:00:00Z' }],
    ];
    for (const [method, path, body] of asked) {
      const response = await api.request(path, {
        method,
        key,
        ...(body && {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      assert.equal(response.status, 404, `${method} ${path}`);
      assert.equal(Problem.parse(await response.json()).code, 'webhook_not_found');
    }
    assert.equal((await api.request(one, { method: 'DELETE', key: api.key })).status, 204);
    assert.equal((await api.request(one, { key: api.key })).status, 404);
  });

  it('are rejected with a pointer to the invalid value and are not stored', async () => {
    const api = await apiWithWorker(engine, { allowLoopback: false });
    const right = { url: 'https://shop.example.com/hook', events: ['*'] };
    const wrong: [object, number, string][] = [
      [{ ...right, url }, 422, '/url'],
      [{ ...right, url: 'http://shop.example.com/' }, 422, '/url'],
      [{ ...right, url: 'https://169.254.169.254/' }, 422, '/url'],
      [{ ...right, url: 7 }, 400, '/url'],
      [{ ...right, events: [] }, 400, '/events'],
      [{ ...right, events: ['sale.lost'] }, 400, '/events'],
      [{ ...right, filters: { bookIds: ['x'] } }, 400, '/filters/bookIds/0'],
      [{ ...right, colour: 'red' }, 400, '/colour'],
      [{ ...right, description: 'x'.repeat(501) }, 400, '/description'],
      [{ ...right, enabled: 'yes' }, 400, '/enabled'],
    ];
    for (const [body, status, pointer] of wrong) {
      const response = await api.post('/v1/webhooks', body);
      assert.equal(response.status, status, JSON.stringify(body));
      const { errors = [] } = Problem.parse(await response.json());
      const pointers = errors.map((one) => one.pointer ?? '');
      assert.ok(
        pointers.some((one) => one.startsWith(pointer)),
        `${JSON.stringify(body)}: ${pointers.join()}`,
      );
    }
    assert.deepEqual(await api.read('/v1/webhooks'), []);
  });

  it('need a separate permission', async () => {
    const api = await apiWithWorker(engine);
    const { text: reading } = await api.newKey({ permissions: ['read:webhooks'] });
    const refused = await api.post('/v1/webhooks', { url, events: ['*'] }, reading);
    assert.equal(refused.status, 403);
    assert.deepEqual(await api.read('/v1/webhooks', reading), []);
    const { text: other } = await api.newKey({ permissions: ['read:books'] });
    assert.equal((await api.request('/v1/events', { key: other })).status, 403);
  });

  it('list every event type with a schema and an example', async () => {
    const api = await apiWithWorker(engine);
    const types = await api.read<EventTypeDescription[]>('/v1/webhooks/event-types');
    assert.equal(types.length, 15);
    assert.ok(types.every(({ type, example }) => example.type === type));
    const document = await (await api.request('/v1/openapi.json')).json();
    assert.deepEqual(
      Object.keys(document.webhooks),
      types.map(({ type }) => type),
    );
  });
});

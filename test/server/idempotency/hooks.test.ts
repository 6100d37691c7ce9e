import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FastifyPluginAsync } from 'fastify';
import { packDemoBook } from '../../../demo/book/pack-demo-book.ts';
import { Failure } from '../../../server/failure.ts';
import { Problem } from '../../../server/http/problem.ts';
import { type Engine, type Queries } from '../../../server/db/open.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { eventLogWithWebhooks } from '../../../server/event-log-with-webhooks.ts';
import { idempotentDatabase } from '../../../server/idempotency/idempotent-database.ts';
import type { IdempotencyLock } from '../../../server/idempotency/contract.ts';
import { idempotencyStore } from '../../../server/idempotency/store.ts';
import { secretBox } from '../../../server/values/secret-box.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';

/** Routes that count their executions. */
function countingRoutes() {
  const ran: string[] = [];
  let hold: Promise<void> | null = null;
  const routes: FastifyPluginAsync = async (app) => {
    const schema = { hide: true };
    const config = { permission: 'write:books' } as const;
    for (const name of ['one', 'other']) {
      app.post(`/v1/test/${name}`, { schema, config }, async ({ body }, reply) => {
        ran.push(name);
        await hold;
        reply.status(201).header('Location', `/v1/test/${name}/${ran.length}`);
        return { data: { body, run: ran.length } };
      });
    }
    app.post('/v1/test/refuse', { schema, config }, async () => {
      ran.push('refuse');
      throw new Failure('conflict', 'It is there already.');
    });
    app.post('/v1/test/fail', { schema, config }, async () => {
      ran.push('fail');
      throw new Error('a fault of ours');
    });
  };
  return { ran, routes, holdUntil: (until: Promise<void> | null) => void (hold = until) };
}

interface Posting {
  key: string;
  idempotencyKey: string;
  to?: string;
  body?: string;
}

function post(
  api: TestApi,
  { key, idempotencyKey, to = '/v1/test/one', body = '{"a":1}' }: Posting,
) {
  return api.request(to, {
    key,
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
  });
}

async function codeOf(response: Response) {
  return [response.status, Problem.parse(await response.json()).code];
}

const box = secretBox(['a secret of thirty-two characters']);

forEachEngine('a POST with an Idempotency-Key', (engine) => {
  it('is executed once, and its response is replayed', async () => {
    const { ran, routes } = countingRoutes();
    const api = await testApi(engine, { plugins: [routes] });
    const { text: key } = await api.newKey();

    const first = await post(api, { key, idempotencyKey: 'a' });
    const again = await post(api, { key, idempotencyKey: 'a', body: '{ "a": 1 }' });

    assert.deepEqual(ran, ['one']);
    assert.equal(first.headers.get('Idempotent-Replayed'), null);
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true');
    assert.equal(again.status, 201);
    assert.equal(again.headers.get('Location'), '/v1/test/one/1');
    assert.equal(again.headers.get('Content-Type'), 'application/json; charset=utf-8');
    assert.deepEqual(await again.json(), { data: { body: { a: 1 }, run: 1 } });
    assert.deepEqual(await first.json(), { data: { body: { a: 1 }, run: 1 } });
    assert.notEqual(again.headers.get('Request-Id'), first.headers.get('Request-Id'));
    assert.equal(again.headers.get('X-RateLimit-Remaining'), '98');
  });

  it('is rejected if the key was used for a different request', async () => {
    const { ran, routes } = countingRoutes();
    const api = await testApi(engine, { plugins: [routes] });
    const { text: key } = await api.newKey();
    await post(api, { key, idempotencyKey: 'a' });

    const reused = [422, 'idempotency_key_reused'];
    assert.deepEqual(
      await codeOf(await post(api, { key, idempotencyKey: 'a', body: '{"a":2}' })),
      reused,
    );
    assert.deepEqual(
      await codeOf(await post(api, { key, idempotencyKey: 'a', to: '/v1/test/one?b=1' })),
      reused,
    );
    assert.deepEqual(ran, ['one']);
  });

  it('is a separate operation on another route, for another account or without the key', async () => {
    const { ran, routes } = countingRoutes();
    const api = await testApi(engine, { plugins: [routes] });
    const { text: key } = await api.newKey();
    const { text: sameAccount } = await api.newKey();
    const { text: otherAccount } = await api.newKey({ account: 'globex' });
    await post(api, { key, idempotencyKey: 'a' });

    await post(api, { key, idempotencyKey: 'a', to: '/v1/test/other' });
    await post(api, { key: otherAccount, idempotencyKey: 'a', body: '{"a":2}' });
    const other = await post(api, { key: sameAccount, idempotencyKey: 'a' });
    assert.equal(other.headers.get('Idempotent-Replayed'), 'true');
    for (let time = 0; time < 2; time += 1) {
      await api.request('/v1/test/one', { key, method: 'POST' });
    }
    assert.deepEqual(ran, ['one', 'other', 'one', 'one', 'one']);
  });

  it('waits for the response while the first request is running in any process', async () => {
    const { ran, routes, holdUntil } = countingRoutes();
    const patient = { plugins: [routes], idempotencyWaitMs: 60_000 };
    const api = await testApi(engine, patient);
    const beside = await testApi(engine, { ...patient, db: api.db, clock: api.clock });
    const { text: key } = await api.newKey();
    const { promise, resolve } = Promise.withResolvers<void>();
    holdUntil(promise);

    const asked = Array.from({ length: 20 }, (_, index) =>
      post(index % 2 ? api : beside, { key, idempotencyKey: 'a' }),
    );
    while (ran.length === 0) await new Promise(setImmediate);
    resolve();
    const answers = await Promise.all(asked);

    assert.deepEqual(ran, ['one']);
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    assert.equal(new Set(bodies).size, 1);
    assert.ok(answers.every(({ status }) => status === 201));
    const replays = answers.filter(({ headers }) => headers.has('Idempotent-Replayed'));
    assert.equal(replays.length, 19);
  });

  it('is executed by a waiting request if the first request fails', async () => {
    const { ran, routes } = countingRoutes();
    const api = await testApi(engine, { plugins: [routes], idempotencyWaitMs: 60_000 });
    const { text: key } = await api.newKey();
    const asked = Array.from({ length: 3 }, () =>
      post(api, { key, idempotencyKey: 'a', to: '/v1/test/fail' }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    assert.deepEqual(statuses, [500, 500, 500]);
    assert.deepEqual(ran, ['fail', 'fail', 'fail']);
  });

  it('is rejected if the first request is still running after the timeout', async () => {
    const { ran, routes, holdUntil } = countingRoutes();
    const impatient = { plugins: [routes], idempotencyWaitMs: 0 };
    const api = await testApi(engine, impatient);
    const beside = await testApi(engine, { ...impatient, db: api.db, clock: api.clock });
    const { text: key } = await api.newKey();
    const { promise, resolve } = Promise.withResolvers<void>();
    holdUntil(promise);

    const asked = Array.from({ length: 6 }, (_, index) =>
      post(index % 2 ? api : beside, { key, idempotencyKey: 'a' }),
    );
    const refused = await Promise.race(asked);
    assert.equal(refused.headers.get('Retry-After'), '1');
    assert.deepEqual(await codeOf(refused.clone()), [409, 'idempotency_key_in_use']);
    resolve();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);

    assert.equal(statuses.filter((status) => status === 201).length >= 1, true);
    assert.deepEqual(ran, ['one']);
    const replayed = await post(beside, { key, idempotencyKey: 'a' });
    assert.equal(replayed.headers.get('Idempotent-Replayed'), 'true');
  });

  it('stores client errors but not server errors', async () => {
    const { ran, routes } = countingRoutes();
    const api = await testApi(engine, { plugins: [routes] });
    const { text: key } = await api.newKey();
    for (const to of ['/v1/test/refuse', '/v1/test/fail']) {
      for (let time = 0; time < 2; time += 1) await post(api, { key, idempotencyKey: 'a', to });
    }
    assert.deepEqual(ran, ['refuse', 'fail', 'fail']);
    const again = await post(api, { key, idempotencyKey: 'a', to: '/v1/test/refuse' });
    assert.deepEqual(await codeOf(again), [409, 'conflict']);
  });

  it('can be reused after a day', async () => {
    const { ran, routes } = countingRoutes();
    const api = await testApi(engine, { plugins: [routes] });
    const { text: key } = await api.newKey();
    for (const idempotencyKey of ['a', 'b']) await post(api, { key, idempotencyKey });
    api.clock.advance(24 * 3600 - 1);
    await post(api, { key, idempotencyKey: 'a' });
    assert.equal(ran.length, 2);
    api.clock.advance(1 + 3600);
    await post(api, { key, idempotencyKey: 'a', body: '{"a":2}' });
    assert.equal(ran.length, 3);
    const rows = await api.db.query.selectFrom('idempotency_keys').select('key').execute();
    assert.deepEqual(
      rows.map((row) => row.key),
      ['a'],
    );
  });

  it('rejects an invalid key', async () => {
    const { ran, routes } = countingRoutes();
    const api = await testApi(engine, { plugins: [routes] });
    const { text: key } = await api.newKey();
    for (const idempotencyKey of ['', 'two words', 'x'.repeat(256), 'ü']) {
      const response = await post(api, { key, idempotencyKey });
      assert.equal(response.status, 400, idempotencyKey);
      const { errors } = Problem.parse(await response.json());
      assert.deepEqual(errors?.[0]?.parameter, 'Idempotency-Key');
    }
    assert.equal((await post(api, { key, idempotencyKey: `!${'x'.repeat(253)}~` })).status, 201);
    assert.deepEqual(ran, ['one']);
  });

  it('adds a book once, as a file or as a form with any boundary', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const epub = new Uint8Array(await packDemoBook());
    const file = { 'Content-Type': 'application/epub+zip', 'Idempotency-Key': 'file' };
    const asFile = async () =>
      await api.request('/v1/books', { key, method: 'POST', body: epub, headers: file });
    const asForm = async (boundary: string) =>
      await api.request('/v1/books', {
        key,
        method: 'POST',
        body: formOf(epub, boundary),
        headers: {
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
          'Idempotency-Key': 'form',
        },
      });

    const first = await asFile();
    assert.equal(first.status, 201);
    const again = await asFile();
    assert.equal(again.status, 201);
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true');
    assert.deepEqual(await again.json(), await first.json());
    assert.equal((await asForm('one')).status, 200);
    assert.equal((await asForm('two')).headers.get('Idempotent-Replayed'), 'true');
  });

  it('of a dead process releases its key when the lease ends, and cannot complete after that', async () => {
    const api = await testApi(engine);
    await api.newKey();
    let tokens = 0;
    const store = idempotencyStore({
      db: api.db,
      now: api.clock.now,
      newToken: () => `token ${(tokens += 1)}`,
      box,
    });
    const idempotencyKey = { accountId: await accountId(api), route: 'POST /v1/books', key: 'a' };
    const answer = { status: 201, headers: {}, body: Buffer.from('late') };

    const first = { idempotencyKey, token: 'token 1', committedResults: [] };
    assert.deepEqual(await store.claim(idempotencyKey, 'd', true), {
      outcome: 'claimed',
      held: first,
    });
    api.clock.advance(359);
    assert.deepEqual(await store.claim(idempotencyKey, 'd', true), { outcome: 'running' });
    api.clock.advance(1);
    const second = await store.claim(idempotencyKey, 'd', false);
    assert.ok(second.outcome === 'claimed');
    await store.complete(first, answer);
    await store.release(first);
    assert.deepEqual(await store.claim(idempotencyKey, 'd', false), { outcome: 'running' });
    await store.release(second.held);
    const third = await store.claim(idempotencyKey, 'e', false);
    assert.equal(third.outcome, 'claimed');
    api.clock.advance(29);
    assert.deepEqual(await store.claim(idempotencyKey, 'e', false), { outcome: 'running' });
    api.clock.advance(1);
    assert.equal((await store.claim(idempotencyKey, 'f', false)).outcome, 'claimed');
  });

  it('of a process that died before responding continues where it ended', async () => {
    const { store, idempotencyKey, clock, claimed, carryOut } = await onceCarriedOut(engine);
    const first = await claimed('d');
    assert.deepEqual(await carryOut(first, 2), [1, 2]);

    assert.deepEqual(await store.claim(idempotencyKey, 'd', false), { outcome: 'running' });
    clock.advance(30);
    assert.deepEqual(await store.claim(idempotencyKey, 'other', false), { outcome: 'reused' });
    const second = await claimed('d');
    assert.deepEqual(second.committedResults, [1, 2]);
    // The first two results are from the earlier executions, and the third is new.
    assert.deepEqual(await carryOut(second, 3), [1, 2, 3]);
  });

  it('that fails after a commit can be retried immediately without being executed again', async () => {
    const { store, claimed, carryOut } = await onceCarriedOut(engine);
    const first = await claimed('d');
    await carryOut(first, 1);
    await store.release(first);

    assert.deepEqual(await carryOut(await claimed('d'), 1), [1]);
  });

  it('whose lease ended can no longer change anything', async () => {
    const { claimed, carryOut, clock, runs } = await onceCarriedOut(engine);
    const first = await claimed('d');
    clock.advance(30);
    const second = await claimed('d');

    await assert.rejects(carryOut(first, 1), { code: 'idempotency_key_in_use' });
    assert.equal(await runs(), 0);
    assert.deepEqual(await carryOut(second, 1), [1]);
    assert.equal(await runs(), 1);
  });
});

/** A countable change. Each transaction appends an event and returns the number of events. */
async function onceCarriedOut(engine: Engine) {
  const { db, clock, newKey, ...api } = await testApi(engine);
  await newKey();
  const newId = idGenerator(() => clock.now().getTime());
  const store = idempotencyStore({ db, now: clock.now, newToken: () => newId('idm'), box });
  const once = idempotentDatabase(db, clock.now);
  const account = await accountId({ db, clock, newKey, ...api });
  const idempotencyKey = { accountId: account, route: 'POST /v1/sales', key: 'a' };
  const log = eventLogWithWebhooks({ now: clock.now, newId });
  const resourceId = newId('wh');
  const object = { webhookId: resourceId, description: null };
  const ping = { type: 'ping', accountId: account, resourceId, object } as const;
  const counted = async (query: Queries) =>
    (await query.selectFrom('events').select('id').execute()).length;

  return {
    store,
    idempotencyKey,
    clock,
    runs: () => counted(db.query),

    async claimed(digest: string): Promise<IdempotencyLock> {
      const claim = await store.claim(idempotencyKey, digest, false);
      assert.ok(claim.outcome === 'claimed');
      return claim.held;
    },

    carryOut(held: IdempotencyLock, transactions: number): Promise<number[]> {
      const { promise, resolve } = Promise.withResolvers<number[]>();
      store.runWithLock(held, () => {
        resolve(
          (async () => {
            const given: number[] = [];
            for (let at = 0; at < transactions; at += 1) {
              given.push(
                await once.transaction(async (tx) => {
                  await log.append(tx, { ...ping, bookId: null, isPublic: false });
                  return counted(tx);
                }),
              );
            }
            return given;
          })(),
        );
      });
      return promise;
    },
  };
}

async function accountId({ db }: TestApi): Promise<string> {
  return (await db.query.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;
}

function formOf(file: Uint8Array, boundary: string): Uint8Array<ArrayBuffer> {
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.epub"\r\n` +
    'Content-Type: application/epub+zip\r\n\r\n';
  return new Uint8Array(
    Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--`)]),
  );
}

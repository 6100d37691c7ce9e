import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, it } from 'node:test';
import { migrate } from '../../../server/db/migrate.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { eventLogWithWebhooks } from '../../../server/event-log-with-webhooks.ts';
import { keyStore } from '../../../server/keys/store.ts';
import { createDeliveryWorker } from '../../../server/webhooks/create-delivery-worker.ts';
import { endpointStore } from '../../../server/webhooks/endpoint-store.ts';
import { secretBox } from '../../../server/values/secret-box.ts';
import { sender } from '../../../server/webhooks/sender.ts';
import { generateSecret } from '../../../server/webhooks/signature.ts';
import { addBook } from '../books/add-book.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder, TestClock } from '../harness.ts';
import { endProcess, toEnvironment, startProcess } from '../server-process.ts';
import { apiWithWorker } from './api-with-worker.ts';
import { receiver, verified } from './receiver.ts';

forEachEngine('several workers', (engine) => {
  it('share due deliveries without duplicates', async () => {
    const api = await apiWithWorker(engine);
    const targets = await Promise.all([1, 2, 3].map(() => receiver()));
    const webhooks = await Promise.all(targets.map(({ url }) => api.addWebhook(url)));
    for (let count = 0; count < 3; count += 1) api.startWorker({ concurrency: 16 });

    const changes = Array.from({ length: 60 }, (_, at) =>
      api.happen({ resourceId: `s_${at % 7}` }),
    );
    await Promise.all(changes);
    await Promise.all(targets.map((target) => target.count(60)));
    for (const { id } of webhooks) {
      while ((await api.deliveriesOf(id)).some(({ state }) => state !== 'delivered'));
    }

    for (const { received } of targets) {
      assert.equal(received.length, 60);
      assert.equal(new Set(received.map(({ event }) => event.id)).size, 60);
    }
  });

  it('do not let a hanging webhook block another', async () => {
    const api = await apiWithWorker(engine);
    const hanging = await receiver(() => undefined);
    const quick = await receiver();
    await api.addWebhook(hanging.url, { events: ['review.created'] });
    await api.addWebhook(quick.url, { events: ['sale.completed'] });
    for (let count = 0; count < 30; count += 1) await api.happen({ type: 'review.created' });
    for (let count = 0; count < 30; count += 1) await api.happen();
    api.startWorker({ concurrency: 12, concurrencyPerEndpoint: 4 });

    await quick.count(30);
    assert.equal(hanging.received.length, 4);
  });

  it('claim the deliveries of a killed worker', async () => {
    const address = await newDatabaseLocation(engine);
    const db = openDatabase(address);
    const stops: (() => Promise<void>)[] = [];
    after(async () => {
      for (const stop of stops) await stop();
      await db.close();
    });
    await migrate(db, () => new Date());
    const secret = 'a secret of thirty-two characters';
    const newId = idGenerator(Date.now);
    const clock = new TestClock(new Date().toISOString());
    const events = eventLogWithWebhooks({ now: clock.now, newId });
    const accountId = await keyStore(db).findOrCreateAccount(
      'acme',
      newId('acc'),
      clock.now().toISOString(),
    );
    const target = await receiver(() => undefined);
    const signing = generateSecret(randomBytes);
    await endpointStore({ db, now: clock.now, newId, events }).add(
      accountId,
      {
        url: target.url,
        events: ['*'],
        description: null,
        filters: { bookIds: [] },
        enabled: true,
      },
      secretBox([secret]).seal(signing),
    );

    const worker = await startProcess({
      ...toEnvironment(address, temporaryFolder()),
      SVC_ROLE: 'worker',
      SVC_SECRET: secret,
      SVC_WEBHOOK_LOOPBACK: 'on',
    });
    await db.transaction((tx) =>
      events.append(tx, {
        type: 'sale.completed',
        accountId,
        resourceId: 'sale_1',
        bookId: null,
        isPublic: false,
        object: { id: 'sale_1' },
      }),
    );
    await target.count(1);
    assert.equal(await endProcess(worker, 'SIGKILL'), 'SIGKILL');

    target.become(undefined);
    clock.set(new Date(Date.now() + 61_000).toISOString());
    const attempts = sender({ allowLoopback: true, now: clock.now });
    const other = createDeliveryWorker({
      db,
      events,
      sender: attempts,
      secrets: [secret],
      now: clock.now,
      random: Math.random,
      log: console,
    });
    stops.push(
      () => other.stop(),
      () => attempts.close(),
    );
    other.start();
    await target.count(2);
    const [first, second] = target.received;
    assert.ok(first && second);
    assert.equal(first.body, second.body);
    assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
    verified(second, signing);
  });
});

forEachEngine('an event', (engine) => {
  it('is logged and sent only after its change is committed', async () => {
    const api = await apiWithWorker(engine);
    const { id } = await api.addWebhook('http://127.0.0.1:9999/');
    const broken = api.db.transaction(async (tx) => {
      await api.events.append(tx, {
        type: 'sale.completed',
        accountId: api.accountId,
        resourceId: 'sale_1',
        bookId: null,
        isPublic: false,
        object: {},
      });
      throw new Error('rolled back');
    });
    await assert.rejects(broken, /rolled back/);
    assert.deepEqual(await api.read('/v1/events'), []);
    assert.deepEqual(await api.deliveriesOf(id), []);
  });

  it('leaves no gap in the log under concurrent writes and reads', async () => {
    const api = await apiWithWorker(engine);
    const writing = Promise.all(Array.from({ length: 80 }, () => api.happen()));
    let seen = 0;
    while (seen < 80) {
      const path = `/v1/events?limit=100&after=${seen}`;
      const page = await api.read<{ position: number; event: { sequence: number } }[]>(path);
      page.forEach(({ position, event }, at) => {
        assert.equal(position, seen + at + 1);
        assert.equal(event.sequence, position);
      });
      seen += page.length;
    }
    await writing;
    assert.equal(seen, 80);
  });

  it('about a public book goes to other accounts that follow it, but not sales and private books', async () => {
    const api = await apiWithWorker(engine);
    const { text: globex } = await api.newKey({ account: 'globex', tier: 'unlimited' });
    const [named, all] = [await receiver(), await receiver()];
    const bookId = await addBook(api, { title: 'Followed' });
    await api.addWebhook(named.url, { filters: { bookIds: [bookId] } }, globex);
    await api.addWebhook(all.url, {}, globex);
    api.startWorker();
    await api.happen({ type: 'chapter.published', bookId, isPublic: true, resourceId: 'ch_1' });
    await api.happen({ type: 'sale.completed', bookId, isPublic: false });
    await api.happen({ type: 'chapter.published', bookId, isPublic: false, resourceId: 'ch_2' });
    await api.happen({ type: 'book.updated', bookId, isPublic: true, resourceId: bookId });
    await named.count(2);
    const types = named.received.map(({ event }) => event.type);
    assert.deepEqual(types.sort(), ['book.updated', 'chapter.published']);
    assert.deepEqual(all.received, []);
    const log = await api.read<unknown[]>('/v1/events', globex);
    assert.equal(log.length, 2);
  });
});

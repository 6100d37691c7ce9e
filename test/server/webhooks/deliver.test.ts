import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../harness.ts';
import { apiWithWorker } from './api-with-worker.ts';
import { receiver, verified } from './receiver.ts';

forEachEngine('a webhook', (engine) => {
  it('receives every event once, signed, with the body in the log', async () => {
    const api = await apiWithWorker(engine);
    const target = await receiver();
    const { secret } = await api.addWebhook(target.url);
    api.startWorker();

    for (let number = 0; number < 20; number += 1) await api.happen();
    await target.count(20);

    for (const one of target.received) verified(one, secret);
    const ids = target.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 20);
    const sequences = target.received.map(({ event }) => event.sequence).sort((a, b) => a - b);
    assert.deepEqual(
      sequences,
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    const log = await api.read<{ position: number; event: object }[]>('/v1/events?limit=100');
    assert.deepEqual(
      log.map(({ position }) => position),
      sequences,
    );
    const bodies = new Set(target.received.map(({ body }) => body));
    assert.ok(log.every(({ event }) => bodies.has(JSON.stringify(event))));
  });

  it('is retried later if it fails, with the same id and body', async () => {
    const api = await apiWithWorker(engine);
    const target = await receiver((response) => response.writeHead(500).end('broken'));
    const { id, secret } = await api.addWebhook(target.url);
    const worker = api.startWorker();
    await api.happen();

    const failed = await api.delivery(id, ({ attemptCount }) => attemptCount === 1);
    assert.equal(failed.state, 'pending');
    const waitMs = Date.parse(failed.nextAttemptAt ?? '') - api.clock.now().getTime();
    assert.equal(waitMs, 5000);
    assert.deepEqual(
      failed.attempts.map(({ status, answer }) => [status, answer]),
      [[500, 'broken']],
    );

    target.become(undefined);
    api.clock.advance(5);
    worker.wake();
    const done = await api.delivery(id, ({ state }) => state === 'delivered');
    assert.equal(done.attemptCount, 2);
    assert.deepEqual(
      done.attempts.map(({ number, status }) => [number, status]),
      [
        [1, 500],
        [2, 204],
      ],
    );
    const [first, second] = target.received;
    assert.ok(first && second);
    assert.equal(first.body, second.body);
    for (const [at, { requestHeaders }] of done.attempts.entries()) {
      assert.equal(Object.keys(requestHeaders ?? {}).length, 5);
      for (const [name, value] of Object.entries(requestHeaders ?? {}))
        assert.equal(target.received[at]?.headers[name], value, name);
    }
    assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
    verified(second, secret);
  });

  it('fails after ten attempts and can be recovered with ten more', async () => {
    const api = await apiWithWorker(engine);
    const target = await receiver((response) => response.writeHead(503).end());
    const { id } = await api.addWebhook(target.url);
    api.startWorker();
    const since = api.clock.now().toISOString();
    await api.happen();
    for (let count = 1; count <= 10; count += 1) {
      const one = await api.delivery(id, ({ attemptCount }) => attemptCount === count);
      if (one.nextAttemptAt) api.clock.set(one.nextAttemptAt);
    }
    const failed = await api.delivery(id, ({ state }) => state === 'failed');
    assert.equal(failed.nextAttemptAt, null);

    target.become(undefined);
    const answer = await api.post(`/v1/webhooks/${id}/recover`, { since });
    assert.equal(answer.status, 202);
    assert.deepEqual((await answer.json()).data, { recovered: 1 });
    const done = await api.delivery(id, ({ state }) => state === 'delivered');
    assert.equal(done.attemptCount, 11);
  });

  it('is disabled immediately by a 410, and later events are held until recovery', async () => {
    const api = await apiWithWorker(engine);
    const gone = await receiver((response) => response.writeHead(410).end());
    const other = await receiver();
    const { id } = await api.addWebhook(gone.url, { events: ['sale.completed'] });
    await api.addWebhook(other.url, { events: ['webhook.disabled'] });
    api.startWorker();
    const since = api.clock.now().toISOString();
    await api.happen();
    await other.count(1);
    assert.equal(other.received[0]?.event.type, 'webhook.disabled');
    assert.equal(other.received[0].event.data.object['id'], id);

    await api.happen();
    const states = (await api.deliveriesOf(id)).map(({ state }) => state);
    assert.deepEqual(states, ['held', 'held']);
    const refused = await api.post(`/v1/webhooks/${id}/recover`, { since });
    assert.equal(refused.status, 409);

    gone.become(undefined);
    const enabled = await api.request(`/v1/webhooks/${id}`, {
      method: 'PATCH',
      key: api.key,
      headers: { 'Content-Type': 'application/json' },
      body: '{"enabled":true}',
    });
    assert.equal((await enabled.json()).data.disabled, null);
    const answer = await api.post(`/v1/webhooks/${id}/recover`, { since });
    assert.deepEqual((await answer.json()).data, { recovered: 2 });
    await gone.count(3);
  });

  it('is disabled after 120 hours without a success', async () => {
    const api = await apiWithWorker(engine);
    const target = await receiver((response) => response.writeHead(500).end());
    const { id } = await api.addWebhook(target.url);
    const worker = api.startWorker();
    await api.happen();
    await api.delivery(id, ({ attemptCount }) => attemptCount === 1);
    for (const hours of [119, 1]) {
      api.clock.advance(hours * 3600);
      await api.happen({ resourceId: `sale_${hours}` });
      worker.wake();
      // A retry of the previous delivery may have disabled it already.
      await api.delivery(id, (one) => one.attemptCount === 1 || one.state === 'held');
      const { enabled, disabled } = await api.read<{ enabled: boolean; disabled: object | null }>(
        `/v1/webhooks/${id}`,
      );
      assert.equal(enabled, hours === 119);
      if (!enabled) {
        assert.deepEqual(disabled, { reason: 'failing', at: api.clock.now().toISOString() });
      }
    }
  });

  it('is signed with both secrets during a rotation, and then only with the new secret', async () => {
    const api = await apiWithWorker(engine);
    const target = await receiver();
    const { id, secret: old } = await api.addWebhook(target.url);
    api.startWorker();
    const rotated = await api.post(`/v1/webhooks/${id}/rotate-secret`, { overlapSeconds: 60 });
    const { secret } = (await rotated.json()).data;

    await api.happen();
    await target.count(1);
    api.clock.advance(60);
    await api.happen();
    await target.count(2);

    const [during, later] = target.received;
    assert.ok(during && later);
    verified(during, old);
    verified(during, secret);
    verified(later, secret);
    assert.throws(() => verified(later, old));
  });

  it('is tested with a ping sent only to it, whose delivery can be retried', async () => {
    const api = await apiWithWorker(engine);
    const [target, other] = [await receiver(), await receiver()];
    const { id, secret } = await api.addWebhook(target.url, { events: ['sale.refunded'] });
    await api.addWebhook(other.url);
    api.startWorker();
    const answer = await api.post(`/v1/webhooks/${id}/test`, {});
    assert.equal(answer.status, 202);
    const delivery = (await answer.json()).data;
    assert.equal(delivery.type, 'ping');
    await api.delivery(id, ({ state }) => state === 'delivered');
    const again = await api.post(`/v1/webhooks/${id}/deliveries/${delivery.id}/retry`, {});
    assert.equal(again.status, 202);
    await target.count(2);
    const [first, second] = target.received;
    assert.ok(first && second);
    verified(second, secret);
    assert.equal(first.body, second.body);
    await api.happen();
    await other.count(1);
    assert.deepEqual(
      other.received.map(({ event }) => event.type),
      ['sale.completed'],
    );
  });
});

import { after } from 'node:test';
import { idGenerator } from '../../../server/db/id-generator.ts';
import type { Engine } from '../../../server/db/open.ts';
import { eventLogWithWebhooks } from '../../../server/event-log-with-webhooks.ts';
import type { NewEvent } from '../../../server/events/contract.ts';
import {
  type Delivery,
  type DeliveryWithAttempts,
  type Webhook,
} from '../../../server/webhooks/contract.ts';
import { eventDefinitions } from '../../../server/webhooks/event-types.ts';
import { createDeliveryWorker } from '../../../server/webhooks/create-delivery-worker.ts';
import { sender } from '../../../server/webhooks/sender.ts';
import type { DeliveryWorker } from '../../../server/webhooks/delivery-worker.ts';
import { testApi, type TestApiOptions, TestClock } from '../harness.ts';

export type ApiWithWorker = Awaited<ReturnType<typeof apiWithWorker>>;

/** The app with a worker. Its clock is stopped at the current time, which receivers check. */
export async function apiWithWorker(engine: Engine, options: TestApiOptions = {}) {
  let worker: DeliveryWorker | null = null;
  const stops: (() => Promise<void>)[] = [];
  // Registered first, so it runs before the database is closed.
  after(() => Promise.all(stops.map((stop) => stop())));
  const wakeDeliveries = () => worker?.wake();
  const clock = options.clock ?? new TestClock(new Date().toISOString());
  const api = await testApi(engine, { clock, wakeDeliveries, ...options });
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const { accountId } = (await api.keyContext.store.list())[0] ?? {};
  const newId = idGenerator(() => clock.now().getTime());
  const events = eventLogWithWebhooks({ now: clock.now, newId }, wakeDeliveries);

  const post = async (path: string, body: unknown, as = key): Promise<Response> =>
    api.request(path, {
      method: 'POST',
      key: as,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  return {
    ...api,
    key,
    accountId: accountId ?? '',
    events,
    post,

    /** Adds a worker that acts as another process. The worker stops after the tests. */
    startWorker(
      limits: { concurrency?: number; concurrencyPerEndpoint?: number } = {},
    ): DeliveryWorker {
      const attempts = sender({ allowLoopback: true, now: clock.now });
      const one = createDeliveryWorker({
        db: api.db,
        events,
        sender: attempts,
        secrets: ['a secret of thirty-two characters'],
        now: clock.now,
        random: () => 0.5,
        log: console,
        limits: { concurrency: 64, concurrencyPerEndpoint: 8, pollMs: 5, drainMs: 0, ...limits },
      });
      worker ??= one;
      one.start();
      stops.push(async () => {
        await one.stop();
        await attempts.close();
      });
      return one;
    },

    async addWebhook(
      url: string,
      more: Record<string, unknown> = {},
      as = key,
    ): Promise<Webhook & { secret: string }> {
      const response = await post('/v1/webhooks', { url, events: ['*'], ...more }, as);
      if (response.status !== 201) throw new Error(await response.text());
      return (await response.json()).data;
    },

    /** Appends an event in a separate transaction. */
    async happen(event: Partial<NewEvent> = {}): Promise<void> {
      await api.db.transaction((tx) =>
        events.append(tx, {
          type: 'sale.completed',
          accountId: accountId ?? '',
          resourceId: 'sale_1',
          bookId: null,
          isPublic: false,
          ...eventDefinitions[event.type ?? 'sale.completed'].example,
          ...event,
        }),
      );
    },

    async read<Data>(path: string, as = key): Promise<Data> {
      const response = await api.request(path, { key: as });
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()).data;
    },

    async deliveriesOf(id: string): Promise<Delivery[]> {
      return this.read<Delivery[]>(`/v1/webhooks/${id}/deliveries?limit=100`);
    },

    /**
     * Returns the only delivery once it satisfies the condition, because attempts are stored after
     * the response.
     */
    async delivery(
      id: string,
      isDone: (one: DeliveryWithAttempts) => boolean,
    ): Promise<DeliveryWithAttempts> {
      for (;;) {
        const [first] = await this.deliveriesOf(id);
        if (first) {
          const path = `/v1/webhooks/${id}/deliveries/${first.id}`;
          const one = await this.read<DeliveryWithAttempts>(path);
          if (isDone(one)) return one;
        }
      }
    },
  };
}

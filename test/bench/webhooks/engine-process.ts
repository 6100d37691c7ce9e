import { randomBytes } from 'node:crypto';
import { migrate } from '../../../server/db/migrate.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../../server/db/open.ts';
import { eventLogWithWebhooks } from '../../../server/event-log-with-webhooks.ts';
import { keyStore } from '../../../server/keys/store.ts';
import { createDeliveryWorker } from '../../../server/webhooks/create-delivery-worker.ts';
import { endpointStore } from '../../../server/webhooks/endpoint-store.ts';
import { eventDefinitions } from '../../../server/webhooks/event-types.ts';
import { secretBox } from '../../../server/values/secret-box.ts';
import { sender } from '../../../server/webhooks/sender.ts';
import { generateSecret } from '../../../server/webhooks/signature.ts';
import type { DeliveryWorker } from '../../../server/webhooks/delivery-worker.ts';
import { sharedClockMs, type Burst, cpuMs, type Sent, toSent } from './sent.ts';
import { pace, repeat } from './pace.ts';
import { serveCalls, type Calls } from './remote.ts';

/** Writes changes and delivers their events in one process, as `npm start` does. */
const now = () => new Date();
const newId = idGenerator(Date.now);
const secret = 'a secret of thirty-two characters';

interface Running {
  db: Database;
  worker: DeliveryWorker;
  accounts: string[];
}

let running: Running | null = null;
let turn = 0;

const calls = {
  /**
   * Creates endpoints at these ports, distributed over accounts, and a worker that delivers to
   * them.
   */
  async start(address: DatabaseLocation, ports: number[], perAccount: number): Promise<void> {
    const db = openDatabase(address);
    await migrate(db, now);
    const accounts: string[] = [];
    for (let from = 0; from < ports.length; from += perAccount) {
      accounts.push(await addAccount(db, ports.slice(from, from + perAccount)));
    }
    const worker = createDeliveryWorker({
      db,
      events: eventLogWithWebhooks({ now, newId }),
      sender: sender({ allowLoopback: true, now }),
      secrets: [secret],
      now,
      random: Math.random,
      log: console,
    });
    worker.start();
    running = { db, worker, accounts };
  },

  /**
   * Makes the given number of changes, several at a time. Resolves once their events are queued.
   */
  async saturate(changes: number, atOnce: number): Promise<Burst> {
    const startedMs = sharedClockMs();
    await repeat(changes, atOnce, async () => void (await change()));
    return { startedMs, cpuMs: cpuMs() };
  },

  cpuMs,

  async pace(changesPerSecond: number, seconds: number): Promise<Sent> {
    const sent: { id: string; atMs: number }[] = [];
    await pace(changesPerSecond, seconds, async () => {
      const id = await change();
      sent.push({ id, atMs: sharedClockMs() });
    });
    return toSent(sent);
  },
} satisfies Calls;

export type EngineCalls = typeof calls;

async function addAccount(db: Database, ports: number[]): Promise<string> {
  const accountId = newId('acc');
  await keyStore(db).findOrCreateAccount(accountId, accountId, now().toISOString());
  const endpoints = endpointStore({ db, now, newId, events: eventLogWithWebhooks({ now, newId }) });
  for (const port of ports) {
    await endpoints.add(
      accountId,
      {
        url: `http://127.0.0.1:${port}/hook`,
        events: ['*'],
        description: null,
        filters: { bookIds: [] },
        enabled: true,
      },
      secretBox([secret]).seal(generateSecret(randomBytes)),
    );
  }
  return accountId;
}

/** Makes a change in the next account. Resolves to the event's id once it is committed. */
async function change(): Promise<string> {
  if (!running) throw new Error('The engine was not started.');
  const { db, worker, accounts } = running;
  const accountId = accounts[(turn += 1) % accounts.length] ?? null;
  let eventId = '';
  const keepingId = (prefix: string): string => {
    const id = newId(prefix);
    if (prefix === 'evt') eventId = id;
    return id;
  };
  const events = eventLogWithWebhooks({ now, newId: keepingId }, () => worker.wake());
  await db.transaction((tx) =>
    events.append(tx, {
      type: 'sale.completed',
      accountId,
      resourceId: newId('sale'),
      bookId: null,
      isPublic: false,
      object: { ...eventDefinitions['sale.completed'].example.object },
    }),
  );
  return eventId;
}

serveCalls(calls);

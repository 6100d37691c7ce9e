import { randomBytes } from 'node:crypto';
import { Agent } from 'undici';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { eventDefinitions } from '../../../server/webhooks/event-types.ts';
import { generateSecret, signatureHeaders } from '../../../server/webhooks/signature.ts';
import { sharedClockMs, type Burst, cpuMs, type Sent, toSent } from './sent.ts';
import { pace, repeat } from './pace.ts';
import { serveCalls, type Calls } from './remote.ts';

/** Signed POSTs only: no database, no address check, no schedule. */
const agent = new Agent();
const newId = idGenerator(Date.now);
const secret = generateSecret(randomBytes);

const calls = {
  /** Sends the given number of POSTs to each port in turn. */
  async saturate(ports: number[], posts: number, atOnce: number): Promise<Burst> {
    const startedMs = sharedClockMs();
    await repeat(posts, atOnce, (number) => post(ports[number % ports.length] ?? 0, newId('evt')));
    return { startedMs, cpuMs: cpuMs() };
  },

  cpuMs,

  /** Sends one event per tick to the next `fanOut` ports. */
  async pace(
    ports: number[],
    fanOut: number,
    eventsPerSecond: number,
    seconds: number,
  ): Promise<Sent> {
    const sent: { id: string; atMs: number }[] = [];
    let next = 0;
    await pace(eventsPerSecond, seconds, async () => {
      const id = newId('evt');
      sent.push({ id, atMs: sharedClockMs() });
      const targets = Array.from({ length: fanOut }, (_, at) => ports[(next + at) % ports.length]);
      next += fanOut;
      await Promise.all(targets.map((port) => post(port ?? 0, id)));
    });
    return toSent(sent);
  },
} satisfies Calls;

export type BaselineCalls = typeof calls;

async function post(port: number, id: string): Promise<void> {
  const sentAt = new Date();
  const body = JSON.stringify({
    id,
    type: 'sale.completed',
    timestamp: sentAt.toISOString(),
    apiVersion: 'v1',
    sequence: 1,
    data: { object: eventDefinitions['sale.completed'].example.object },
  });
  const answer = await agent.request({
    origin: `http://127.0.0.1:${port}`,
    path: '/hook',
    method: 'POST',
    headers: {
      ...signatureHeaders([secret], id, sentAt, body),
      'user-agent': 'svc-reader-webhooks',
      'content-type': 'application/json',
    },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode !== 204) throw new Error(`A receiver answered with ${answer.statusCode}.`);
}

serveCalls(calls);

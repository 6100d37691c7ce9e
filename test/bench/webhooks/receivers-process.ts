import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { sharedClockMs } from './sent.ts';
import { serveCalls, type Calls } from './remote.ts';

/** `dead` refuses connections, `hanging` never responds. */
export type Behaviour = 'good' | 'dead' | 'hanging';

/** Receipts. Items with the same index in the lists belong together. */
export interface Receipts {
  /** The `webhook-id` of each. */
  ids: string[];
  /** Index of the receiver, from 0. */
  receivers: Uint16Array;
  atMs: Float64Array;
  /** Duplicates, which occur if the machine stalls for longer than the timeout of an attempt. */
  doubles: number;
}

let receipts: { id: string; receiver: number; atMs: number }[] = [];
const seen = new Set<string>();
let doubles = 0;
let awaited: { count: number; arrive: () => void } | null = null;

const calls = {
  /** Each endpoint has its own port, because every endpoint is a different origin. */
  async open(behaviours: Behaviour[]): Promise<number[]> {
    const ports: number[] = [];
    for (const [at, behaviour] of behaviours.entries()) ports.push(await listen(at, behaviour));
    return ports;
  },

  /** Resolves when good receivers have received `count` deliveries since the last `take`. */
  async reached(count: number): Promise<void> {
    if (receipts.length >= count) return;
    await new Promise<void>((resolve) => (awaited = { count, arrive: resolve }));
  },

  count: (): number => receipts.length,

  /** Receipts since the last call. */
  take(): Receipts {
    const [taken, again] = [receipts, doubles];
    receipts = [];
    doubles = 0;
    return {
      ids: taken.map(({ id }) => id),
      receivers: Uint16Array.from(taken, ({ receiver }) => receiver),
      atMs: Float64Array.from(taken, ({ atMs }) => atMs),
      doubles: again,
    };
  },
} satisfies Calls;

export type ReceiverCalls = typeof calls;

async function listen(number: number, behaviour: Behaviour): Promise<number> {
  const server = createServer((request, response) => {
    if (behaviour !== 'good') return;
    request.resume();
    request.once('end', () => {
      response.writeHead(204).end();
      const id = String(request.headers['webhook-id']);
      const key = `${id} ${number}`;
      if (seen.has(key)) {
        doubles += 1;
        return;
      }
      seen.add(key);
      receipts.push({ id, receiver: number, atMs: sharedClockMs() });
      if (awaited && receipts.length >= awaited.count) {
        awaited.arrive();
        awaited = null;
      }
    });
  });
  // Connections closed during a write are not part of the measurement.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  if (behaviour === 'dead') server.close();
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('A receiver has no port.');
  return address.port;
}

serveCalls(calls);

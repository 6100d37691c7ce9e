// The endpoints run in a separate process, so they keep running when servers are killed.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { Event } from '../../server/events/contract.ts';
import type { Receipt } from './records.ts';
import { seededRandom } from './seeded-random.ts';

export type ReceiverMessage =
  | { ask: 'listen'; endpoints: number; seed: number }
  | { ask: 'secrets'; secrets: { endpoint: string; secret: string }[] }
  | { ask: 'count' }
  | { ask: 'receipts' };

const receipts: Receipt[] = [];
const distinct = new Set<string>();
let known: { endpoint: string; webhook: Webhook }[] = [];
let chance = seededRandom(0);

process.on(
  'message',
  (ask: ReceiverMessage) => void answer(ask).then((answered) => process.send?.(answered)),
);
process.on('disconnect', () => process.exit());

async function answer(message: ReceiverMessage): Promise<unknown> {
  if (message.ask === 'count') return distinct.size;
  if (message.ask === 'receipts') return receipts;
  if (message.ask === 'secrets') {
    known = message.secrets.map(({ endpoint, secret }) => ({
      endpoint,
      webhook: new Webhook(secret),
    }));
    return null;
  }
  chance = seededRandom(message.seed);
  return Promise.all(Array.from({ length: message.endpoints }, (_, at) => listen(at)));
}

async function listen(at: number): Promise<string> {
  const server = createServer((request, response) => {
    receive(at, request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('An endpoint has no port.');
  return `http://127.0.0.1:${address.port}/hook`;
}

/** Records the delivery regardless of the response, so that a repeated delivery is a duplicate. */
async function receive(at: number, request: IncomingMessage, response: ServerResponse) {
  const behavior = chance();
  if (behavior < 0.01) return void request.destroy();
  const body = await text(request);
  keep(at, request, body);
  if (behavior < 0.03) return void response.writeHead(500).end();
  if (behavior < 0.05) return void response.destroy();
  if (behavior < 0.07) await delay(300);
  response.writeHead(204).end();
}

function keep(at: number, { headers }: IncomingMessage, body: string) {
  const { endpoint = `endpoint ${at}`, webhook } = known[at] ?? {};
  const { id, sequence } = Event.parse(JSON.parse(body));
  const digest = createHash('sha256').update(body).digest('base64url');
  distinct.add(`${endpoint} ${id}`);
  receipts.push({ endpoint, id, digest, sequence, isVerified: id === headers['webhook-id'] });
  try {
    webhook?.verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
  } catch {
    receipts.push({ endpoint, id, digest, sequence, isVerified: false });
  }
}

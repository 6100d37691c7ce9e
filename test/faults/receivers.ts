// The endpoints run in a process of their own, so they survive when servers are killed.
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

async function answer(asked: ReceiverMessage): Promise<unknown> {
  if (asked.ask === 'count') return distinct.size;
  if (asked.ask === 'receipts') return receipts;
  if (asked.ask === 'secrets') {
    known = asked.secrets.map(({ endpoint, secret }) => ({
      endpoint,
      webhook: new Webhook(secret),
    }));
    return null;
  }
  chance = seededRandom(asked.seed);
  return Promise.all(Array.from({ length: asked.endpoints }, (_, at) => listen(at)));
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

/** Records the delivery whatever the response: a delivery sent again is then a duplicate. */
async function receive(at: number, request: IncomingMessage, response: ServerResponse) {
  const mood = chance();
  if (mood < 0.01) return void request.destroy();
  const body = await text(request);
  keep(at, request, body);
  if (mood < 0.03) return void response.writeHead(500).end();
  if (mood < 0.05) return void response.destroy();
  if (mood < 0.07) await delay(300);
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

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { Event } from '../../../server/events/contract.ts';

/** A received delivery. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: Event;
}

export type Receiver = Awaited<ReturnType<typeof receiver>>;

/**
 * A real webhook receiver. Records deliveries and responds with 204 by default.
 *
 * @param answer - Ends the response itself.
 */
export async function receiver(answer?: (response: ServerResponse, one: Received) => void) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let state = answer;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const one = { headers: request.headers, body, event: Event.parse(JSON.parse(body)) };
    received.push(one);
    if (state) state(response, one);
    else response.writeHead(204).end();
    for (const look of waiting) look();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The receiver has no port.');

  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,

    /** Sets the response. Undefined stands for 204. */
    become(next: typeof answer): void {
      state = next;
    },

    /** Resolves after this number of deliveries. */
    async count(number: number): Promise<void> {
      await when(() => received.length >= number);
    },

    /** Resolves when the deliveries satisfy the condition. */
    when,
  };

  function when(isDone: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isDone()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  }
}

/** Verifies a delivery with the official package. Throws if it was not signed with this secret. */
export function verified({ body, headers }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
}

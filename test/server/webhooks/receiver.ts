import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { Event } from '../../../server/events/contract.ts';

/** A delivery as it came. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: Event;
}

export type Receiver = Awaited<ReturnType<typeof receiver>>;

/**
 * A real endpoint. It keeps what comes and answers 204, unless told otherwise.
 *
 * @param answer - Ends the answer itself, whenever it likes.
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

    /** Answers so from now on; undefined: 204. */
    become(next: typeof answer): void {
      state = next;
    },

    /** Resolves when so many deliveries came. */
    async count(number: number): Promise<void> {
      await when(() => received.length >= number);
    },

    /** Resolves when what came satisfies it. */
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

/** What the official package says of a delivery. Throws when it is not of this secret. */
export function verified({ body, headers }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
}

import { brotliDecompressSync } from 'node:zlib';
import { Pool } from 'undici';
import { z } from 'zod';

/** Kinds of requests that readers and shops send. */
export const kinds = ['open', 'turn', 'search', 'key', 'sale', 'beacon'] as const;
export type Kind = (typeof kinds)[number];

/**
 * Share of each kind. A reader opens a book, reads about ten sections, and sends a beacon for every
 * third section. Searches, the shop's requests and sales, each of which is delivered to a webhook,
 * come from servers.
 */
export const mix: Record<Kind, number> = {
  open: 0.07,
  turn: 0.55,
  search: 0.12,
  key: 0.05,
  sale: 0.03,
  beacon: 0.18,
};

export interface RequestsOptions {
  /** URLs of the processes, used in turn. */
  urls: string[];
  keys: string[];
  bookIds: string[];
  random: () => number;
}

/** A reading session from which sections are requested. */
interface Session {
  token: string;
  content: string;
  sections: number;
}

const Opened = z.object({
  data: z.object({
    readingOrder: z.array(z.unknown()),
    session: z.object({ token: z.string(), content: z.string() }),
  }),
});
/** Words of the titles and of the author in `fillCatalog`, also as people mistype them. */
const words = 'book measures ada writer 12th 345th 78th boks mesures writter'.split(' ');
/** Sessions that are read at the same time. */
const maxSessions = 200;

export type Requests = ReturnType<typeof createRequests>;

/** Creates the function that sends one request of a kind, and rejects if it fails. */
export function createRequests({ urls, keys, bookIds, random }: RequestsOptions) {
  const pools = urls.map((url) => new Pool(url, { connections: 128, pipelining: 1 }));
  const sessions: Session[] = [];
  let turn = 0;
  let orders = 0;
  let receivedBytes = 0;

  async function request(method: 'GET' | 'POST', path: string, bearer: string, body?: object) {
    turn += 1;
    const pool = pick(pools, turn);
    const response = await pool.request({
      path,
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        'accept-encoding': 'br',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const sent = Buffer.from(await response.body.arrayBuffer());
    receivedBytes += sent.length;
    const isCompressed = response.headers['content-encoding'] === 'br';
    const textOf = () => (isCompressed ? brotliDecompressSync(sent) : sent).toString('utf8');
    if (response.statusCode >= 400)
      throw new Error(`${method} ${path}: ${response.statusCode} ${textOf()}`);
    return textOf;
  }
  const anyOf = <T>(list: readonly T[]) => pick(list, Math.floor(random() * list.length));

  async function open(): Promise<void> {
    const textOf = await request('GET', `/v1/reader/embed?book=${anyOf(bookIds)}`, anyOf(keys));
    const { readingOrder, session } = Opened.parse(JSON.parse(textOf())).data;
    sessions.push({
      token: session.token,
      content: new URL(session.content).pathname,
      sections: readingOrder.length,
    });
    if (sessions.length > maxSessions) sessions.shift();
  }

  const send: Record<Kind, () => Promise<unknown>> = {
    open,
    turn() {
      const { content, sections, token } = anyOf(sessions);
      return request('GET', `${content}/sections/${Math.floor(random() * sections)}`, token);
    },
    search: () =>
      request('GET', `/v1/books?q=${anyOf(words)}+${anyOf(words)}&limit=20`, anyOf(keys)),
    key: () => request('GET', '/v1/keys/me', anyOf(keys)),
    sale() {
      orders += 1;
      return request('POST', '/v1/sales', anyOf(keys), {
        orderId: `order-${process.pid}-${orders}`,
        bookId: anyOf(bookIds),
        quantity: 1,
        unitPrice: { amount: '9.99', currency: 'EUR' },
        occurredAt: new Date().toISOString(),
      });
    },
    beacon() {
      const { token, sections } = anyOf(sessions);
      return request('POST', '/v1/reader/events', token, {
        events: [
          {
            type: 'read',
            at: new Date().toISOString(),
            fraction: random(),
            section: Math.floor(random() * sections),
            seconds: 30,
          },
        ],
      });
    },
  };

  return {
    send: async (kind: Kind): Promise<void> => void (await send[kind]()),
    /** Sends a request of a random kind, according to the shares. */
    async sendMixed(): Promise<void> {
      let chance = random();
      const kind = kinds.find((one) => (chance -= mix[one]) < 0) ?? 'turn';
      await send[kind]();
    },
    /** Size of all response bodies so far, as they were sent. */
    receivedBytes: () => receivedBytes,
    close: async () => void (await Promise.all(pools.map((pool) => pool.destroy()))),
  };
}

function pick<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('The list is empty.');
  return found;
}

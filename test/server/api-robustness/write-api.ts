import { addBook } from '../books/add-book.ts';
import type { Engine } from '../../../server/db/open.ts';
import { ApiDocument, type Operation, operationsOf } from '../api-document.ts';
import { testApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';

export type WriteApi = Awaited<ReturnType<typeof createWriteApi>>;
export type Write = WriteApi['writes'][number];

const writableTags = new Set(['Books', 'Chapters', 'Reviews', 'Sales', 'Webhooks']);

/**
 * Creates an account with one of everything that can be written, and every write operation in the
 * document.
 */
export async function createWriteApi(engine: Engine, visibility: 'public' | 'private' = 'private') {
  const api = await testApi(engine);
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const { text: foreignKey } = await api.newKey({ account: 'globex', tier: 'unlimited' });
  const send = (method: string, path: string, body?: unknown, headers = {}, as = key) =>
    body === undefined
      ? api.request(path, { method, key: as, headers })
      : sendJson(api, method, path, as, body, headers);
  const create = async (path: string, body?: object): Promise<string> => {
    const { data } = await (await send('POST', path, body)).json();
    return data.id;
  };

  const price = { amount: '9.99', currency: 'EUR' };
  const bookId = await addBook(api, { title: 'Whale', visibility, price });
  const webhookId = await create('/v1/webhooks', { url: 'https://acme.example/', events: ['*'] });
  const ids: Record<string, string> = {
    bookId,
    webhookId,
    chapterId: await create(`/v1/books/${bookId}/chapters`, { title: 'One', content: 'Call me.' }),
    reviewId: await create(`/v1/books/${bookId}/reviews`, { rating: 5, reviewer: 'ann' }),
    saleId: await create('/v1/sales', {
      orderId: 'order 0',
      bookId,
      quantity: 3,
      unitPrice: price,
      occurredAt: '2026-11-21T11:00:00Z',
    }),
    deliveryId: await create(`/v1/webhooks/${webhookId}/test`),
  };

  const document = ApiDocument.parse(api.app.swagger());
  const exampleOf = ({ requestBody }: Operation): Record<string, unknown> | null => {
    const schema = JSON.stringify(requestBody?.content['application/json']?.schema ?? null);
    const [, name = ''] = /"#\/components\/schemas\/([^"]+)"/.exec(schema) ?? [];
    const [example] = document.components.schemas[name]?.examples ?? [];
    if (typeof example !== 'object' || !example) return null;
    const named = 'bookId' in example ? { bookId } : {};
    return { ...example, ...named };
  };
  const writes = operationsOf(document)
    .filter(
      ({ method, operation }) => method !== 'GET' && writableTags.has(operation.tags[0] ?? ''),
    )
    .map(({ path, method, operation }) => ({
      name: `${method} ${path}`,
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name),
      isOfOne: path.includes('{'),
      operation,
      /** A valid body, or null if the operation has none. */
      right: exampleOf(operation),
    }));

  return { api, key, foreignKey, ids, document, writes, send };
}

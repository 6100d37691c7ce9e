import { createClient, unwrap, type Event } from '../../client/index.ts';

/**
 * Lists books, creates a webhook, records a sale and reads a report, with the types of the client
 * only.
 */
export async function runShop(url: string, key: string) {
  const api = createClient({ url, key });
  const { data: books, meta } = await unwrap(
    api.GET('/v1/books', { params: { query: { q: 'whale', facets: 'author' } } }),
  );
  const [book] = books;
  if (!book) throw new Error(`None of the ${meta.total} books matches.`);

  const { data: webhook } = await unwrap(
    api.POST('/v1/webhooks', {
      body: { url: 'https://shop.example/hooks', events: ['sale.completed'] },
    }),
  );
  const { data: sale } = await unwrap(
    api.POST('/v1/sales', {
      body: {
        orderId: 'order-1',
        bookId: book.id,
        quantity: 1,
        occurredAt: '2026-11-21T12:00:00Z',
        unitPrice: { amount: '9.99', currency: 'EUR' },
      },
    }),
  );
  const { data: affiliate } = await unwrap(
    api.POST('/v1/affiliates', { body: { name: 'Weekly', rate: '0.08' } }),
  );
  const { data: report } = await unwrap(
    api.GET('/v1/affiliates/{affiliateId}/report', {
      params: { path: { affiliateId: affiliate.id }, query: { groupBy: 'book' } },
    }),
  );
  return {
    title: book.title,
    secret: webhook.secret,
    sale,
    conversions: report.totals.conversions,
  };
}

/** Summarizes an event, whose `type` determines the type of `data.object`. */
export function summarize(event: Event): string {
  if (event.type === 'sale.completed') return `sold ${event.data.object.quantity}`;
  return event.type === 'book.created' ? `added ${event.data.object.title}` : event.type;
}

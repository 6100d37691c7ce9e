import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { browserScript, fillTemplate, pageHeaders } from '../html-page.ts';
import { publishers } from '../publishers/publishers.ts';
import type { Shop } from '../seed-shop.ts';
import { type ShopBook, shopApi } from './api.ts';
import { type Inbox, shopWebhook } from './webhook.ts';

const open = { config: { access: 'open' as const } };

const Id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]{1,40}$`));
const CheckoutQuery = z.object({
  book: Id('bk'),
  click: Id('clk').catch('').default(''),
  trace: Id('trc').catch('').default(''),
});
const OrderForm = z.object({
  order: z.uuid(),
  book: Id('bk'),
  click: Id('clk').or(z.literal('')),
  quantity: z.coerce.number().int().min(1).max(3),
});

/**
 * A shop that sells the publishers' books. It has a checkout and a server that reports sales to the
 * API and receives webhooks. It uses only features that are available to external shops.
 */
export const shopServer: FastifyPluginAsync<{ shop: Shop; origin: string }> = async (
  app,
  { shop, origin },
) => {
  const api = shopApi(origin, shop.secretKey);
  const inbox: Inbox = new Map();
  app.addHook('onRequest', async (request, reply) => {
    // Allow only the shop's own pages to place orders.
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
    if (request.method === 'POST' && isCrossSite) return reply.status(403).send();
    return undefined;
  });
  await app.register(shopWebhook, { inbox, secret: shop.webhookSecret });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  /** Serves the page opened by the reader's buy button. */
  app.get('/demo/checkout/', open, async (request, reply) => {
    const { data } = CheckoutQuery.safeParse(request.query);
    const book = data && (await api.book(data.book));
    reply.headers(pageHeaders(origin));
    if (!data || !book?.price) return reply.status(404).send(await renderPage('not-sold', {}));
    const { click, trace } = data;
    return reply.send(
      await renderPage('checkout', {
        ...bookPlaceholders(shop, book),
        order: randomUUID(),
        click,
        trace,
      }),
    );
  });

  /** Places an order at the book's own price, so a manipulated form cannot change the price. */
  app.post('/demo/checkout/', open, async (request, reply) => {
    const { data } = OrderForm.safeParse(request.body);
    const book = data && (await api.book(data.book));
    if (!data || !book?.price) {
      return reply
        .status(400)
        .headers(pageHeaders(origin))
        .send(await renderPage('not-sold', {}));
    }
    const { id, traceId } = await api.sell({
      orderId: data.order,
      bookId: book.id,
      quantity: data.quantity,
      unitPrice: book.price,
      clickId: data.click || null,
      occurredAt: new Date().toISOString(),
    });
    const query = new URLSearchParams({ book: book.id, sale: id, trace: traceId ?? '' });
    return reply.redirect(`/demo/thanks/?${query}`, 303);
  });

  app.get('/demo/thanks/', open, async (request, reply) => {
    const { data } = CheckoutQuery.extend({ sale: Id('sale') }).safeParse(request.query);
    const book = data && (await api.book(data.book));
    reply.headers(pageHeaders(origin));
    if (!data || !book) return reply.status(404).send(await renderPage('not-sold', {}));
    const { sale, trace } = data;
    return reply.send(await renderPage('thanks', { ...bookPlaceholders(shop, book), sale, trace }));
  });

  /**
   * Returns the state of one trace, from the API, the received webhooks and the affiliate's report.
   */
  app.get('/demo/sale/state', open, async (request, reply) => {
    const { data } = z.object({ trace: Id('trc') }).safeParse(request.query);
    if (!data) return reply.status(400).send({ trace: null });
    const [trace, report] = await Promise.all([
      api.trace(data.trace),
      api.report(shop.affiliateId),
    ]);
    const received = [...inbox.values()].filter(({ traceId }) => traceId === data.trace);
    return reply.header('Cache-Control', 'no-store').send({ trace, received, report });
  });

  app.post('/demo/sale/refund', open, async (request, reply) => {
    const { data } = z.object({ sale: Id('sale') }).safeParse(request.body);
    if (!data) return reply.status(400).send();
    await api.refund(data.sale);
    return reply.status(204).send();
  });

  app.get('/demo/sale/sale.js', open, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(await browserScript(new URL('../sale/sale.ts', import.meta.url))),
  );
};

async function renderPage(name: string, values: Record<string, string>): Promise<string> {
  const html = await readFile(new URL(`${name}.html`, import.meta.url), 'utf8');
  const safe = Object.entries(values).map(([key, value]) => [key, escapeHtml(value)]);
  return fillTemplate(html, Object.fromEntries(safe));
}

function bookPlaceholders(shop: Shop, { id, title, contributors, price }: ShopBook) {
  const publisher = publishers.find((one) => shop.publishers[one.id]?.book === id);
  const { amount = '0', currency = 'EUR' } = price ?? {};
  return {
    book: id,
    title,
    by: contributors.map(({ name }) => name).join(', '),
    publisher: publisher?.id ?? '',
    publisherName: publisher?.name ?? '',
    price: new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amount)),
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

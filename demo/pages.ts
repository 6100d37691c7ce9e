import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { fillTemplate, pageHeaders } from './html-page.ts';
import type { Publisher } from './publishers/publisher.ts';
import { publishers } from './publishers/publishers.ts';
import { playgroundServer } from './playground/server.ts';
import { publisherOrigin, type Shop } from './seed-shop.ts';
import type { Demo } from './seed.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Pages by URL path. All other files under /demo/ are style sheets and images. */
const pages: Record<string, string> = {
  '/demo/': 'index.html',
  '/demo/de/': 'de/index.html',
  '/demo/ar/': 'ar/index.html',
  '/demo/snippet.html': 'snippet.html',
  '/demo/playground/': 'playground/index.html',
};

/** Pages of the shop, its affiliate and the sale demo. */
const shopPages: Record<string, string> = {
  '/demo/shop/': 'shop/index.html',
  ...Object.fromEntries(
    publishers.map(({ id }) => [`/demo/shop/${id}/`, `publishers/${id}/index.html`]),
  ),
  '/demo/blog/': 'blog/index.html',
  '/demo/sale/': 'sale/index.html',
};

export interface DemoPagesOptions {
  demo: Demo;
  /** The server's public origin. */
  origin: string;
}

/** Serves the demo pages with this server's book ids and keys. */
export const demoPages: FastifyPluginAsync<DemoPagesOptions> = async (app, { demo, origin }) => {
  const open = { config: { access: 'open' as const } };
  const { book, publishableKey: key, shop } = demo;
  app.get('/', open, (_request, reply) => reply.redirect('/demo/'));
  app.get('/demo', open, (_request, reply) => reply.redirect('/demo/'));
  const shopValues = shopPlaceholders(shop, origin);
  serve(pages, { ...shopValues, book, key, 'shop-books': shopBookOptions(shop) });
  await app.register(playgroundServer);
  if (shop) serve(shopPages, { ...shopValues, key: shop.publishableKey });
  for (const { id, book } of publishers) {
    if (!book.cover) continue;
    app.get(`/demo/publishers/${id}/cover.svg`, open, (_request, reply) =>
      reply.type('image/svg+xml').send(book.cover),
    );
  }
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/demo/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => /\.(css|svg|png|webp|avif|ico|woff2)$/.test(path),
  });

  function serve(files: Record<string, string>, values: Record<string, string>): void {
    for (const [address, file] of Object.entries(files)) {
      app.get(address, open, async (_request, reply) => {
        const html = await readFile(`${folder}${file}`, 'utf8');
        return reply.headers(pageHeaders(origin)).send(fillTemplate(html, values));
      });
    }
  }
};

/** Returns the placeholder values of the shop pages, without the key. */
function shopPlaceholders(shop: Shop | null, origin: string): Record<string, string> {
  const values: Record<string, string> = { origin };
  for (const { id, saleTerms } of publishers) {
    const { book = '', deployment = '' } = shop?.publishers[id] ?? {};
    values[`${id}.book`] = book;
    values[`${id}.deployment`] = deployment;
    values[`${id}.domain`] = publisherOrigin(id, origin);
    values[`${id}.price`] = formatPrice(saleTerms.price);
  }
  return values;
}

/** Returns `<option>` elements for the publishers' books. */
function shopBookOptions(shop: Shop | null): string {
  if (!shop) return '';
  const options = publishers.map(({ id, book: { title } }) => {
    const { book = '', deployment = '' } = shop.publishers[id] ?? {};
    return `<option value="${book}" data-key="${shop.publishableKey}" data-deployment="${deployment}">${title}</option>`;
  });
  return options.join('\n            ');
}

function formatPrice(price: Publisher['saleTerms']['price']): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: price.currency });
  return format.format(Number(price.amount));
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { filled } from './filled.ts';
import type { House } from './houses/house.ts';
import { houses } from './houses/houses.ts';
import { pageHeaders } from './page-headers.ts';
import { playgroundServer } from './playground/server.ts';
import { domainOrigin, type Shop } from './seed-shop.ts';
import type { Demo } from './seed.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Pages by address; everything else below /demo/ is a style sheet or a picture beside them. */
const pages: Record<string, string> = {
  '/demo/': 'index.html',
  '/demo/de/': 'de/index.html',
  '/demo/ar/': 'ar/index.html',
  '/demo/snippet.html': 'snippet.html',
  '/demo/playground/': 'playground/index.html',
};

/** Those of the shop, its affiliate and the sale. */
const shopPages: Record<string, string> = {
  '/demo/shop/': 'shop/index.html',
  ...Object.fromEntries(houses.map(({ id }) => [`/demo/shop/${id}/`, `houses/${id}/index.html`])),
  '/demo/blog/': 'blog/index.html',
  '/demo/sale/': 'sale/index.html',
};

export interface DemoPagesOptions {
  demo: Demo;
  /** Where the server is, as the books’ addresses have it. */
  origin: string;
}

/** The demo's pages, with the books and the keys of this very server in their tags. */
export const demoPages: FastifyPluginAsync<DemoPagesOptions> = async (app, { demo, origin }) => {
  const open = { config: { access: 'open' as const } };
  const { book, publishableKey: key, shop } = demo;
  app.get('/', open, (_request, reply) => reply.redirect('/demo/'));
  app.get('/demo', open, (_request, reply) => reply.redirect('/demo/'));
  const shopped = shopValues(shop, origin);
  serve(pages, { ...shopped, book, key, 'shop-books': shopBooks(shop) });
  await app.register(playgroundServer);
  if (shop) serve(shopPages, { ...shopped, key: shop.publishableKey });
  for (const { id, book } of houses) {
    if (!book.cover) continue;
    app.get(`/demo/houses/${id}/cover.svg`, open, (_request, reply) =>
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
        return reply.headers(pageHeaders(origin)).send(filled(html, values));
      });
    }
  }
};

/** What stands in double braces in the shop's pages, but for their key. */
function shopValues(shop: Shop | null, origin: string): Record<string, string> {
  const values: Record<string, string> = { origin };
  for (const { id, terms } of houses) {
    const { book = '', deployment = '' } = shop?.houses[id] ?? {};
    values[`${id}.book`] = book;
    values[`${id}.deployment`] = deployment;
    values[`${id}.domain`] = domainOrigin(id, origin);
    values[`${id}.price`] = spoken(terms.price);
  }
  return values;
}

/** The houses' books, to choose from. */
function shopBooks(shop: Shop | null): string {
  if (!shop) return '';
  const options = houses.map(({ id, book: { title } }) => {
    const { book = '', deployment = '' } = shop.houses[id] ?? {};
    return `<option value="${book}" data-key="${shop.publishableKey}" data-deployment="${deployment}">${title}</option>`;
  });
  return options.join('\n            ');
}

function spoken(price: House['terms']['price']): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: price.currency });
  return format.format(Number(price.amount));
}

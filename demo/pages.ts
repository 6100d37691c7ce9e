import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Pages by address; everything else below /demo/ is a style sheet or a picture beside them. */
const pages: Record<string, string> = {
  '/demo/': 'index.html',
  '/demo/de/': 'de/index.html',
  '/demo/ar/': 'ar/index.html',
  '/demo/snippet.html': 'snippet.html',
};

export interface DemoPagesOptions {
  /** Identifier of the handbook. */
  book: string;
  /** The demo's publishable key. */
  key: string;
}

/** The demo's pages, with the book and the key of this very server in their tags. */
export const demoPages: FastifyPluginAsync<DemoPagesOptions> = async (app, { book, key }) => {
  const open = { config: { access: 'open' as const } };
  app.get('/', open, (_request, reply) => reply.redirect('/demo/'));
  app.get('/demo', open, (_request, reply) => reply.redirect('/demo/'));
  for (const [address, file] of Object.entries(pages)) {
    app.get(address, open, async (_request, reply) => {
      const html = await readFile(`${folder}${file}`, 'utf8');
      return reply
        .type('text/html; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .send(html.replaceAll('{{book}}', book).replaceAll('{{key}}', key));
    });
  }
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/demo/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => /\.(css|svg|png|webp|avif|ico|woff2)$/.test(path),
  });
};

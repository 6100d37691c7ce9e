import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

export interface ComponentRoutesOptions {
  /** Folder of the built component; absolute. */
  folder: string;
}

/** Names with a hash: what they hold never changes. */
const immutableCacheControl = 'public, max-age=31536000, immutable';
/** The entry leads to the chunks of the newest build. */
const entryCacheControl = 'public, max-age=60';
/** What script tags name. */
const entryFiles = [
  'svc-reader.js',
  'svc-reader.js.map',
  'svc-loader.js',
  'svc-links.js',
  'svc-frame.js',
  'svc-served.js',
];

/** The built component, for script tags of any page. */
export const componentRoutes: FastifyPluginAsync<ComponentRoutesOptions> = async (app, options) => {
  const { folder } = options;
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  const open = { schema: { hide: true }, config: { access: 'open' } } as const;
  const headers = {
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  };

  for (const file of entryFiles) {
    app.get(`/${file}`, open, async (_request, reply) =>
      reply.headers({ ...headers, 'Cache-Control': entryCacheControl }).sendFile(file),
    );
  }
  app.get<{ Params: { '*': string } }>('/svc-reader/*', open, async ({ params }, reply) =>
    reply
      .headers({ ...headers, 'Cache-Control': immutableCacheControl })
      .sendFile(`svc-reader/${params['*']}`),
  );
};

import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

export interface ComponentRoutesOptions {
  /** Absolute path of the built component. */
  folder: string;
}

/** For file names with a content hash. */
const immutableCacheControl = 'public, max-age=31536000, immutable';
/** For the entry files, which refer to the chunks of the latest build. */
const entryCacheControl = 'public, max-age=60';
/** Files that script tags reference. */
const entryFiles = [
  'svc-reader.js',
  'svc-reader.js.map',
  'svc-loader.js',
  'svc-links.js',
  'svc-frame.js',
  'svc-served.js',
];

/** Serves the built component to pages from any origin. */
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

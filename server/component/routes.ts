import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Failure } from '../failure.ts';
import type { ComponentStore } from './store.ts';

const decompress = promisify(brotliDecompress);

export interface ComponentRoutesOptions {
  /** Absolute path of the built component. */
  folder: string;
  /** Scripts of earlier builds and of every version. */
  store: Pick<ComponentStore, 'find' | 'listVersions'>;
}

/** For file names with a content hash or a version. */
const immutableCacheControl = 'public, max-age=31536000, immutable';
/**
 * For the entry files, which refer to the chunks of the latest build. Browsers may run a file that
 * is up to a day old while they request the current one, because its chunks are kept for a year.
 */
const entryCacheControl = 'public, max-age=60, stale-while-revalidate=86400';
/** Files that script tags reference. */
const entryFiles = [
  'svc-reader.js',
  'svc-reader.js.map',
  'svc-loader.js',
  'svc-links.js',
  'svc-frame.js',
  'svc-served.js',
];
/** Path of a chunk, or of a file of a version. */
const storedPath = /^svc-reader(?:\/[\w-]+|@\d+\.\d+\.\d+[\w.-]*(?:\/[\w-]+)?)\.js$/;

/** Memory for stored files, in bytes. Only pages of earlier builds request them. */
const maxCachedBytes = 8 * 1024 * 1024;

/** Serves the built component to pages from any origin. */
export const componentRoutes: FastifyPluginAsync<ComponentRoutesOptions> = async (app, options) => {
  const { folder, store } = options;
  const cache = new LRUCache<string, { bytes: Uint8Array }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length || 1,
    fetchMethod: async (path) => (await store.find(path)) ?? undefined,
  });
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
  /** Messages in a language, for readers in bundled apps. */
  app.get<{ Params: { file: string } }>('/languages/:file', open, async (request, reply) =>
    reply
      .headers({ ...headers, 'Cache-Control': entryCacheControl })
      .sendFile(`languages/${request.params.file}`),
  );
  app.get<{ Params: { '*': string } }>('/svc-reader/*', open, async (request, reply) => {
    const path = `svc-reader/${request.params['*']}`;
    if (storedPath.test(path) && !existsSync(join(folder, path))) {
      return sendStored(request, reply, path);
    }
    return reply.headers({ ...headers, 'Cache-Control': immutableCacheControl }).sendFile(path);
  });

  /** The files of a version: `/svc-reader@1.2.3.js` and its chunks. */
  app.get<{ Params: { '*': string } }>('/svc-reader@*', open, async (request, reply) =>
    sendStored(request, reply, `svc-reader@${request.params['*']}`),
  );

  /** → the versions with their Subresource Integrity hashes, latest first. */
  app.get('/svc-reader.json', open, async (_request, reply) => {
    const versions = await store.listVersions();
    reply.headers({ ...headers, 'Cache-Control': 'public, max-age=60' });
    return {
      data: versions.map(({ version, path, digest, addedAt }) => ({
        version,
        path: `/${path}`,
        integrity: `sha384-${digest}`,
        publishedAt: addedAt,
      })),
    };
  });

  async function sendStored(
    { headers: { 'accept-encoding': accepted } }: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<FastifyReply> {
    const stored = storedPath.test(path) ? await cache.fetch(path) : undefined;
    if (!stored) {
      throw new Failure(
        'not_found',
        `No script at /${path.slice(0, 200)}. /svc-reader.json lists the published versions.`,
      );
    }
    reply.headers({
      ...headers,
      'Cache-Control': immutableCacheControl,
      'Content-Type': 'text/javascript; charset=utf-8',
      Vary: 'Accept-Encoding',
    });
    if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(accepted ?? ''))) {
      return reply.header('Content-Encoding', 'br').send(Buffer.from(stored.bytes));
    }
    return reply.send(await decompress(stored.bytes));
  }
};

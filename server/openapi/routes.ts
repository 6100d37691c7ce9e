import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import Fastify, { type FastifyPluginAsync, type FastifyReply } from 'fastify';
import { docsPage, docsScript } from './docs-page.ts';

/** GET /docs serves the API reference without third-party resources. */
export const docsRoutes: FastifyPluginAsync = async (app) => {
  let renderer: Promise<Buffer> | null = null;
  const open = { schema: { hide: true }, config: { access: 'open' } } as const;

  app.get('/docs', open, async (_request, reply) =>
    addSecurityHeaders(reply).type('text/html; charset=utf-8').send(docsPage),
  );
  app.get('/docs/start.js', open, async (_request, reply) =>
    addSecurityHeaders(reply).type('text/javascript; charset=utf-8').send(docsScript),
  );
  app.get('/docs/renderer.js', open, async (_request, reply) => {
    renderer ??= loadRenderer();
    addSecurityHeaders(reply).header('Cache-Control', 'public, max-age=3600');
    return reply.type('text/javascript; charset=utf-8').send(await renderer);
  });
};

/** Allows scripts and connections only to this server. The renderer needs inline styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** The OpenAPI document itself. */
export const openapiRoutes: FastifyPluginAsyncZod = async (app) => {
  /** GET /v1/openapi.json → an OpenAPI 3.1 document, without a key. */
  app.get(
    '/v1/openapi.json',
    {
      schema: {
        tags: ['About'],
        operationId: 'getOpenapiDocument',
        summary: 'Get the OpenAPI document',
        description: 'Returns an OpenAPI 3.1 document. Requires no API key.',
        querystring: z.strictObject({}),
        response: {
          200: z.looseObject({
            openapi: z.string(),
            info: z.looseObject({ title: z.string(), version: z.string() }),
            paths: z.record(z.string(), z.unknown()),
          }),
        },
      },
      config: { access: 'open' },
    },
    async () => {
      const { openapi, info, paths = {}, ...rest } = app.swagger() as OpenapiJson;
      return { openapi, info, ...rest, paths };
    },
  );
};

/** The plugin's output for OpenAPI 3. */
interface OpenapiJson {
  openapi: string;
  info: { title: string; version: string };
  paths?: Record<string, unknown>;
}

/** Loaded only on the first request because it takes 25 MB of memory and 0.2 seconds. */
async function loadRenderer(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const host = Fastify();
  await host.register(reference, { routePrefix: '/docs', configuration: { url: '/' } });
  const { rawPayload } = await host.inject('/docs/js/scalar.js');
  await host.close();
  return rawPayload;
}

function addSecurityHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}

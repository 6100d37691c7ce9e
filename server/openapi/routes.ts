import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import Fastify, { type FastifyPluginAsync, type FastifyReply } from 'fastify';
import { docsPage, docsScript } from './docs-page.ts';

/** GET /docs: the OpenAPI document for people to read, without anything from elsewhere. */
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

/** Scripts and connections to this server alone; the renderer puts its styles into the page itself. */
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
/** This very document. */
export const openapiRoutes: FastifyPluginAsyncZod = async (app) => {
  /** GET /v1/openapi.json → an OpenAPI 3.1 document, for anyone. */
  app.get(
    '/v1/openapi.json',
    {
      schema: {
        tags: ['About'],
        summary: 'Read this description of the API',
        description: 'An OpenAPI 3.1 document. Needs no key.',
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

/** What the plugin makes when it is told to make OpenAPI 3. */
interface OpenapiJson {
  openapi: string;
  info: { title: string; version: string };
  paths?: Record<string, unknown>;
}

/** 25 MB of memory and a fifth of a second: only where somebody reads. */
async function loadRenderer(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const shelf = Fastify();
  await shelf.register(reference, { routePrefix: '/docs', configuration: { url: '/' } });
  const { rawPayload } = await shelf.inject('/docs/js/scalar.js');
  await shelf.close();
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

import Fastify, { type FastifyPluginAsync, type FastifyReply } from 'fastify';
import { docsPage, docsScript } from './docs-page.ts';

/** GET /docs: the OpenAPI document for people to read, without anything from elsewhere. */
export const docsRoutes: FastifyPluginAsync = async (app) => {
  let renderer: Promise<Buffer> | null = null;
  const open = { schema: { hide: true }, config: { access: 'open' } } as const;

  app.get('/docs', open, async (_request, reply) =>
    secured(reply).type('text/html; charset=utf-8').send(docsPage),
  );
  app.get('/docs/start.js', open, async (_request, reply) =>
    secured(reply).type('text/javascript; charset=utf-8').send(docsScript),
  );
  app.get('/docs/renderer.js', open, async (_request, reply) => {
    renderer ??= readRenderer();
    secured(reply).header('Cache-Control', 'public, max-age=3600');
    return reply.type('text/javascript; charset=utf-8').send(await renderer);
  });
};

/** 25 MB of memory and a fifth of a second: only where somebody reads. */
async function readRenderer(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const shelf = Fastify();
  await shelf.register(reference, { routePrefix: '/docs', configuration: { url: '/' } });
  const { rawPayload } = await shelf.inject('/docs/js/scalar.js');
  await shelf.close();
  return rawPayload;
}

/** Scripts and connections to this server alone; the renderer puts its styles into the page itself. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function secured(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}

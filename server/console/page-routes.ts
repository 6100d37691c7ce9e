import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { Failure } from '../failure.ts';

/** Lit creates its templates with the policy `lit-html`. Nothing else may create HTML from text. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  // The preview of the embed code is a served page.
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

/**
 * The preview of a deployment, whose new fonts and logo are `data:` URLs. Only the console frames
 * it.
 */
const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

const pageHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/** Serves the console's page for every path below `/console/`, and its built files. */
export const pageRoutes: FastifyPluginAsync<{ folder: string }> = async (app, { folder }) => {
  const open = { schema: { hide: true }, config: { access: 'open' } } as const;
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    decorateReply: !app.hasReplyDecorator('sendFile'),
  });
  const pages = new Map<string, string>();

  app.get('/console', open, async (_request, reply) => reply.redirect('/console/', 308));

  app.get('/console/', open, async (_request, reply) => sendPage(reply, 'index.html'));

  app.get('/console/preview', open, async (_request, reply) => {
    reply.header('Content-Security-Policy', previewPolicy);
    return sendPage(reply, 'preview.html');
  });

  app.get<{ Params: { '*': string } }>('/console/*', open, async ({ params, url }, reply) => {
    const path = params['*'];
    if (path.startsWith('assets/')) {
      const cacheControl = 'public, max-age=31536000, immutable';
      const headers = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': cacheControl };
      return reply.headers(headers).sendFile(path, folder);
    }
    if (/^api(?:\/|$)/.test(path)) throw new Failure('not_found', `No route at ${url}.`);
    return sendPage(reply, 'index.html');
  });

  function sendPage(reply: FastifyReply, file: string): FastifyReply {
    const page = pages.get(file) ?? readPage(join(folder, file));
    pages.set(file, page);
    const policy = reply.getHeader('Content-Security-Policy') ?? contentSecurityPolicy;
    return reply
      .headers({ ...pageHeaders, 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
  }
};

function readPage(file: string): string {
  if (!existsSync(file)) {
    throw new Failure('not_found', 'The console is not built. Run `npm run build`, then restart.');
  }
  return readFileSync(file, 'utf8');
}

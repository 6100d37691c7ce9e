import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import { indexGuide } from './guide-index.ts';
import { guideUrl, loadGuide } from './load-guide.ts';
import { maxQueryLength, renderGuidePage, renderMissingPage } from './page-template.ts';
import { renderSearchPage } from './search-page.ts';
import { guideStyle } from './style.ts';

export interface GuideRoutesOptions {
  /** Absolute path of the folder that contains `docs/` and `CHANGELOG.md`. */
  root: string;
}

/** Other values count as an empty query because readers must receive a page, not an API error. */
const SearchQuery = z.object({ q: z.string().catch('') });

/**
 * Serves the documentation as pages without scripts: `/docs/guide/`, its pages, images and search.
 */
export const guideRoutes: FastifyPluginAsync<GuideRoutesOptions> = async (app, { root }) => {
  const open = { schema: { hide: true }, config: { access: 'open' } } as const;
  let loading: ReturnType<typeof load> | null = null;
  /** Reads and renders only on the first request because most processes never serve the guide. */
  const ready = () => (loading ??= load(root));

  app.get('/docs/guide', open, async (_request, reply) => reply.redirect(guideUrl, 308));

  app.get(`${guideUrl}style.css`, open, async (_request, reply) =>
    addHeaders(reply).type('text/css; charset=utf-8').send(guideStyle),
  );

  /** GET /docs/guide/search?q= → HTML page with at most 20 results. */
  app.get(`${guideUrl}search`, open, async ({ query }, reply) => {
    const { guide, index } = await ready();
    const { q } = SearchQuery.parse(query);
    const shortened = Array.from(q).slice(0, maxQueryLength).join('').toWellFormed();
    return sendHtml(reply, renderSearchPage(guide, index, shortened));
  });

  app.get<{ Params: { '*': string } }>(`${guideUrl}*`, open, async ({ params }, reply) => {
    const { guide, htmlOf } = await ready();
    const url = guideUrl + params['*'];
    const image = guide.images.get(url);
    if (image) return addHeaders(reply).type(image.type).send(image.bytes);
    const page = guide.pages.get(url);
    if (page) return sendHtml(reply, htmlOf(page));
    reply.status(404).header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex');
    return sendHtml(reply, renderMissingPage(guide, url));
  });
};

async function load(root: string) {
  const guide = await loadGuide(root);
  const pages = [...guide.pages.values()];
  const html = new Map(pages.map((page) => [page, renderGuidePage(guide, page)]));
  return {
    guide,
    index: indexGuide(pages),
    htmlOf: (page: (typeof pages)[number]) => html.get(page) ?? '',
  };
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return addHeaders(reply).type('text/html; charset=utf-8').send(html);
}

/** Allows no scripts, inline styles or resources from other servers. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

function addHeaders(reply: FastifyReply): FastifyReply {
  // Browsers revalidate with the `ETag` that the server adds to every response.
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'public, no-cache');
  return reply.headers({
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}

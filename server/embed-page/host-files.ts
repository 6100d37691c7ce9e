import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import { Failure } from '../failure.ts';
import { environmentOf } from '../values/environment.ts';
import { sharedCacheControl } from './shared-pages.ts';
import { renderSitemap, renderSitemapIndex, type Sitemaps } from './sitemaps.ts';

export interface HostFileServices {
  sitemaps: Sitemaps;
  findIcon: (deployment: StoredDeployment) => Promise<Uint8Array>;
  /** Counts a page by client IP address. Errors: `burst`. */
  countPage: (address: string, isCached: boolean) => void;
}

interface HostFileRequest {
  deployment: StoredDeployment;
  path: string;
  query: unknown;
  /** The custom domain's origin. */
  origin: string;
  /** The client's IP address. */
  address: string;
}

const SitemapQuery = z.object({ part: z.coerce.number().int().min(1).max(50_000).optional() });

/**
 * Sends `robots.txt`, the sitemap or the icon of a custom domain. Returns null for any other path.
 */
export async function sendHostFile(
  { sitemaps, findIcon, countPage }: HostFileServices,
  reply: FastifyReply,
  { deployment, path, query, origin, address }: HostFileRequest,
): Promise<FastifyReply | null> {
  const isListed = environmentOf(deployment.accountId) !== 'test';
  if (path === '/robots.txt') {
    const sitemap = isListed ? `Sitemap: ${origin}/sitemap.xml\n` : '';
    reply.header('Cache-Control', sharedCacheControl).type('text/plain; charset=utf-8');
    return reply.send(`User-agent: *\nDisallow: /buy/\n${sitemap}`);
  }
  if (path === '/favicon.ico') {
    reply.header('Cache-Control', 'public, max-age=86400').type('image/png');
    reply.header('X-Content-Type-Options', 'nosniff');
    return reply.send(Buffer.from(await findIcon(deployment)));
  }
  if (path !== '/sitemap.xml' || !isListed) return null;
  countPage(address, false);
  const { part } = SitemapQuery.catch({}).parse(query);
  reply.header('Cache-Control', sharedCacheControl).type('application/xml; charset=utf-8');
  const parts = await sitemaps.countParts(deployment);
  if (part === undefined && parts > 1) return reply.send(renderSitemapIndex(origin, parts));
  if (part !== undefined && part > Math.max(1, parts)) {
    throw new Failure('not_found', `The sitemap has ${parts} parts, not ${part}.`);
  }
  return reply.send(renderSitemap(origin, await sitemaps.list(deployment, part ?? 1)));
}

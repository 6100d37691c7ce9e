import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { CompressedCopies } from '../http/compressed-copies.ts';
import type { HtmlPage } from './html.ts';
import { pageHeaders } from './send-page.ts';
import { steadyClock } from '../values/time.ts';

/**
 * Browsers and proxies cache a page for a minute, so a revoked key's pages can remain available for
 * that long. For another hour, they may show the cached page while they request the current one.
 */
export const sharedCacheControl = 'public, max-age=60, stale-while-revalidate=3600';

/** A page also depends on exchange rates and affiliates, which have no revision number. */
const lifetimeMs = 60_000;

/** Memory for rendered pages and their compressed copies, in bytes. */
const maxCacheBytes = 48 * 1024 * 1024;

/** A rendered page that is the same for all readers. */
interface SharedPage {
  page: HtmlPage;
  etag: string;
  copies: CompressedCopies;
}

export type SharedPages = ReturnType<typeof sharedPages>;

/** Renders pages that contain nothing personal once, and sends them to all readers and crawlers. */
export function sharedPages({
  now,
  countPage,
}: {
  now: () => Date;
  /** Counts a page by client IP address. Errors: `burst`. */
  countPage: (address: string, isCached: boolean) => void;
}) {
  const pages = new LRUCache<string, Promise<SharedPage>>({
    maxSize: maxCacheBytes,
    ttl: lifetimeMs,
    ttlResolution: 0,
    perf: { now: steadyClock(now) },
  });

  return {
    /**
     * Sends the page with this cache key, which must contain everything on which the page depends.
     *
     * @param render - Renders the page if it is not in the cache.
     */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      key: readonly unknown[],
      render: () => Promise<HtmlPage>,
    ): Promise<FastifyReply> {
      const digest = createHash('sha256').update(JSON.stringify(key)).digest('base64url');
      const cached = pages.get(digest);
      countPage(request.ip, cached !== undefined);
      const shared = await (cached ?? add(digest, render));
      reply.headers({
        ...pageHeaders(shared.page),
        'Cache-Control': sharedCacheControl,
        ETag: shared.etag,
        Vary: 'Accept, Accept-Language, Accept-Encoding',
      });
      return reply.send(await shared.copies.payloadFor(request, reply));
    },
  };

  async function add(digest: string, render: () => Promise<HtmlPage>): Promise<SharedPage> {
    const rendering = render().then(toSharedPage);
    // Concurrent requests wait for the same page, whose size is not known yet.
    pages.set(digest, rendering, { size: 1 });
    try {
      const shared = await rendering;
      // Text uses up to two bytes per character in memory, and compressed copies take about a third
      // of that.
      pages.set(digest, rendering, { size: 3 * shared.page.html.length });
      return shared;
    } catch (error) {
      pages.delete(digest);
      throw error;
    }
  }
}

function toSharedPage(page: HtmlPage): SharedPage {
  const digest = createHash('sha256').update(page.html).digest('base64url');
  // Weak because compression changes the bytes.
  return { page, etag: `W/"${digest.slice(0, 27)}"`, copies: new CompressedCopies(page.html) };
}

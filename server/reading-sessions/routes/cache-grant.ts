import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CacheUrls } from '../cache-urls.ts';
import type { RequireContentAccess } from '../content-access.ts';
import { contentPrefixOf } from '../../http/content-prefix.ts';
import { Failure } from '../../failure.ts';
import { ContentId } from '../session-gate.ts';

export interface CacheGrantRoutesOptions {
  cache: CacheUrls;
  requireAccess: RequireContentAccess;
}

/**
 * GET /content/~{prefix}/{contentId}/grant → 204 if the prefix is valid. For caches that cannot
 * check signatures. They can cache the response until the prefix expires.
 */
export const cacheGrantRoutes: FastifyPluginAsyncZod<CacheGrantRoutesOptions> = async (
  app,
  { cache, requireAccess },
) => {
  app.get(
    '/content/:contentId/grant',
    {
      schema: { hide: true, params: z.object({ contentId: ContentId }) },
      config: { access: 'open' },
    },
    async (request, reply) => {
      const { contentId } = request.params;
      const prefix = contentPrefixOf(request.raw);
      if (prefix === null) throw new Failure('session_invalid', 'This URL has no prefix.');
      await requireAccess(request, contentId);
      const { secondsLeft } = cache.verify(contentId, prefix);
      reply.header('Cache-Control', `public, max-age=${Math.min(secondsLeft, maxGrantSeconds)}`);
      return reply.status(204).send();
    },
  );
};

/** Longer than the validity of any signature. */
const maxGrantSeconds = 7200;

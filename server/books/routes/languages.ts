import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/caller.ts';
import { LanguageCount } from '../contract.ts';
import { namedLanguage } from '../language-names.ts';
import { everyBook } from './list-query.ts';
import type { BookRoutesOptions } from './options.ts';

/** GET /v1/books/languages */
export const languagesRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  /** → `LanguageCount`s, the most frequent first. Fails: `invalid_request`. */
  app.get(
    '/v1/books/languages',
    {
      schema: {
        tags: ['Books'],
        summary: 'List the languages of the catalogue',
        description: 'Of the public books and your own, the most frequent first.',
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: z.array(LanguageCount) }) },
      },
      config: { permission: 'read:books', fails: [] },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const { facets } = await options.search.find(
        everyBook(accountId, { facets: ['language'], limit: 1 }),
      );
      return { data: (facets.language ?? []).map(namedLanguage) };
    },
  );
};

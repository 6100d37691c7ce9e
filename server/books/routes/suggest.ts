import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/caller.ts';
import { limitUpTo, searchText } from '../../http/query-parameters.ts';
import { completionsOf } from '../completions.ts';
import { Completion } from '../contract.ts';
import { everyBook, LanguageList } from './list-query.ts';
import type { BookRoutesOptions } from './options.ts';

/** Books that completions are taken from: enough for ten different ones, and quick to read. */
const booksRead = 40;

/** GET /v1/books/suggest */
export const suggestRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, search } = options;

  /** → `Completion`s, best first. Fails: `invalid_request`. */
  app.get(
    '/v1/books/suggest',
    {
      schema: {
        tags: ['Books'],
        summary: 'Complete a search as it is typed',
        description:
          'Titles and names of authors that begin with the text, or have it in them; best first.',
        querystring: z.strictObject({
          q: searchText(200).describe('What was typed so far.'),
          language: LanguageList.optional(),
          limit: limitUpTo(10, 10, 'Completions'),
        }),
        response: { 200: z.object({ data: z.array(Completion) }) },
      },
      config: { permission: 'read:books', fails: [] },
    },
    async (request) => {
      const { q, language = null, limit } = request.query;
      const { accountId } = callerOf(request);
      const page = await search.find(
        everyBook(accountId, {
          text: q,
          languages: language,
          sort: 'relevance',
          facets: ['author'],
          limit: booksRead,
        }),
      );
      const found = await books.byOrdinals(page.hits.map(({ ordinal }) => ordinal));
      const spansOf = (text: string) => search.spans(text, page.matched);
      const from = { books: found, authors: page.facets.author ?? [] };
      return { data: completionsOf(q, from, spansOf).slice(0, limit) };
    },
  );
};

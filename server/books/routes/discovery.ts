import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { requireCaller } from '../../http/caller.ts';
import { readPosition, sendPage } from '../../http/pagination.ts';
import { BookListPosition } from '../../search/contract.ts';
import { BookListMeta, BookView, Completion, LanguageCount } from '../contract.ts';
import { highlightMatches, toBookViews } from '../book-view.ts';
import { type StoredBook, toBook } from '../stored-book.ts';
import { OpdsFeed, opdsMediaType } from '../webpub/contract.ts';
import { toOpdsFeed } from '../webpub/opds-feed.ts';
import {
  ListQuery,
  cursorScope,
  toBookQuery,
  allBooksQuery,
  LanguageTagsParameter,
} from './query.ts';
import type { BookRoutesOptions } from './options.ts';
import { limitParameter, searchTextParameter } from '../../http/query-parameters.ts';
import { rankCompletions } from '../rank-completions.ts';
import { withLanguageNames } from '../language-names.ts';

/** Books that completions are taken from: enough for ten different ones, and quick to read. */
const searchedBooks = 40;

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
          q: searchTextParameter(200).describe('What was typed so far.'),
          language: LanguageTagsParameter.optional(),
          limit: limitParameter(10, 10, 'Completions'),
        }),
        response: { 200: z.object({ data: z.array(Completion) }) },
      },
      config: { permission: 'read:books', fails: [] },
    },
    async (request) => {
      const { q, language = null, limit } = request.query;
      const { accountId } = requireCaller(request);
      const page = await search.find(
        allBooksQuery(accountId, {
          text: q,
          languages: language,
          sort: 'relevance',
          facets: ['author'],
          limit: searchedBooks,
        }),
      );
      const found = await books.byOrdinals(page.hits.map(({ ordinal }) => ordinal));
      const spansOf = (text: string) => search.findSpans(text, page.matched);
      const from = { books: found, authors: page.facets.author ?? [] };
      return { data: rankCompletions(q, from, spansOf).slice(0, limit) };
    },
  );
};

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
      const { accountId } = requireCaller(request);
      const { facets } = await options.search.find(
        allBooksQuery(accountId, { facets: ['language'], limit: 1 }),
      );
      return { data: (facets.language ?? []).map(withLanguageNames) };
    },
  );
};
/** GET /v1/books */
export const listRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, files, search, cursors, publicUrl } = options;

  /** → a page of `BookView`s. Fails: `invalid_request`, `invalid_cursor`, `unknown_currency`. */
  app.get(
    '/v1/books',
    {
      schema: {
        tags: ['Books'],
        summary: 'List and search books',
        description:
          'The public books and your own. What matches exactly comes before what begins so, and ' +
          'that before what has a typo; the title before names before subjects; then the more ' +
          'popular. A change is found within a second. A cursor goes on where the page before ' +
          'ended, whatever came or went meanwhile.\n\n' +
          'With `Accept: application/opds+json` the same list is a feed of OPDS 2.0; `fields`, ' +
          '`include`, `highlight` and `currency` are for JSON alone.',
        querystring: ListQuery,
        response: {
          200: {
            content: {
              'application/json': {
                schema: z.object({ data: z.array(BookView), meta: BookListMeta }),
              },
              [opdsMediaType]: { schema: OpdsFeed },
            },
          },
        },
      },
      config: { permission: 'read:books', fails: ['unknown_currency'] },
    },
    async (request, reply) => {
      const { query } = request;
      const isFeed = request.accepts().type(['application/json', opdsMediaType]) === opdsMediaType;
      reply.header('Vary', 'Accept');
      if (isFeed) rejectViewParameters(query);
      const scope = cursorScope(query);
      const page = await search.find(
        toBookQuery(query, requireCaller(request).accountId, {
          ordinals: query.ids ? await books.ordinalsOf(query.ids) : null,
          after: readPosition(BookListPosition, cursors, query.cursor, scope),
        }),
      );
      const found = await books.byOrdinals(page.hits.map(({ ordinal }) => ordinal));
      const { meta } = sendPage(options, request, reply, {
        rows: page.hits,
        total: page.total,
        limit: query.limit,
        hasMore: page.hasMore,
        scope,
        positionOf: (hit) => hit,
      });

      if (isFeed) {
        const shown = found.map((book) => toBook(book, publicUrl));
        const coverTypes = await coverTypesOf(found);
        const parts = { books: shown, page, ...meta, coverTypes };
        reply.type(opdsMediaType);
        return toOpdsFeed({ ...parts, requestUrl: request.url }, publicUrl);
      }
      const spansOf = (text: string) => search.findSpans(text, page.matched);
      const data = await toBookViews(
        found,
        query,
        options,
        requireCaller(request),
        query.highlight ? (book) => highlightMatches(book, spansOf) : null,
      );
      return {
        data,
        meta: {
          ...meta,
          ...(query.facets.length > 0 ? { facets: page.facets } : {}),
          ...(page.suggestion === null ? {} : { suggestion: page.suggestion }),
        },
      };
    },
  );

  /** Media types of the books' own covers, by book. */
  async function coverTypesOf(found: StoredBook[]): Promise<Map<string, string>> {
    const versionIds = found.flatMap(({ versionId }) => versionId ?? []);
    const types = await files.coverTypes(versionIds);
    return new Map(found.map(({ id, versionId }) => [id, types.get(versionId ?? '') ?? '']));
  }
};

/** A feed has members of its own: what picks and adds members of JSON would do nothing. */
function rejectViewParameters({ fields, include, currency, highlight }: ListQuery): void {
  const given = { fields, include, currency, highlight: highlight || undefined };
  const errors = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([parameter]) => ({ parameter, detail: 'Not for a feed of OPDS.' }));
  if (errors.length === 0) return;
  const names = errors.map(({ parameter }) => parameter).join(', ');
  throw new Failure('invalid_request', `${names}: Not for a feed of OPDS.`, { errors });
}

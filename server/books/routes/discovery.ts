import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { requireCaller } from '../../http/caller.ts';
import { CompressedCopies } from '../../http/compressed-copies.ts';
import { contentEtag } from '../../http/etag.ts';
import { readPosition, sendPage } from '../../http/pagination.ts';
import { BookListPosition, type BookSearchPage } from '../../search/contract.ts';
import { BookListMeta, BookView, Completion, LanguageCount } from '../contract.ts';
import { highlightMatches, toBookViews } from '../book-view.ts';
import { hasOwnCover, type StoredBook, toBook } from '../stored-book.ts';
import { OpdsFeed, opdsMediaType } from '../webpub/contract.ts';
import { toOpdsFeed } from '../webpub/opds-feed.ts';
import {
  FeedQuery,
  ListQuery,
  cursorScope,
  toBookQuery,
  allBooksQuery,
  LanguageTagsParameter,
} from './query.ts';
import type { BookRoutesOptions } from './options.ts';
import { limitParameter, searchTextParameter } from '../../http/query-parameters.ts';
import { type CachedResponse, cachedResponses, pageBooks } from '../list-caches.ts';
import { environmentOf } from '../../values/environment.ts';
import { rankCompletions } from '../rank-completions.ts';
import { withLanguageNames } from '../language-names.ts';

/**
 * Number of books from which completions are taken. Fast to read, and enough for ten distinct
 * completions.
 */
const searchedBooks = 40;

/** GET /v1/books/suggest */
export const suggestRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, search } = options;
  const booksOf = pageBooks(books);

  /** → `Completion`s, best first. Errors: `invalid_request`. */
  app.get(
    '/v1/books/suggest',
    {
      schema: {
        tags: ['Books'],
        operationId: 'suggestBooks',
        summary: 'Complete a search query',
        description:
          'Returns titles and author names that start with or contain the query, best match first.',
        querystring: z.strictObject({
          q: searchTextParameter(200).describe('The query as typed so far.'),
          language: LanguageTagsParameter.optional(),
          limit: limitParameter(10, 10, 'Completions'),
        }),
        response: { 200: z.object({ data: z.array(Completion) }) },
      },
      config: { permission: 'read:books', fails: [] },
    },
    async (request) => {
      const { q, language = null, limit } = request.query;
      const visible = await books.visibleTo(requireCaller(request));
      const page = await search.find(
        allBooksQuery(visible, {
          text: q,
          languages: language,
          sort: 'relevance',
          facets: ['author'],
          limit: searchedBooks,
        }),
      );
      const found = await booksOf(page);
      const spansOf = (text: string) => search.findSpans(text, page.matched);
      const from = { books: found, authors: page.facets.author ?? [] };
      return { data: rankCompletions(q, from, spansOf).slice(0, limit) };
    },
  );
};

/** GET /v1/books/languages */
export const languagesRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  /** → `LanguageCount`s, most frequent first. Errors: `invalid_request`. */
  app.get(
    '/v1/books/languages',
    {
      schema: {
        tags: ['Books'],
        operationId: 'listLanguages',
        summary: 'List languages',
        description: 'Lists the languages of the public books and your own, most frequent first.',
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: z.array(LanguageCount) }) },
      },
      config: { permission: 'read:books', fails: [] },
    },
    async (request) => {
      const visible = await options.books.visibleTo(requireCaller(request));
      const { facets } = await options.search.find(
        allBooksQuery(visible, { facets: ['language'], limit: 1 }),
      );
      return { data: (facets.language ?? []).map(withLanguageNames) };
    },
  );
};
/** GET /v1/books */
export const listRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, files, search, cursors, publicUrl } = options;
  const booksOf = pageBooks(books);
  const answers = cachedResponses();

  /** → a page of `BookView`s. Errors: `invalid_request`, `invalid_cursor`, `unknown_currency`. */
  app.get(
    '/v1/books',
    {
      schema: {
        tags: ['Books'],
        operationId: 'listBooks',
        summary: 'List and search books',
        description:
          'Lists the public books and your own. A search ranks by relevance: how much of the query a book ' +
          'matches, in which fields, how closely, and how well known the book is; see ' +
          '[Search ranking](https://github.com/svc-reader/svc-reader/blob/main/docs/guides/search-ranking.md). ' +
          'Editions of one work are one result. Changes are searchable within a second. A cursor continues after the last book of ' +
          'the previous page, even if books were added or removed in the meantime.\n\n' +
          'With `Accept: application/opds+json`, the response is the OPDS 2.0 feed of `GET /v1/books.opds`.',
        querystring: ListQuery,
        response: { 200: z.object({ data: z.array(BookView), meta: BookListMeta }) },
      },
      config: {
        permission: 'read:books',
        fails: ['unknown_currency'],
        alternates: { [opdsMediaType]: '/v1/books.opds' },
      },
    },
    async (request, reply) => {
      const { query } = request;
      reply.header('Vary', 'Accept, accept-encoding');
      if (query.explain && requireCaller(request).kind !== 'secret') {
        throw new Failure('permission_denied', '`explain` requires a secret key.');
      }
      if (request.accepts().type(['application/json', opdsMediaType]) === opdsMediaType) {
        rejectViewParameters(query);
        return sendFeed(request, reply, query);
      }
      const { page, scope } = await findPage(request, query);
      const isKept = isSameForAll(query) && !isTest(request);
      const before = isKept ? answers.find(page, request.url) : undefined;
      if (before) {
        setHeaders(reply, before);
        return sentAsJson(await before.json.payloadFor(request, reply));
      }
      const { found, meta } = await readPage(request, reply, query, { page, scope });
      const spansOf = (text: string) => search.findSpans(text, page.matched);
      const data = await toBookViews(
        found,
        query,
        options,
        requireCaller(request),
        query.highlight ? (book) => highlightMatches(book, spansOf) : null,
      );
      found.forEach(({ ordinal }, at) => {
        const [view, editions] = [data[at], page.editions.get(ordinal)];
        if (view && editions !== undefined) view.editions = editions;
        const explanation = page.explanations.get(ordinal);
        if (view && explanation) view.explanation = explanation;
      });
      const answer = {
        data,
        meta: {
          ...meta,
          ...(query.facets.length > 0 ? { facets: page.facets } : {}),
          ...(page.suggestion === null ? {} : { suggestion: page.suggestion }),
        },
      };
      if (!isKept) return answer;
      const json = JSON.stringify(answer);
      const link = reply.getHeader('Link')?.toString() ?? null;
      const kept = { json: new CompressedCopies(json), link, etag: contentEtag(json) };
      answers.keep(page, request.url, kept);
      setHeaders(reply, kept);
      return sentAsJson(json);
    },
  );

  /** GET /v1/books.opds → an `OpdsFeed`. Errors: `invalid_request`, `invalid_cursor`. */
  app.get(
    '/v1/books.opds',
    {
      schema: {
        tags: ['Books'],
        operationId: 'getBookFeed',
        summary: 'List and search books as an OPDS feed',
        description:
          'Returns the same list as `GET /v1/books` as an OPDS 2.0 feed, for reading apps and catalogs.',
        querystring: FeedQuery,
        produces: [opdsMediaType],
        response: { 200: OpdsFeed },
      },
      config: { permission: 'read:books', fails: [] },
    },
    async (request, reply) =>
      sendFeed(request, reply, { ...request.query, highlight: false, explain: false }),
  );

  function setHeaders(reply: FastifyReply, { link, etag }: CachedResponse): void {
    reply.type('application/json; charset=utf-8').header('ETag', etag);
    if (link !== null) reply.header('Link', link);
  }

  /** Cast, because the schema describes JSON, but strings and bytes are sent unchanged. */
  const sentAsJson = (payload: string | Uint8Array): never => payload as never;

  async function findPage(request: FastifyRequest, query: ListQuery) {
    const scope = cursorScope(query);
    const page = await search.find(
      toBookQuery(query, await books.visibleTo(requireCaller(request)), {
        ordinals: query.ids ? await books.ordinalsOf(query.ids) : null,
        after: readPosition(BookListPosition, cursors, query.cursor, scope),
      }),
    );
    return { page, scope };
  }

  /** Reads the books of a page and adds the `Link` header. */
  async function readPage(
    request: FastifyRequest,
    reply: FastifyReply,
    query: ListQuery,
    { page, scope }: { page: BookSearchPage; scope: string },
  ) {
    const found = await booksOf(page);
    const { meta } = sendPage(options, request, reply, {
      rows: page.hits,
      total: page.total,
      limit: query.limit,
      hasMore: page.hasMore,
      scope,
      positionOf: (hit) => hit,
    });
    return { found, meta };
  }

  /** Cast, because the schema of `GET /v1/books` describes JSON, but strings are sent unchanged. */
  async function sendFeed(
    request: FastifyRequest,
    reply: FastifyReply,
    query: ListQuery,
  ): Promise<never> {
    const { page, scope } = await findPage(request, query);
    const { found, meta } = await readPage(request, reply, query, { page, scope });
    const shown = found.map((book) => toBook(book, publicUrl));
    const coverTypes = await coverTypesOf(found);
    const parts = { books: shown, page, ...meta, coverTypes, requestUrl: request.url };
    reply.type(opdsMediaType);
    return JSON.stringify(toOpdsFeed(parts, publicUrl)) as never;
  }

  /** Returns the media types of the books' own covers, by book id. */
  async function coverTypesOf(found: StoredBook[]): Promise<Map<string, string>> {
    const versionIds = found.flatMap(({ versionId }) => versionId ?? []);
    const types = await files.coverTypes(versionIds);
    return new Map(
      found.map((book) => {
        const type = types.get(book.cover?.contentId ?? '') ?? '';
        return [book.id, hasOwnCover(book) ? 'image/jpeg' : type];
      }),
    );
  }
};

/**
 * Whether the response depends only on the books. Responses with converted prices also depend on
 * rates, and warnings are only for the book's account.
 */
function isSameForAll({ include, currency, explain }: ListQuery): boolean {
  return include === undefined && currency === undefined && !explain;
}

/** Responses to test keys are marked. */
function isTest(request: FastifyRequest): boolean {
  return environmentOf(requireCaller(request).accountId) === 'test';
}

/** Rejects parameters that select or add JSON members, because an OPDS feed has none. */
function rejectViewParameters(query: ListQuery): void {
  const { fields, include, currency, highlight, explain } = query;
  const flags = { highlight: highlight || undefined, explain: explain || undefined };
  const given = { fields, include, currency, ...flags };
  const errors = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([parameter]) => ({ parameter, detail: 'Not supported for OPDS feeds.' }));
  if (errors.length === 0) return;
  const names = errors.map(({ parameter }) => parameter).join(', ');
  throw new Failure('invalid_request', `${names}: Not supported for OPDS feeds.`, { errors });
}

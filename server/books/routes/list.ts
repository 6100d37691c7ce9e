import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { callerOf } from '../../http/caller.ts';
import { readPosition } from '../../http/cursor.ts';
import { listLink } from '../../http/list-link.ts';
import { BookPosition } from '../../search/contract.ts';
import { BookListMeta, BookView } from '../contract.ts';
import { highlightOf } from '../highlight.ts';
import { showBooks } from '../show-books.ts';
import { type StoredBook, toBook } from '../stored-book.ts';
import { OpdsFeed, opdsType } from '../webpub/opds-contract.ts';
import { opdsFeed } from '../webpub/opds-feed.ts';
import { ListQuery, scopeOf, toBookQuery } from './list-query.ts';
import type { BookRoutesOptions } from './options.ts';

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
              [opdsType]: { schema: OpdsFeed },
            },
          },
        },
      },
      config: { permission: 'read:books', fails: ['unknown_currency'] },
    },
    async (request, reply) => {
      const { query } = request;
      const isFeed = request.accepts().type(['application/json', opdsType]) === opdsType;
      reply.header('Vary', 'Accept');
      if (isFeed) refuseViewOf(query);
      const scope = scopeOf(query);
      const page = await search.find(
        toBookQuery(query, callerOf(request).accountId, {
          ordinals: query.ids ? await books.ordinalsOf(query.ids) : null,
          after: query.cursor ? readPosition(BookPosition, cursors, query.cursor, scope) : null,
        }),
      );
      const found = await books.byOrdinals(page.hits.map(({ ordinal }) => ordinal));
      const nextCursor = page.hasMore ? cursors.write(page.hits.at(-1), scope) : null;
      if (nextCursor) reply.header('Link', listLink(publicUrl, request.url, nextCursor));

      if (isFeed) {
        const shown = found.map((book) => toBook(book, publicUrl));
        const coverTypes = await coverTypesOf(found);
        const parts = { books: shown, page, limit: query.limit, nextCursor, coverTypes };
        reply.type(opdsType);
        return opdsFeed({ ...parts, requestUrl: request.url }, publicUrl);
      }
      const spansOf = (text: string) => search.spans(text, page.matched);
      const data = await showBooks(
        found,
        query,
        options,
        callerOf(request),
        query.highlight ? (book) => highlightOf(book, spansOf) : null,
      );
      return {
        data,
        meta: {
          total: page.total,
          limit: query.limit,
          nextCursor,
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
function refuseViewOf({ fields, include, currency, highlight }: ListQuery): void {
  const given = { fields, include, currency, highlight: highlight || undefined };
  const errors = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([parameter]) => ({ parameter, detail: 'Not for a feed of OPDS.' }));
  if (errors.length === 0) return;
  const names = errors.map(({ parameter }) => parameter).join(', ');
  throw new Failure('invalid_request', `${names}: Not for a feed of OPDS.`, { errors });
}

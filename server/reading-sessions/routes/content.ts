import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { contentPrefixOf } from '../../http/content-prefix.ts';
import { integerParameter } from '../../http/query-parameters.ts';
import { ReaderSession, SectionContent } from '../contract.ts';
import {
  checkSectionLicensed,
  checkSectionEnd,
  type LicensedContent,
} from '../licensed-content.ts';
import { type FileListRoutesOptions, fileListRoutes } from './file-list.ts';
import { sendFile, immutableCacheControl, sendSection } from '../send-content.ts';
import {
  ContentId,
  CoverId,
  sessionFailureCodes,
  requireRefreshableSession,
} from '../session-gate.ts';
import type { StoredResource } from '../store.ts';
import type { StoredBook } from '../../books/stored-book.ts';
import type { BookStore } from '../../books/store.ts';
import type { CacheUrls } from '../cache-urls.ts';
import type { ContentAccess, RequireContentAccess } from '../content-access.ts';
import type { ResourceQuery, Session } from '../session-tokens.ts';
import { ownerOf } from '../../values/viewer.ts';
import { isOwnBook } from '../../values/environment.ts';

const SheetId = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,64}$/)
  .describe('One of the section’s `styles`.')
  .meta({ example: 'sheet-1' });
// PostgreSQL text cannot contain NUL.
const FilePath = z
  .string()
  .max(1000)
  .regex(/^[^\0]+$/, 'Must be a path without NUL.')
  .describe('Path of the file in the book.')
  .meta({ example: 'images/whale.jpg' });
const NoQuery = z.strictObject({});
/** Signature of a resource URL without a prefix. */
const ResourceParameters = z.strictObject({
  g: z
    .string()
    .max(100)
    .regex(/^key_\w+(~ses_\w+)?$/, 'Must be copied from `session.resourceQuery`.')
    .describe(
      'The session’s owner. `session.resourceQuery` contains all four parameters, or is empty if the content URL has a prefix.',
    )
    .meta({ example: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  l: z
    .string()
    .max(4000)
    .regex(/^[\d.-]*(_\d+)?$/, 'Must be copied from `session.resourceQuery`.')
    .optional()
    .describe('The licensed part of the book. Omitted for the whole book.')
    .meta({ example: '0-3_2048' }),
  e: integerParameter(0, 9_999_999_999)
    .describe('When the signature expires, in Unix seconds.')
    .meta({ example: 1_795_262_400 }),
  s: z
    .string()
    .max(64)
    .describe('The signature.')
    .meta({ example: 'q0cJc5lJ1vJm2x0abKmX0tS0hbP0kV' }),
});
const Bytes = z.unknown().meta({ type: 'string', format: 'binary' });

export interface ContentRoutesOptions extends FileListRoutesOptions {
  licensed: LicensedContent;
  cache: CacheUrls;
  requireAccess: RequireContentAccess;
  publicUrl: string;
  now: () => Date;
}

/** `/content/{contentId}/…`: a reading session's content. Does not count toward the quota. */
export const contentRoutes: FastifyPluginAsyncZod<ContentRoutesOptions> = async (app, options) => {
  const { books, content, licensed, gate, publicUrl, now, cache, requireAccess } = options;
  const { tokens, validity } = gate;
  await app.register(fileListRoutes, options);

  /** → `Section`. Errors: `session_invalid`, `session_expired`, `not_licensed`, `not_found`. */
  app.get(
    '/content/:contentId/sections/:index',
    {
      schema: {
        tags: ['Content'],
        operationId: 'getSection',
        summary: 'Get a section',
        description:
          'The section in which a sample ends requires `?end=` with the offset from `access.until`, and is ' +
          'truncated there.',
        params: z.strictObject({
          contentId: ContentId,
          index: integerParameter(0).describe('Index in the reading order.').meta({ example: 0 }),
        }),
        querystring: z.strictObject({
          end: integerParameter(0)
            .optional()
            .describe('Offset from `access.until`. Only for the section in which the sample ends.')
            .meta({ example: 2048 }),
        }),
        response: { 200: z.object({ data: SectionContent }) },
      },
      config: { access: 'session', fails: [...sessionFailureCodes, 'not_licensed', 'not_found'] },
    },
    async (request, reply) => {
      const { contentId, index } = request.params;
      const { licence, cacheControl } = await requireAccess(request, contentId);
      checkSectionLicensed(licence, index);
      checkSectionEnd(licence, index, request.query.end ?? null);
      const encoded = await licensed.encodedSection(contentId, licence, index);
      if (!encoded) throw new Failure('not_found', `This book has no section ${index}.`);
      return sendSection(request, reply, encoded, cacheControl);
    },
  );

  /** → text/css. Errors: `session_invalid`, `session_expired`, `not_found`. */
  app.get(
    '/content/:contentId/styles/:sheetId',
    {
      schema: {
        tags: ['Content'],
        operationId: 'getStyleSheet',
        summary: 'Get a rewritten style sheet',
        params: z.strictObject({ contentId: ContentId, sheetId: SheetId }),
        querystring: NoQuery,
        produces: ['text/css'],
        response: { 200: z.string() },
      },
      config: { access: 'session', fails: [...sessionFailureCodes, 'not_licensed', 'not_found'] },
    },
    async (request, reply) => {
      const { contentId, sheetId } = request.params;
      const { licence, cacheControl } = await requireAccess(request, contentId);
      await licensed.checkStyleSheetLicensed(contentId, licence, sheetId);
      const sheets = await content.styleSheets(contentId, [sheetId]);
      const css = Object.hasOwn(sheets, sheetId) ? sheets[sheetId] : undefined;
      if (css === undefined)
        throw new Failure('not_found', `This book has no style sheet ${sheetId}.`);
      reply.header('Cache-Control', cacheControl).type('text/css; charset=utf-8');
      return css;
    },
  );

  /** → the file's bytes. Errors: `session_invalid`, `session_expired`, `not_found`. */
  app.get(
    '/content/:contentId/resources/*',
    {
      schema: {
        tags: ['Content'],
        operationId: 'getResource',
        summary: 'Get an image, font, audio or video file from the book',
        params: z.strictObject({ contentId: ContentId, '*': FilePath }),
        querystring: ResourceParameters.partial(),
        produces: ['*/*'],
        response: { 200: Bytes, 206: Bytes.describe('The range that `Range` requests.') },
      },
      config: {
        access: 'session',
        fails: ['key_revoked', 'session_ended', 'not_licensed', 'not_found'],
      },
    },
    async (request, reply) => {
      const { contentId, '*': path } = request.params;
      const { licence, cacheControl } = await requireResourceAccess(request, contentId);
      await licensed.checkFileLicensed(contentId, licence, path);
      const resource = await content.resource(contentId, path);
      if (!resource) throw new Failure('not_found', `This book has no file ${path}.`);
      reply.headers(resourceHeaders(resource, cacheControl));
      return sendFile(request, reply, resource.bytes);
    },
  );

  /** → the cover image, without authentication. Errors: `not_found`. */
  app.get(
    '/content/:contentId/cover',
    {
      schema: {
        tags: ['Content'],
        operationId: 'getCover',
        summary: 'Get the cover image',
        params: z.strictObject({ contentId: CoverId }),
        querystring: NoQuery,
        produces: ['image/*'],
        response: { 200: Bytes },
      },
      config: { access: 'open', fails: ['not_found'] },
    },
    async (request, reply) => {
      const cover = await content.cover(request.params.contentId);
      if (!cover) throw new Failure('not_found', 'This book has no cover.');
      const headers = resourceHeaders(cover, 'public, max-age=31536000, immutable');
      return reply.headers(headers).send(cover.bytes);
    },
  );

  /** → a new token for the same session. Errors: `session_invalid`, `session_expired`, … */
  app.post(
    '/content/:contentId/session',
    {
      schema: {
        tags: ['Content'],
        operationId: 'refreshReadingSession',
        summary: 'Refresh a reading session',
        description:
          'Accepts expired tokens until a day after the embed. A token that was issued to a page can ' +
          'be refreshed only by that page, so the request must have its `Origin`.',
        params: z.strictObject({ contentId: ContentId }),
        querystring: NoQuery,
        response: { 200: z.object({ data: ReaderSession }) },
      },
      config: { access: 'session', fails: [...sessionFailureCodes, 'book_not_found'] },
    },
    async (request) => {
      const { contentId } = request.params;
      const session = await requireRefreshableSession(gate, request, contentId);
      const book = await requireRefreshable(books, session);
      // Served pages compare this URL with the URL that they contain.
      const isPrefixed = session.isServedPage !== true;
      const path = isPrefixed ? cache.contentPath(contentId, book, session) : contentId;
      const { token, expiresAt } = tokens.issue(session, session.startedAt);
      return {
        data: {
          token,
          expiresAt,
          // On a publisher's own domain, the page's policy allows requests only to that domain.
          content: `${request.ownOrigin ?? publicUrl}/content/${path}`,
          resourceQuery: path === contentId ? tokens.resourceQuery(session) : '',
        },
      };
    },
  );

  /**
   * @throws Failure like `requireAccess`, and `invalid_request` without a prefix and a signature.
   */
  async function requireResourceAccess(
    request: FastifyRequest<{ Querystring: Partial<ResourceQuery> }>,
    contentId: string,
  ): Promise<Pick<ContentAccess, 'licence' | 'cacheControl'>> {
    if (contentPrefixOf(request.raw) !== null) return requireAccess(request, contentId);
    const { g, l, e, s } = request.query;
    if (g === undefined || e === undefined || s === undefined) {
      const parameter = g === undefined ? 'g' : e === undefined ? 'e' : 's';
      const detail = 'Required. `session.resourceQuery` contains it.';
      throw new Failure('invalid_request', `${parameter}: ${detail}`, {
        errors: [{ parameter, detail }],
      });
    }
    const { licence, ...owner } = tokens.verifyResource(contentId, { g, l, e, s });
    await validity.check(owner);
    return { licence, cacheControl: immutableCacheControl(null, now()) };
  }
};

/** Book files are untrusted, and an SVG opened in its own tab must not run scripts. */
function resourceHeaders({ mediaType }: StoredResource, cacheControl: string) {
  return {
    'Content-Type': mediaType,
    'Cache-Control': cacheControl,
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}

type BookFinder = Pick<BookStore, 'find' | 'findAny'>;

/**
 * Checks that the account can still see the book, and that it is still free if it was free when
 * opened.
 *
 * @throws Failure `book_not_found`, or `session_expired` if the book must be opened again.
 */
async function requireRefreshable(
  books: BookFinder,
  { bookId, accountId, licence, access }: Session,
): Promise<StoredBook> {
  const book = accountId
    ? await books.find(ownerOf(accountId), bookId)
    : await books.findAny(bookId);
  if (!book) throw new Failure('book_not_found', `Book ${bookId} is no longer available.`);
  const isGranted = access === 'full' && accountId != null && isOwnBook(accountId, book.accountId);
  const isFree = (book.metadata.access ?? { mode: 'free' }).mode === 'free';
  if (licence !== null || isFree || isGranted) return book;
  throw new Failure(
    'session_expired',
    'This book is no longer free. Open it again to read its sample.',
  );
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireCaller } from '../../http/caller.ts';
import { revisionEtag } from '../../http/etag.ts';
import { BookId, BookView } from '../contract.ts';
import { toBookViews } from '../book-view.ts';
import type { BookRoutesOptions } from './options.ts';
import { ViewQuery } from './query.ts';
import { requireContents } from '../book-contents.ts';
import { hasOwnCover, toBook } from '../stored-book.ts';
import { WebpubManifest, webpubMediaType } from '../webpub/contract.ts';
import { toWebpubManifest } from '../webpub/manifest.ts';

/** GET /v1/books/:bookId/manifest */
export const manifestRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, files, loadContents, licences, publicUrl } = options;

  /** → `WebpubManifest`. Errors: `invalid_request`, `book_not_found`, `book_not_readable`. */
  app.get(
    '/v1/books/:bookId/manifest',
    {
      schema: {
        tags: ['Books'],
        operationId: 'getBookManifest',
        summary: 'Get a book’s Readium Web Publication Manifest',
        description:
          'The reading order links to the compiled sections and published chapters (JSON), and `resources` links to ' +
          'the files. Both require a reading session token (`GET /v1/reader/embed`). The cover ' +
          'is public. `#char=` in a URL is an offset in UTF-16 code units of the section’s text. A ' +
          'book without text has no manifest (`book_not_readable`). Keys other than secret keys of ' +
          'the book’s account get the manifest of its sample, unless the book is free.',
        params: z.strictObject({ bookId: BookId }),
        querystring: z.strictObject({}),
        produces: [webpubMediaType],
        response: { 200: WebpubManifest },
      },
      config: { permission: 'read:books', fails: ['book_not_found', 'book_not_readable'] },
    },
    async (request, reply) => {
      const caller = requireCaller(request);
      const book = await books.get(caller, request.params.bookId);
      const contents = requireContents(book, await loadContents(book));
      const licence = await licences.forKey(book, contents, caller);
      const licensed = await licences.findFiles(contents.contentId, licence);
      const { files: all, coverPath } = await files.list(contents.contentId);
      reply.type(webpubMediaType);
      return toWebpubManifest(
        {
          book: toBook(book, publicUrl),
          contents,
          licence,
          files: all.filter(
            ({ path }) => !licensed || licensed.paths.has(path) || path === coverPath,
          ),
          coverPath,
          ownCoverType: hasOwnCover(book) ? 'image/jpeg' : null,
        },
        publicUrl,
      );
    },
  );
};

/** GET /content/cover.png returns the cover image that feeds require for books without one. */
export const blankCoverRoute: FastifyPluginAsyncZod = async (app) => {
  let blankCover: Promise<Buffer> | null = null;

  /** → image/png, public. Errors: `invalid_request`. */
  app.get(
    '/content/cover.png',
    {
      schema: {
        tags: ['Content'],
        operationId: 'getBlankCover',
        summary: 'Get the blank cover',
        description: 'Returns the cover image that feeds show for books without a cover.',
        querystring: z.strictObject({}),
        produces: ['image/png'],
        response: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
      },
      config: { access: 'open', fails: [] },
    },
    async (_request, reply) => {
      blankCover ??= renderBlankCover();
      reply.header('Cache-Control', 'public, max-age=86400').type('image/png');
      return await blankCover;
    },
  );
};
/** GET /v1/books/:bookId */
export const bookRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  /** → `BookView`. Errors: `invalid_request`, `unknown_currency`, `book_not_found`. */
  app.get(
    '/v1/books/:bookId',
    {
      schema: {
        tags: ['Books'],
        operationId: 'getBook',
        summary: 'Get a book’s record',
        params: z.strictObject({ bookId: BookId }),
        querystring: ViewQuery,
        response: { 200: z.object({ data: BookView }) },
      },
      config: { permission: 'read:books', fails: ['unknown_currency', 'book_not_found'] },
    },
    async (request, reply) => {
      const caller = requireCaller(request);
      const book = await options.books.get(caller, request.params.bookId);
      const [data] = await toBookViews([book], request.query, options, caller);
      if (!data) throw new Error(`Book ${book.id} is missing from its own view.`);
      const answer = { data };
      reply.header('ETag', revisionEtag(book.revision, answer));
      return answer;
    },
  );
};

/**
 * Loads sharp on demand because it takes 20 MB of memory, which a server without feeds does not
 * need.
 */
async function renderBlankCover(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return await sharp({ create: { width: 400, height: 600, channels: 3, background: '#8a94a6' } })
    .png()
    .toBuffer();
}

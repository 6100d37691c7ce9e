import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/caller.ts';
import { BookId } from '../contract.ts';
import { readable } from '../reading.ts';
import { toBook } from '../stored-book.ts';
import { WebpubManifest, webpubType } from '../webpub/contract.ts';
import { webpubManifest } from '../webpub/manifest.ts';
import type { BookRoutesOptions } from './options.ts';

/** GET /v1/books/:bookId/manifest */
export const manifestRoute: FastifyPluginAsyncZod<BookRoutesOptions> = async (app, options) => {
  const { books, files, readingOf, licences, publicUrl } = options;

  /** → `WebpubManifest`. Fails: `invalid_request`, `book_not_found`, `book_not_readable`. */
  app.get(
    '/v1/books/:bookId/manifest',
    {
      schema: {
        tags: ['Books'],
        summary: 'Read a book’s Readium Web Publication Manifest',
        description:
          'The reading order leads to the compiled sections and published chapters (JSON) and the resources ' +
          'to the files, ' +
          'both for the token of a reading session (`GET /v1/reader/embed`); the cover is open to ' +
          'anyone. `#char=` in an address is an offset in UTF-16 code units of the section’s text. ' +
          'A book of which only the record is here has no manifest: `book_not_readable`. Keys other than ' +
          'secret ones of the book’s account get the manifest of its sample, when it is not free.',
        params: z.strictObject({ bookId: BookId }),
        querystring: z.strictObject({}),
        produces: [webpubType],
        response: { 200: WebpubManifest },
      },
      config: { permission: 'read:books', fails: ['book_not_found', 'book_not_readable'] },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const book = await books.get(caller.accountId, request.params.bookId);
      const reading = readable(book, await readingOf(book));
      const licence = await licences.forKey(book, reading, caller);
      const licensed = await licences.filesOf(reading.contentId, licence);
      const { files: all, coverPath } = await files.of(reading.contentId);
      reply.type(webpubType);
      return webpubManifest(
        {
          book: toBook(book, publicUrl),
          reading,
          licence,
          files: all.filter(
            ({ path }) => !licensed || licensed.paths.has(path) || path === coverPath,
          ),
          coverPath,
        },
        publicUrl,
      );
    },
  );
};

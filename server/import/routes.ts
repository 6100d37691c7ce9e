import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Book } from '../books/contract.ts';
import { toBook } from '../books/stored-book.ts';
import type { BookStore } from '../books/store.ts';
import { Failure } from '../failure.ts';
import { callerOf } from '../http/caller.ts';
import { importEpub, type ImportContext } from './import-epub.ts';

/** 100 MB: the largest EPUB that is taken over HTTP. */
const maxEpubBytes = 100 * 1024 * 1024;

/** Books that one process takes at a time; each may be of 100 MB. */
const mostUploads = 4;

export interface ImportRoutesOptions {
  context: ImportContext;
  books: BookStore;
  publicUrl: string;
}

/** POST /v1/books: an EPUB becomes a book. */
export const importRoutes: FastifyPluginAsyncZod<ImportRoutesOptions> = async (app, options) => {
  const { context, books, publicUrl } = options;
  app.removeAllContentTypeParsers();
  let uploads = 0;
  // Counted before the body is read: every upload lies in memory until its book is compiled.
  app.addHook('preParsing', async (_request, reply) => {
    if (uploads >= mostUploads) {
      throw new Failure(
        'too_many_requests',
        'Too many books are being read: send this one again soon.',
        {
          headers: { 'Retry-After': '5' },
        },
      );
    }
    uploads += 1;
    reply.raw.once('close', () => {
      uploads -= 1;
    });
  });
  await app.register(multipart, { limits: { fileSize: maxEpubBytes, files: 1, fields: 0 } });
  app.addContentTypeParser(
    'application/epub+zip',
    { parseAs: 'buffer', bodyLimit: maxEpubBytes },
    (_request, body, done) => done(null, body),
  );
  // The file is the body, however it comes: a form's boundary differs whenever it is sent.
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await fileOf(request);
  });

  app.post(
    '/v1/books',
    {
      bodyLimit: maxEpubBytes,
      schema: {
        tags: ['Books'],
        summary: 'Add a book from an EPUB file',
        description:
          'The file is the body (`application/epub+zip`) or the one file of a form ' +
          '(`multipart/form-data`), at most 100 MB. The very same file again answers 200 with the ' +
          'book that it made before.',
        consumes: ['application/epub+zip', 'multipart/form-data'],
        querystring: z.strictObject({
          visibility: z
            .enum(['public', 'private'])
            .default('public')
            .describe('A private book is there for keys of your own account only.'),
        }),
        response: {
          200: z.object({ data: Book, meta: ImportMeta }),
          201: z.object({ data: Book, meta: ImportMeta }),
        },
      },
      config: {
        permission: 'write:books',
        fails: ['epub_invalid', 'epub_encrypted', 'epub_unsafe'],
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const epub = request.body;
      if (!(epub instanceof Uint8Array) || epub.length === 0) {
        throw new Failure('epub_invalid', 'The body is empty: send the EPUB file itself.');
      }
      const { visibility } = request.query;
      const imported = await importEpub(context, epub, { accountId, visibility });
      const book = await books.find(accountId, imported.bookId);
      if (!book) throw new Error(`Book ${imported.bookId} vanished right after its import.`);
      reply.status(imported.created ? 201 : 200).header('Location', `/v1/books/${book.id}`);
      return { data: toBook(book, publicUrl), meta: { warnings: imported.warnings } };
    },
  );
};

const ImportMeta = z.object({
  warnings: z
    .array(z.object({ code: z.string(), message: z.string() }))
    .describe('Faults of the file that cost something, but not the book.'),
});

async function fileOf(request: {
  file: () => Promise<{ toBuffer: () => Promise<Buffer> } | undefined>;
}): Promise<Buffer> {
  const file = await request.file().catch(refuseForm);
  if (!file) throw new Failure('invalid_request', 'The form has no file: add the EPUB as one.');
  return await file.toBuffer().catch(refuseForm);
}

/** The plugin names what is too large or too much; the parser below it only says that it failed. */
function refuseForm(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error;
  throw new Failure('invalid_request', 'The form is broken or breaks off.', {
    errors: [{ pointer: '', detail: 'Not a whole multipart form.' }],
    cause: error,
  });
}

import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NewBook } from '../books/book-input.ts';
import { Book, BookWarnings } from '../books/contract.ts';
import { toBook } from '../books/stored-book.ts';
import type { BookStore } from '../books/store.ts';
import type { BookWriter } from '../books/writer.ts';
import { epubFailure } from '../epub/failure-reasons.ts';
import { Failure } from '../failure.ts';
import { requireCaller } from '../http/caller.ts';
import { importEpub, type ImportContext } from './import-epub.ts';

/** Size of the largest EPUB file accepted over HTTP, in bytes. */
export const maxEpubBytes = 100 * 1024 * 1024;
/** Size of a record with every field at its maximum length. */
const maxRecordBytes = 1024 * 1024;

/** Maximum number of concurrent uploads per process. Each may be 100 MB. */
const maxConcurrentUploads = 4;

export interface ImportRoutesOptions {
  context: ImportContext;
  books: BookStore;
  writer: BookWriter;
  publicUrl: string;
}

/** POST /v1/books: creates a book from an EPUB file or from metadata. */
export const importRoutes: FastifyPluginAsyncZod<ImportRoutesOptions> = async (app, options) => {
  const { context, books, writer, publicUrl } = options;
  app.removeAllContentTypeParsers();
  let uploads = 0;
  // Counted before the body is read, because every upload stays in memory until its book is
  // compiled.
  app.addHook('preParsing', async (request, reply) => {
    if (request.headers['content-type']?.startsWith('application/json')) return;
    if (uploads >= maxConcurrentUploads) {
      throw new Failure(
        'too_many_requests',
        'Too many books are being imported. Try again in a few seconds.',
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
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxRecordBytes },
    app.getDefaultJsonParser('error', 'error'),
  );
  // Extracts the file from a form. Otherwise identical requests have different form boundaries.
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readUploadedFile(request);
  });

  app.post(
    '/v1/books',
    {
      bodyLimit: maxEpubBytes,
      schema: {
        tags: ['Books'],
        operationId: 'createBook',
        summary: 'Add a book from an EPUB file or from metadata',
        description:
          'Send the file as the body (`application/epub+zip`) or as the only file of a form ' +
          '(`multipart/form-data`), at most 100 MB. Sending the same file again returns 200 with the ' +
          'existing book. Metadata alone (`application/json`) creates a record without ' +
          'text, to which chapters can be added.',
        consumes: ['application/epub+zip', 'multipart/form-data', 'application/json'],
        body: { content: { 'application/json': { schema: NewBook } } },
        querystring: z.strictObject({
          visibility: z
            .enum(['public', 'private'])
            .optional()
            .describe(
              'Visibility of a new book created from a file. Defaults to `private`: visible only to your own account’s ' +
                'keys. A public book can be found by every key on this server, and its free text can be read by everyone.',
            ),
        }),
        response: {
          200: z.object({ data: Book, meta: ImportResponseMeta }),
          201: z.object({ data: Book, meta: ImportResponseMeta }),
        },
      },
      config: {
        permission: 'write:books',
        fails: ['epub_invalid', 'epub_encrypted', 'epub_unsafe'],
      },
    },
    async (request, reply) => {
      const caller = requireCaller(request);
      const { accountId } = caller;
      const { visibility } = request.query;
      if (request.mediaType === 'application/json') {
        if (visibility !== undefined) throw visibilityFailure();
        const bookId = await writer.add(accountId, validatedBook(request.body));
        const book = await books.get(caller, bookId);
        reply.status(201).header('Location', `/v1/books/${bookId}`);
        return { data: toBook(book, publicUrl), meta: { warnings: [] } };
      }
      const epub = request.body;
      if (!(epub instanceof Uint8Array) || epub.length === 0) {
        throw epubFailure('file_empty', 'The body is empty. Send the EPUB file as the body.');
      }
      const imported = await importEpub(context, epub, {
        accountId,
        visibility: visibility ?? 'private',
      });
      const book = await books.find(caller, imported.bookId);
      if (!book) throw new Error(`Book ${imported.bookId} is missing right after its import.`);
      reply.status(imported.created ? 201 : 200).header('Location', `/v1/books/${book.id}`);
      return { data: toBook(book, publicUrl), meta: { warnings: imported.warnings } };
    },
  );
};

const ImportResponseMeta = z.object({ warnings: BookWarnings });

/**
 * The route's schema has validated the body, but its type cannot be inferred for several content
 * types.
 */
function validatedBook(body: unknown): NewBook {
  return body as NewBook;
}

function visibilityFailure(): Failure {
  const detail = 'For a book without a file, set it in the body.';
  return new Failure('invalid_request', `visibility: ${detail}`, {
    errors: [{ parameter: 'visibility', detail }],
  });
}

async function readUploadedFile(request: {
  file: () => Promise<{ toBuffer: () => Promise<Buffer> } | undefined>;
}): Promise<Buffer> {
  const file = await request.file().catch(rejectForm);
  if (!file) throw new Failure('invalid_request', 'The form has no file. Add the EPUB as a file.');
  return await file.toBuffer().catch(rejectForm);
}

/**
 * The plugin reports exceeded limits with a status code, but its parser reports other errors
 * without details.
 */
function rejectForm(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error;
  throw new Failure(
    'invalid_request',
    'The multipart form is malformed or incomplete. Add the EPUB as a file, and let the HTTP client set `Content-Type`.',
    {
      errors: [{ pointer: '', detail: 'Malformed or incomplete multipart form.' }],
      cause: error,
    },
  );
}

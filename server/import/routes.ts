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

/** 100 MB: the largest EPUB that is taken over HTTP. */
const maxEpubBytes = 100 * 1024 * 1024;
/** The longest record with every member at its longest. */
const maxRecordBytes = 1024 * 1024;

/** Books that one process takes at a time; each may be of 100 MB. */
const maxConcurrentUploads = 4;

export interface ImportRoutesOptions {
  context: ImportContext;
  books: BookStore;
  writer: BookWriter;
  publicUrl: string;
}

/** POST /v1/books: an EPUB, or metadata alone, becomes a book. */
export const importRoutes: FastifyPluginAsyncZod<ImportRoutesOptions> = async (app, options) => {
  const { context, books, writer, publicUrl } = options;
  app.removeAllContentTypeParsers();
  let uploads = 0;
  // Counted before the body is read: every upload lies in memory until its book is compiled.
  app.addHook('preParsing', async (request, reply) => {
    if (request.headers['content-type']?.startsWith('application/json')) return;
    if (uploads >= maxConcurrentUploads) {
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
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxRecordBytes },
    app.getDefaultJsonParser('error', 'error'),
  );
  // The file is the body, however it comes: a form's boundary differs whenever it is sent.
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readUploadedFile(request);
  });

  app.post(
    '/v1/books',
    {
      bodyLimit: maxEpubBytes,
      schema: {
        tags: ['Books'],
        summary: 'Add a book from an EPUB file or from metadata',
        description:
          'The file is the body (`application/epub+zip`) or the one file of a form ' +
          '(`multipart/form-data`), at most 100 MB. The very same file again answers 200 with the ' +
          'book that it made before. Metadata alone (`application/json`) makes a record without ' +
          'text, to which chapters can be added.',
        consumes: ['application/epub+zip', 'multipart/form-data', 'application/json'],
        body: { content: { 'application/json': { schema: NewBook } } },
        querystring: z.strictObject({
          visibility: z
            .enum(['public', 'private'])
            .optional()
            .describe(
              'Of a book from a file; public unless given. A private book is there for keys of your ' +
                'own account only.',
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
      const { accountId } = requireCaller(request);
      const { visibility } = request.query;
      if (request.mediaType === 'application/json') {
        if (visibility !== undefined) throw visibilityFailure();
        const bookId = await writer.add(accountId, validatedBook(request.body));
        const book = await books.get(accountId, bookId);
        reply.status(201).header('Location', `/v1/books/${bookId}`);
        return { data: toBook(book, publicUrl), meta: { warnings: [] } };
      }
      const epub = request.body;
      if (!(epub instanceof Uint8Array) || epub.length === 0) {
        throw epubFailure('file_empty', 'The body is empty: send the EPUB file itself.');
      }
      const imported = await importEpub(context, epub, {
        accountId,
        visibility: visibility ?? 'public',
      });
      const book = await books.find(accountId, imported.bookId);
      if (!book) throw new Error(`Book ${imported.bookId} vanished right after its import.`);
      reply.status(imported.created ? 201 : 200).header('Location', `/v1/books/${book.id}`);
      return { data: toBook(book, publicUrl), meta: { warnings: imported.warnings } };
    },
  );
};

const ImportResponseMeta = z.object({ warnings: BookWarnings });

/** What the route's schema has checked: types do not follow a body of several kinds. */
function validatedBook(body: unknown): NewBook {
  return body as NewBook;
}

function visibilityFailure(): Failure {
  const detail = 'Of a book without a file it is a member of the body.';
  return new Failure('invalid_request', `visibility: ${detail}`, {
    errors: [{ parameter: 'visibility', detail }],
  });
}

async function readUploadedFile(request: {
  file: () => Promise<{ toBuffer: () => Promise<Buffer> } | undefined>;
}): Promise<Buffer> {
  const file = await request.file().catch(rejectForm);
  if (!file) throw new Failure('invalid_request', 'The form has no file: add the EPUB as one.');
  return await file.toBuffer().catch(rejectForm);
}

/** The plugin names what is too large or too much; the parser below it only says that it failed. */
function rejectForm(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error;
  throw new Failure('invalid_request', 'The form is broken or breaks off.', {
    errors: [{ pointer: '', detail: 'Not a whole multipart form.' }],
    cause: error,
  });
}

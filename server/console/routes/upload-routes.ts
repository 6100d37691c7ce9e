import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import pLimit from 'p-limit';
import { z } from 'zod';
import { bookEvents } from '../../books/book-events.ts';
import { BookId } from '../../books/contract.ts';
import type { Database } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import { prepareImport } from '../../import/import-epub.ts';
import { prepareEdition } from '../../import/new-edition.ts';
import type { Change } from '../audit-log.ts';
import type { ConsoleContext } from '../console-context.ts';
import { type ImportResult, NewUpload, uploadLimits } from '../contract.ts';
import {
  deleteUpload,
  insertUpload,
  readUpload,
  requireUpload,
  storePart,
} from '../store/uploads.ts';
import { requireAccount } from '../visitor.ts';
import { requireOwnBook } from './book-routes.ts';

/** Maximum number of files in memory at the same time. Each can be 100 MB. */
const importing = pLimit(2);

const UploadId = z.string().max(100);
const UploadParams = z.object({ accountId: z.string(), uploadId: UploadId });
const PartParams = UploadParams.extend({ position: z.coerce.number().int().min(0) });
const BookParams = z.object({ accountId: z.string(), bookId: BookId });

/** Routes for uploading book files in parts, so that an interrupted upload can continue. */
export const uploadRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, newId, audit, events, publicUrl } = context;
  const importContext = { db, now, newId, bookEvents: bookEvents(events, publicUrl) };
  const account = '/console/api/accounts/:accountId';
  const url = `${account}/uploads`;
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: uploadLimits.partBytes },
    (_request, body, done) => done(null, body),
  );

  /** POST …/uploads with `{ name, size }` → `Upload`. Errors: `too_many_requests`. */
  app.post(url, { schema: { body: NewUpload } }, async (request, reply) => {
    const upload = { id: newId('upl'), ...request.body };
    await insertUpload(db, requireAccount(request).id, upload, now());
    reply.status(201);
    return { data: { ...upload, received: 0 } };
  });

  /** GET …/uploads/:uploadId → `Upload`. Errors: `not_found`. */
  app.get(`${url}/:uploadId`, { schema: { params: UploadParams } }, async (request) => ({
    data: await requireUpload(db.query, requireAccount(request).id, request.params.uploadId),
  }));

  /**
   * PUT …/uploads/:uploadId/parts/:position with bytes → `Upload`. Errors: `conflict`, `not_found`.
   */
  app.put(
    `${url}/:uploadId/parts/:position`,
    { bodyLimit: uploadLimits.partBytes, schema: { params: PartParams } },
    async (request) => {
      const { uploadId, position } = request.params;
      const upload = await requireUpload(db.query, requireAccount(request).id, uploadId);
      const { body } = request;
      if (!(body instanceof Uint8Array) || body.length === 0) {
        throw new Failure('invalid_request', 'Send the part as application/octet-stream.');
      }
      return { data: await storePart(db, upload, position, body, now()) };
    },
  );

  /** DELETE …/uploads/:uploadId. Errors: `not_found`. */
  app.delete(`${url}/:uploadId`, { schema: { params: UploadParams } }, async (request) => {
    const { id } = requireAccount(request);
    const upload = await requireUpload(db.query, id, request.params.uploadId);
    await deleteUpload(db.query, upload.id);
    return { data: {} };
  });

  /**
   * POST …/uploads/:uploadId/import → `ImportResult`. Errors: `not_found`, `conflict`, `epub_…`.
   */
  app.post(
    `${url}/:uploadId/import`,
    { schema: { params: UploadParams, body: z.strictObject({}) } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const data = await importFile(request, request.params.uploadId, async (epub, name) => {
        const options = { accountId, visibility: 'private' } as const;
        const store = await prepareImport(importContext, epub, options);
        return async (tx) => {
          const { title, ...result } = await store(tx);
          const target = result.bookId;
          const after = { title, file: name, isNew: result.created };
          return { result: { title, ...result }, change: changeOf('book.import', target, after) };
        };
      });
      return { data };
    },
  );

  /**
   * POST …/books/:bookId/edition with `{ uploadId }` → `ImportResult`. Errors: those of the import,
   * `conflict`.
   */
  app.post(
    `${account}/books/:bookId/edition`,
    { schema: { params: BookParams, body: z.strictObject({ uploadId: UploadId }) } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { bookId } = request.params;
      const book = await requireOwnBook(db, accountId, bookId);
      const data = await importFile(request, request.body.uploadId, async (epub, name) => {
        const store = await prepareEdition(importContext, epub, accountId, book);
        return async (tx) => {
          const { title, warnings } = await store(tx);
          const before = { title: book.title };
          const change = changeOf('book.replace', bookId, { title, file: name }, before);
          return { result: { bookId, title, created: false, warnings }, change };
        };
      });
      return { data };
    },
  );

  function changeOf(action: string, target: string, after: unknown, before?: unknown) {
    return { action, target, before, after };
  }

  type Stored = { result: ImportResult; change: Omit<Change, 'accountId'> };

  /** Compiles an uploaded file, then stores it and deletes the upload in one transaction. */
  async function importFile(
    request: FastifyRequest,
    uploadId: string,
    prepare: (epub: Uint8Array, name: string) => Promise<(tx: Database) => Promise<Stored>>,
  ): Promise<ImportResult> {
    const { id: accountId } = requireAccount(request);
    const upload = await requireUpload(db.query, accountId, uploadId);
    return importing(async () => {
      const epub = await readUpload(db.query, upload);
      const store = await prepare(epub, upload.name).catch(async (error: unknown) => {
        // Compiling the same file again would fail again.
        if (error instanceof Failure && error.code.startsWith('epub_')) {
          await deleteUpload(db.query, upload.id);
        }
        throw error;
      });
      return audit.change(request, async (tx) => {
        const { result, change } = await store(tx);
        await deleteUpload(tx.query, upload.id);
        return { result, change: { ...change, accountId } };
      });
    });
  }
};

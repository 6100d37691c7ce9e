import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireContents } from '../../books/book-contents.ts';
import type { Licences } from '../../books/licence/licences.ts';
import type { BookStore } from '../../books/store.ts';
import { Failure } from '../../failure.ts';
import { FileList, toFileList } from '../file-list.ts';
import type { BookOutlines, ContentStore } from '../store.ts';
import {
  ContentId,
  sessionFailureCodes,
  type SessionGate,
  requireSession,
} from '../session-gate.ts';

export interface FileListRoutesOptions {
  books: BookStore;
  content: ContentStore;
  outlines: BookOutlines;
  licences: Licences;
  gate: SessionGate;
}

/** `/content/{contentId}/files`: the files to download for offline reading. */
export const fileListRoutes: FastifyPluginAsyncZod<FileListRoutesOptions> = async (
  app,
  options,
) => {
  const { books, content, outlines, licences, gate } = options;

  /**
   * → `FileList`. Errors: `session_invalid`, `session_expired`, `book_not_found`,
   * `book_not_readable`.
   */
  app.get(
    '/content/:contentId/files',
    {
      schema: {
        tags: ['Content'],
        operationId: 'listContentFiles',
        summary: 'List a book’s files',
        description:
          'Returns all files that this session may fetch, with their sizes, for downloading the book for offline ' +
          'reading.',
        params: z.strictObject({ contentId: ContentId }),
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: FileList }) },
      },
      config: {
        access: 'session',
        fails: [...sessionFailureCodes, 'book_not_found', 'book_not_readable'],
      },
    },
    async (request, reply) => {
      const { contentId } = request.params;
      const { bookId, licence } = await requireSession(gate, request, contentId);
      const book = await books.findAny(bookId);
      if (!book) throw new Failure('book_not_found', `Book ${bookId} no longer exists.`);
      const contents = requireContents(book, await outlines.forBook(book));
      const sizes = await content.fileSizes(contentId);
      const licensed = await licences.findFiles(contentId, licence);
      reply.header('Cache-Control', 'private, no-store');
      return { data: toFileList(contents, licence, sizes, licensed) };
    },
  );
};

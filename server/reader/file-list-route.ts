import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readable } from '../books/reading.ts';
import type { Licences } from '../books/licence/licences.ts';
import type { BookStore } from '../books/store.ts';
import { Failure } from '../failure.ts';
import { FileList, fileList } from './file-list.ts';
import type { Readings } from './readings.ts';
import { ContentId, gateFails, type SessionGate, sessionOf } from './session-of.ts';
import type { ReaderStore } from './store.ts';

export interface FileListOptions {
  books: BookStore;
  content: ReaderStore;
  readings: Readings;
  licences: Licences;
  gate: SessionGate;
}

/** `/content/{contentId}/files`: what a reader who wants to read without a network has to fetch. */
export const fileListRoute: FastifyPluginAsyncZod<FileListOptions> = async (app, options) => {
  const { books, content, readings, licences, gate } = options;

  /** → `FileList`. Fails: `session_invalid`, `session_expired`, `book_not_found`, `book_not_readable`. */
  app.get(
    '/content/:contentId/files',
    {
      schema: {
        tags: ['Content'],
        summary: 'List the files of a book',
        description:
          'Everything that this session may fetch, with sizes: for readers that keep the book for the ' +
          'time without a network.',
        params: z.strictObject({ contentId: ContentId }),
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: FileList }) },
      },
      config: {
        access: 'session',
        fails: [...gateFails, 'book_not_found', 'book_not_readable'],
      },
    },
    async (request, reply) => {
      const { contentId } = request.params;
      const { bookId, licence } = await sessionOf(gate, request, contentId);
      const book = await books.findAny(bookId);
      if (!book) throw new Failure('book_not_found', `Book ${bookId} is not here any more.`);
      const reading = readable(book, await readings.of(book));
      const sizes = await content.sizes(contentId);
      const licensed = await licences.filesOf(contentId, licence);
      reply.header('Cache-Control', 'private, no-store');
      return { data: fileList(reading, licence, sizes, licensed) };
    },
  );
};

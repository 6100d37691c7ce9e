import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { BookStore } from '../books/store.ts';
import { chapters, type ChaptersContext } from './chapters.ts';
import { contentCompiler, type ContentCompilerOptions } from './content-compiler.ts';
import { type ListChaptersOptions, listChaptersRoute } from './list-chapters-route.ts';
import { chapterRoutes } from './routes.ts';
import { listChapters } from './store.ts';

export interface ChapterDeps extends Pick<ListChaptersOptions, 'loadContents' | 'licences'> {
  books: BookStore;
  /** Compiles a chapter's content in a separate process. */
  compile: ContentCompilerOptions['compile'];
  /** Call after a published chapter of the book has changed. */
  notifyReaders: (bookId: string) => void;
}

/** Creates the chapter writer for another database or a transaction. */
export type ChapterServices = Required<Pick<ChaptersContext, 'compile' | 'notifyReaders'>>;

/** Registers `/v1/books/{id}/chapters` and `/v1/chapters` */
export async function registerChapters(
  app: FastifyInstance,
  context: AppContext,
  deps: ChapterDeps,
): Promise<ChapterServices> {
  const { db, idempotentDb, cursors, publicUrl } = context;
  const { books, compile, notifyReaders } = deps;
  await app.register(listChaptersRoute, {
    ...deps,
    cursors,
    publicUrl,
    listSerialChapters: (bookId, page) => listChapters(db.query, bookId, page),
  });
  const findLanguage = async (id: string) =>
    (await books.findAny(id))?.metadata.languages[0] ?? 'und';
  const services = { compile: contentCompiler({ compile, findLanguage }), notifyReaders };
  await app.register(chapterRoutes, {
    chapters: chapters({ ...context, db: idempotentDb, ...services }),
  });
  return services;
}

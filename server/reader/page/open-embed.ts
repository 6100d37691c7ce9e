import { toBook } from '../../books/stored-book.ts';
import type { BookStore } from '../../books/store.ts';
import { Failure } from '../../failure.ts';
import type { Sessions } from '../session.ts';
import type { ReaderStore } from '../store.ts';
import { findBook } from './find-book.ts';
import type { PageServices } from './services.ts';

/** Opens a book as `GET /v1/reader/embed` does. */
export function openEmbed(options: {
  books: BookStore;
  content: ReaderStore;
  sessions: Sessions;
  publicUrl: string;
}): PageServices['openEmbed'] {
  const { books, content, sessions, publicUrl } = options;
  return async (caller, asking) => {
    const { book: wanted, chapter = 0, theme, locale, affiliate, campaign, origin } = asking;
    const book = await findBook(books, caller.accountId, wanted);
    if (!book?.versionId) throw new Failure('book_not_found', `No text of book ${wanted} here.`);
    const { versionId } = book;
    if (book.metadata.access?.mode === 'sample') {
      throw new Failure('not_licensed', `Of book ${wanted} there is a sample alone.`);
    }
    const outline = await content.outline(versionId);
    const index = outline?.readingOrder[chapter] ? chapter : 0;
    const first = await content.section(versionId, index);
    if (!outline || !first) throw new Error(`Version ${versionId} has no section ${index}.`);
    const grant = {
      contentId: versionId,
      bookId: book.id,
      keyId: caller.keyId,
      origin,
      licence: null,
      affiliate: affiliate ?? null,
      campaign: campaign ?? null,
    };
    const embed = {
      session: {
        ...sessions.issue(grant),
        content: `${publicUrl}/content/${versionId}`,
        resourceQuery: sessions.resourceQuery(versionId),
      },
      book: toBook(book, publicUrl),
      ...outline,
      first,
      styleSheets: await content.styleSheets(versionId, first.styles),
      theme: { name: theme ?? null, tokens: {} },
      locale: locale ?? null,
      access: { mode: 'full' as const, until: null },
      purchase: null,
      deployment: null,
    };
    return { embed, isReadable: () => true };
  };
}

import type { StoredBook } from '../books/stored-book.ts';
import type { BookContents } from '../books/book-contents.ts';
import { type Licences, licences } from '../books/licence/licences.ts';
import type { Database } from '../db/open.ts';
import { type PublishedChapterStore, publishedChapterStore } from './published-chapter-store.ts';
import { type BookOutlines, bookOutlines, type ContentStore, contentStore } from './store.ts';

/**
 * Reads the text of books, which consists of their files' sections and their chapters, and
 * determines how much each key may read.
 */
export interface BookText {
  content: ContentStore;
  chapters: PublishedChapterStore;
  outlines: BookOutlines;
  licences: Licences;
  /** Returns null for a book without text. */
  loadContents: (book: StoredBook) => Promise<BookContents | null>;
}

export function bookText(db: Database): BookText {
  const content = contentStore(db);
  const chapters = publishedChapterStore(db);
  const outlines = bookOutlines(content, chapters);
  return {
    content,
    chapters,
    outlines,
    licences: licences({
      readOutline: (versionId) => content.outline(versionId),
      readSection: (versionId, index) => content.section(versionId, index),
      readChapter: async (bookId, chapterId) =>
        (await chapters.find(bookId, chapterId))?.section ?? null,
      readStyleSheets: (versionId, ids) => content.styleSheets(versionId, ids),
    }),
    loadContents: (book) => outlines.forBook(book),
  };
}

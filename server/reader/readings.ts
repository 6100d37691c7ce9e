import { type Reading, readingOf } from '../books/reading.ts';
import type { StoredBook } from '../books/stored-book.ts';
import type { ChapterStore } from './chapter-store.ts';
import type { ReaderStore } from './store.ts';

export type Readings = ReturnType<typeof readings>;

/** What there is to read of books: sections of their files, and published chapters. */
export function readings(content: ReaderStore, chapters: ChapterStore) {
  return {
    /** Null when there is nothing to read. */
    async of({ id, versionId, serial }: StoredBook): Promise<Reading | null> {
      const outline = versionId === null ? null : await content.outline(versionId);
      const published = serial.chapters > 0 ? await chapters.published(id) : [];
      return readingOf(versionId ?? id, outline, serial.change, published);
    },
  };
}

import { LRUCache } from 'lru-cache';
import {
  type ChapterSpineItem,
  type PublishedChapter,
  toSpineItem,
} from '../books/book-contents.ts';
import type { Database } from '../db/open.ts';
import type { SectionContent } from './contract.ts';
import { compressContent, type EncodedSection } from './send-content.ts';

/** A few hundred chapters: all readers of one that has just come out share its compression. */
const maxCachedBytes = 8 * 2 ** 20;

/** What became of a chapter that readers know. */
export interface ChapterChange {
  /** Number of the change; a book’s rise by 1. */
  number: number;
  /** Number of the change that published it; null for one that was taken back. */
  publishedNumber: number | null;
  item: ChapterSpineItem;
}

export interface EncodedChapter extends EncodedSection {
  revision: number;
}

export type PublishedChapterStore = ReturnType<typeof publishedChapterStore>;

const chapterColumns = [
  'serial_chapters.id',
  'serial_chapters.revision',
  'serial_chapters.title',
  'serial_chapters.position',
  'serial_chapters.words',
  'serial_chapters.length',
] as const;

/** The published chapters of books, as readers see them. */
export function publishedChapterStore({ query }: Database) {
  const answers = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length + 1,
  });

  return {
    /** In their order. */
    async list(bookId: string): Promise<PublishedChapter[]> {
      return query
        .selectFrom('serial_chapters')
        .select(chapterColumns)
        .where('book_id', '=', bookId)
        .where('state', '=', 'published')
        .orderBy('position')
        .orderBy('id')
        .execute();
    },

    /** Null unless the book has such a chapter, and it is published. */
    async find(
      bookId: string,
      chapterId: string,
    ): Promise<{ section: SectionContent; revision: number } | null> {
      const row = await query
        .selectFrom('serial_chapters')
        .select(['section', 'title', 'revision', 'position'])
        .where('id', '=', chapterId)
        .where('book_id', '=', bookId)
        .where('state', '=', 'published')
        .executeTakeFirst();
      if (!row) return null;
      const { title, revision, position } = row;
      const href = `chapters/${chapterId}`;
      const chapter = { id: chapterId, revision, position };
      return { revision, section: { ...parseSection(row.section), href, title, chapter } };
    },

    /** The answer `{data: Section}`; whoever asks for the same revision shares its compression. */
    async findEncoded(bookId: string, chapterId: string): Promise<EncodedChapter | null> {
      const found = await this.find(bookId, chapterId);
      if (!found) return null;
      const { revision, section } = found;
      const json = Buffer.from(JSON.stringify({ data: section }));
      const brotli = async (): Promise<Buffer> => {
        const key = `${chapterId}/${revision}`;
        const kept = answers.get(key);
        if (kept) return kept;
        const made = await compressContent(json);
        answers.set(key, made);
        return made;
      };
      return { revision, json: async () => json, brotli };
    },

    /** By book, the number of the last change that readers noticed: nothing for books without chapters. */
    async lastChangeNumbers(bookIds: string[]): Promise<Map<string, number>> {
      const rows = await query
        .selectFrom('serials')
        .select(['book_id', 'change'])
        .where('book_id', 'in', bookIds)
        .execute();
      return new Map(rows.map(({ book_id, change }) => [book_id, change]));
    },

    /** What has changed behind a number, each chapter once, in the order of the changes. */
    async changesAfter(bookId: string, after: number): Promise<ChapterChange[]> {
      const rows = await query
        .selectFrom('serial_changes')
        .innerJoin('serial_chapters', 'serial_chapters.id', 'serial_changes.chapter_id')
        .select([...chapterColumns, 'state', 'change', 'published_change'])
        .where('serial_changes.book_id', '=', bookId)
        .where('change', '>', after)
        .orderBy('change')
        .execute();
      return rows.map(({ state, change: number, published_change, ...chapter }) => ({
        number,
        publishedNumber: state === 'published' ? published_change : null,
        item: toSpineItem(chapter),
      }));
    },
  };
}

function parseSection(json: string): SectionContent {
  return JSON.parse(json) as SectionContent;
}

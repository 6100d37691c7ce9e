import { LRUCache } from 'lru-cache';
import {
  type ChapterSpineItem,
  type PublishedChapter,
  toSpineItem,
} from '../books/book-contents.ts';
import type { Database } from '../db/open.ts';
import type { SectionContent } from './contract.ts';
import type { EncodedSection } from './send-content.ts';
import { compressBrotli } from '../values/brotli.ts';

/**
 * Cache size. Enough for a few hundred chapters, so all readers of a new chapter share one
 * compression.
 */
const maxCachedBytes = 8 * 2 ** 20;

/** The latest change to a chapter. */
export interface ChapterChange {
  /** Number of the change. Increases by 1 within a book. */
  number: number;
  /** Number of the change that published the chapter, or null if it was unpublished. */
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

/** Reads published chapters in the format that readers receive. */
export function publishedChapterStore({ query }: Database) {
  const compressed = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length + 1,
  });

  return {
    /** Returns all published chapters in reading order. */
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

    /** Returns null if the book has no such published chapter. */
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

    /**
     * Returns the response body `{data: Section}`. Requests for the same revision share its
     * compression.
     */
    async findEncoded(bookId: string, chapterId: string): Promise<EncodedChapter | null> {
      const found = await this.find(bookId, chapterId);
      if (!found) return null;
      const { revision, section } = found;
      const json = Buffer.from(JSON.stringify({ data: section }));
      const brotli = async (): Promise<Buffer> => {
        const key = `${chapterId}/${revision}`;
        const cached = compressed.get(key);
        if (cached) return cached;
        const bytes = await compressBrotli(json);
        compressed.set(key, bytes);
        return bytes;
      };
      return { revision, json: async () => json, brotli };
    },

    /**
     * Returns the number of each book's last change to published chapters. Omits books that never
     * had chapters.
     */
    async lastChangeNumbers(bookIds: string[]): Promise<Map<string, number>> {
      const rows = await query
        .selectFrom('serials')
        .select(['book_id', 'change'])
        .where('book_id', 'in', bookIds)
        .execute();
      return new Map(rows.map(({ book_id, change }) => [book_id, change]));
    },

    /** Returns changes with a higher number than `after`, in order, with each chapter once. */
    async changesAfter(bookId: string, after: number): Promise<ChapterChange[]> {
      const rows = await query
        .selectFrom('serial_changes')
        .innerJoin('serial_chapters', 'serial_chapters.id', 'serial_changes.chapter_id')
        .select([...chapterColumns, 'state', 'change', 'published_change'])
        .where('serial_changes.book_id', '=', bookId)
        .where('change', '>', after)
        .orderBy('change')
        .execute();
      const deleted = await query
        .selectFrom('deleted_chapters')
        .select(['change', 'item'])
        .where('book_id', '=', bookId)
        .where('change', '>', after)
        .execute();
      return [
        ...rows.map(({ state, change: number, published_change, ...chapter }) => ({
          number,
          publishedNumber: state === 'published' ? published_change : null,
          item: toSpineItem(chapter),
        })),
        ...deleted.map(({ change: number, item }) => ({
          number,
          publishedNumber: null,
          item: toSpineItem(parseDeletedChapter(item)),
        })),
      ].sort((one, other) => one.number - other.number);
    },
  };
}

/** Parses without validation because only the deletion of chapters writes this column. */
function parseDeletedChapter(json: string): PublishedChapter {
  return JSON.parse(json) as PublishedChapter;
}

function parseSection(json: string): SectionContent {
  return JSON.parse(json) as SectionContent;
}

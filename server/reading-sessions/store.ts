import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { VersionOutline } from '../books/outline.ts';
import type { Database } from '../db/open.ts';
import { readContent } from '../db/stored-objects.ts';
import type { SectionContent } from './contract.ts';
import type { StoredSizes } from './file-list.ts';
import type { EncodedSection } from './send-content.ts';
import { type BookContents, assembleContents } from '../books/book-contents.ts';
import type { StoredBook } from '../books/stored-book.ts';
import type { PublishedChapterStore } from './published-chapter-store.ts';

/** Maximum number of cached outlines. Each takes about 150 kB for a book with 400 sections. */
const maxCachedOutlines = 100;

const decompress = promisify(brotliDecompress);

export interface StoredResource {
  mediaType: string;
  bytes: Uint8Array;
}

export type ContentStore = ReturnType<typeof contentStore>;

/** Reads the immutable content of book versions. */
export function contentStore(db: Database) {
  const outlines = new LRUCache<string, VersionOutline>({ max: maxCachedOutlines });

  return {
    async outline(versionId: string): Promise<VersionOutline | null> {
      const cached = outlines.get(versionId);
      if (cached) return cached;
      const row = await db.query
        .selectFrom('book_versions')
        .select('outline')
        .where('id', '=', versionId)
        .executeTakeFirst();
      if (!row) return null;
      const outline = parseOutline(row.outline);
      outlines.set(versionId, outline);
      return outline;
    },

    /**
     * Returns the response body `{data: Section}`, compressed as stored, and a function that
     * decompresses it.
     */
    async encodedSection(versionId: string, index: number): Promise<EncodedSection | null> {
      const row = await db.query
        .selectFrom('sections')
        .select(['content as bytes', 'object'])
        .where('version_id', '=', versionId)
        .where('position', '=', index)
        .executeTakeFirst();
      if (!row) return null;
      const content = await readContent(db, row);
      return { brotli: async () => content, json: () => decompress(content) };
    },

    async section(versionId: string, index: number): Promise<SectionContent | null> {
      const encoded = await this.encodedSection(versionId, index);
      return encoded && parseSection(await encoded.json());
    },

    /** Returns style sheets by id. Omits unknown ids. */
    async styleSheets(versionId: string, ids: string[]): Promise<Record<string, string>> {
      if (ids.length === 0) return {};
      const rows = await db.query
        .selectFrom('style_sheets')
        .select(['id', 'css'])
        .where('version_id', '=', versionId)
        .where('id', 'in', ids)
        .execute();
      return Object.fromEntries(rows.map(({ id, css }) => [id, css]));
    },

    async resource(versionId: string, path: string): Promise<StoredResource | null> {
      const row = await db.query
        .selectFrom('resources')
        .select(['media_type', 'bytes', 'object'])
        .where('version_id', '=', versionId)
        .where('path', '=', path)
        .executeTakeFirst();
      return row ? { mediaType: row.media_type, bytes: await readContent(db, row) } : null;
    },

    /** Returns the stored sizes of all of a version's sections, style sheets and resources. */
    async fileSizes(versionId: string): Promise<StoredSizes> {
      const [sections, styles, resources] = await Promise.all([
        db.query
          .selectFrom('sections')
          .select(['position', sql<number>`coalesce(size, length(content))`.as('bytes')])
          .where('version_id', '=', versionId)
          .execute(),
        db.query
          .selectFrom('style_sheets')
          .select(['id', sql<number>`length(css)`.as('bytes')])
          .where('version_id', '=', versionId)
          .orderBy('id')
          .execute(),
        db.query
          .selectFrom('resources')
          .select(['path', sql<number>`coalesce(size, length(bytes))`.as('bytes')])
          .where('version_id', '=', versionId)
          .orderBy('path')
          .execute(),
      ]);
      return {
        sections: new Map(sections.map(({ position, bytes }) => [position, bytes])),
        styles,
        resources,
      };
    },

    /** Returns the id of a version's book, or null if there is no such version. */
    async bookOf(versionId: string): Promise<string | null> {
      const row = await db.query
        .selectFrom('book_versions')
        .select('book_id')
        .where('id', '=', versionId)
        .executeTakeFirst();
      return row?.book_id ?? null;
    },

    /** @param contentId - Of a version or of an uploaded cover. */
    async cover(contentId: string): Promise<StoredResource | null> {
      if (contentId.startsWith('cov_')) {
        const own = await db.query
          .selectFrom('book_covers')
          .select(['bytes', 'object'])
          .where('id', '=', contentId)
          .executeTakeFirst();
        return own ? { mediaType: 'image/jpeg', bytes: await readContent(db, own) } : null;
      }
      const row = await db.query
        .selectFrom('book_versions')
        .select('cover_path')
        .where('id', '=', contentId)
        .executeTakeFirst();
      return row?.cover_path ? this.resource(contentId, row.cover_path) : null;
    },
  };
}

function parseOutline(json: string): VersionOutline {
  return JSON.parse(json) as VersionOutline;
}

function parseSection(json: Uint8Array): SectionContent {
  return (JSON.parse(Buffer.from(json).toString()) as { data: SectionContent }).data;
}

export type BookOutlines = ReturnType<typeof bookOutlines>;

/**
 * Reads book outlines, which list the sections of the book's file followed by its published
 * chapters.
 */
export function bookOutlines(content: ContentStore, chapters: PublishedChapterStore) {
  return {
    /** Returns null if the book has no text. */
    async forBook({ id, versionId, serial }: StoredBook): Promise<BookContents | null> {
      const outline = versionId === null ? null : await content.outline(versionId);
      const published = serial.chapters > 0 ? await chapters.list(id) : [];
      return assembleContents(versionId ?? id, outline, serial.change, published);
    },
  };
}

import { escapeUTF8 } from 'entities';
import { bookPathSegment } from './book-path.ts';
import type { LibraryOwner, ShownBooks } from './shown-books.ts';

/**
 * A sitemap has at most 50,000 URLs (https://www.sitemaps.org/protocol.html), one of which is the
 * library's.
 */
const maxBooks = 49_999;

interface SitemapEntry {
  id: string;
  title: string;
  updatedAt: string;
}

export type Sitemaps = ReturnType<typeof sitemaps>;

/** Lists the books on a deployment's domains for search engines. */
export function sitemaps(shownBooks: ShownBooks, maxPerPart = maxBooks) {
  return {
    /** Number of sitemaps that contain the books. */
    async countParts(deployment: LibraryOwner): Promise<number> {
      const { query } = await shownBooks(deployment);
      const { count } = await query
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      return Math.ceil(Number(count) / maxPerPart);
    },

    /** Returns the books in a sitemap, oldest first, so that new books change only the last one. */
    async list(deployment: LibraryOwner, part: number): Promise<SitemapEntry[]> {
      const { query } = await shownBooks(deployment);
      const rows = await query
        .select(['books.id', 'books.title', 'books.updated_at'])
        .orderBy('books.ordinal')
        .limit(maxPerPart)
        .offset((part - 1) * maxPerPart)
        .execute();
      return rows.map(({ id, title, updated_at }) => ({ id, title, updatedAt: updated_at }));
    },
  };
}

export function renderSitemap(origin: string, entries: SitemapEntry[]): string {
  const urls = entries.map(
    (book) =>
      `<url><loc>${escapeUTF8(`${origin}/books/${bookPathSegment(book)}`)}</loc><lastmod>${book.updatedAt}</lastmod></url>`,
  );
  const all = [`<url><loc>${escapeUTF8(`${origin}/`)}</loc></url>`, ...urls];
  // A library with only one book shows it at its root, so the book has no separate URL.
  const listed = entries.length === 1 ? urls : all;
  return `${declaration}<urlset xmlns="${namespace}">\n${listed.join('\n')}\n</urlset>\n`;
}

export function renderSitemapIndex(origin: string, parts: number): string {
  const sitemaps = Array.from(
    { length: parts },
    (_, index) =>
      `<sitemap><loc>${escapeUTF8(`${origin}/sitemap.xml?part=${index + 1}`)}</loc></sitemap>`,
  );
  return `${declaration}<sitemapindex xmlns="${namespace}">\n${sitemaps.join('\n')}\n</sitemapindex>\n`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

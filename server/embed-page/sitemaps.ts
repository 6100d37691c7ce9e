import { escapeUTF8 } from 'entities';
import type { Database } from '../db/open.ts';
import { bookPathSegment } from './book-path.ts';
import { publicBooksWithText } from './store.ts';

/** Maximum number of URLs in a sitemap: https://www.sitemaps.org/protocol.html */
const maxUrls = 50_000;

interface SitemapEntry {
  id: string;
  title: string;
  updatedAt: string;
}

export type Sitemaps = ReturnType<typeof sitemaps>;

/** Lists the public books of an account for search engines. */
export function sitemaps(db: Database, maxPerPart = maxUrls) {
  return {
    /** Number of sitemaps that contain the account's books. */
    async countParts(accountId: string): Promise<number> {
      const { count } = await publicBooksWithText(db, accountId)
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      return Math.ceil(Number(count) / maxPerPart);
    },

    /** Returns the books in a sitemap, oldest first, so that new books change only the last one. */
    async list(accountId: string, part: number): Promise<SitemapEntry[]> {
      const rows = await publicBooksWithText(db, accountId)
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
  // A library with one book shows it at its root, which is then not the canonical URL.
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

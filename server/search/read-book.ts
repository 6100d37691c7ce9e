import { isbn13 } from '../text/isbn.ts';
import { dateKey } from './date-key.ts';
import type { IndexedBook } from './indexed-book.ts';
import type { ChangedBook } from './store.ts';

/** What of a book's metadata is searched; the rest of the JSON is let be. */
interface SearchedMetadata {
  subtitle: string | null;
  contributors: { name: string; role: string }[];
  otherNames?: string[];
  languages: string[];
  subjects: { label: string }[];
  identifiers: { scheme: string; value: string }[];
  publisher: string | null;
  publishedAt: string | null;
  series: { name: string } | null;
}

/** A row as what the index makes words of. */
export function readBook(row: ChangedBook): IndexedBook {
  const metadata = parseMetadata(row.metadata);
  const { contributors, identifiers, publishedAt } = metadata;
  return {
    ordinal: row.ordinal,
    accountId: row.account_id,
    isPrivate: row.visibility === 'private',
    isReadable: row.version_id !== null || (row.chapters ?? 0) > 0,
    popularity: row.popularity,
    published: publishedAt === null ? null : dateKey(publishedAt),
    updatedMs: Date.parse(row.updated_at),
    title: row.title,
    subtitle: metadata.subtitle,
    contributors: contributors.map(({ name }) => name),
    authors: contributors.filter(({ role }) => role === 'aut').map(({ name }) => name),
    otherNames: metadata.otherNames ?? [],
    subjects: metadata.subjects.map(({ label }) => label),
    publisher: metadata.publisher,
    series: metadata.series?.name ?? null,
    isbns: identifiers.flatMap(({ scheme, value }) =>
      scheme === 'isbn' ? (isbn13(value) ?? value) : [],
    ),
    languages: metadata.languages,
  };
}

/** Written by this server alone, and checked when it was. */
function parseMetadata(json: string): SearchedMetadata {
  return JSON.parse(json) as SearchedMetadata;
}

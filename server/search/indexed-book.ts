import { type DocumentFacts, dateKey } from './document-table.ts';
import { toIsbn13 } from '../values/isbn.ts';
import type { ChangedBook } from './store.ts';

/** Everything of a book that it can be found by. */
export interface IndexedBook extends Omit<
  DocumentFacts,
  'sortTitle' | 'titleWords' | 'titleLength' | 'facets'
> {
  title: string;
  subtitle: string | null;
  /** Names of everyone who made it. */
  contributors: string[];
  /** Names of its authors, as facets show them. */
  authors: string[];
  /** Further names of contributors. */
  otherNames: string[];
  subjects: string[];
  publisher: string | null;
  series: string | null;
  /** Thirteen digits each. */
  isbns: string[];
  /** BCP 47. */
  languages: string[];
}

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
export function toIndexedBook(row: ChangedBook): IndexedBook {
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
      scheme === 'isbn' ? (toIsbn13(value) ?? value) : [],
    ),
    languages: metadata.languages,
  };
}

/** Written by this server alone, and checked when it was. */
function parseMetadata(json: string): SearchedMetadata {
  return JSON.parse(json) as SearchedMetadata;
}

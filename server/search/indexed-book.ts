import { type DocumentFacts, dateKey } from './document-table.ts';
import { toIsbn13 } from '../values/isbn.ts';
import type { ChangedBook } from './store.ts';

/** Everything in a book that can be searched or filtered. */
export interface IndexedBook extends Omit<
  DocumentFacts,
  | 'sortTitle'
  | 'titleWords'
  | 'titleLength'
  | 'mainTitleLength'
  | 'titleShare'
  | 'leadingArticle'
  | 'facets'
  | 'names'
  | 'author'
  | 'languageBits'
  | 'language'
> {
  title: string;
  subtitle: string | null;
  /** Names of all contributors. */
  contributors: string[];
  /** Surname of each contributor, in the same order; null or missing if unknown. */
  surnames: (string | null)[];
  /** Names of the authors, as listed in facets. */
  authors: string[];
  /** Other names of contributors. */
  otherNames: string[];
  subjects: string[];
  publisher: string | null;
  series: string | null;
  /** ISBNs as 13 digits. */
  isbns: string[];
  /** BCP 47 tags. */
  languages: string[];
}

/** The searchable part of a book's metadata. */
interface SearchedMetadata {
  subtitle: string | null;
  contributors: { name: string; sortName?: string | null; role: string }[];
  otherNames?: string[];
  languages: string[];
  subjects: { label: string }[];
  identifiers: { scheme: string; value: string }[];
  publisher: string | null;
  publishedAt: string | null;
  series: { name: string } | null;
}

/** Converts a database row to an indexed book. */
export function toIndexedBook(row: ChangedBook): IndexedBook {
  const metadata = parseMetadata(row.metadata);
  const { contributors, identifiers, publishedAt } = metadata;
  return {
    ordinal: row.ordinal,
    accountId: row.account_id,
    isPrivate: row.visibility !== 'public',
    isTest: row.visibility === 'test',
    isReadable: row.version_id !== null || (row.chapters ?? 0) > 0,
    popularity: row.popularity,
    published: publishedAt === null ? null : dateKey(publishedAt),
    updatedMs: Date.parse(row.updated_at),
    title: row.title,
    subtitle: metadata.subtitle,
    contributors: contributors.map(({ name }) => name),
    surnames: contributors.map(({ sortName }) => /^[^,]+(?=,)/.exec(sortName ?? '')?.[0] ?? null),
    authors: contributors.filter(({ role }) => role === 'aut').map(({ name }) => name),
    otherNames: metadata.otherNames ?? [],
    subjects: metadata.subjects.map(({ label }) => label),
    publisher: metadata.publisher,
    series: metadata.series?.name ?? null,
    isbns: identifiers.flatMap(({ scheme, value }) =>
      scheme === 'isbn' ? (toIsbn13(value) ?? value) : [],
    ),
    languages: metadata.languages,
    workId: row.work_id,
  };
}

/**
 * Parses without validation because only this server writes the JSON, and it validates before
 * writing.
 */
function parseMetadata(json: string): SearchedMetadata {
  return JSON.parse(json) as SearchedMetadata;
}

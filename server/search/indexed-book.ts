import type { DocumentFacts } from './document-table.ts';

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

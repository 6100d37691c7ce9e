import type { Provenance } from '../books/contract.ts';
import type { BookMetadata, StoredBook } from '../books/stored-book.ts';

/** What a source can say of a book, by field; a field that is not there was not spoken of. */
export type FactValues = Partial<
  { title: string } & Pick<
    BookMetadata,
    | 'subtitle'
    | 'contributors'
    | 'languages'
    | 'description'
    | 'subjects'
    | 'identifiers'
    | 'publisher'
    | 'publishedAt'
    | 'series'
    | 'rights'
    | 'pageCount'
    | 'coverUrl'
  >
>;

/** Values that one source gave at one time. */
export interface Facts extends Provenance {
  values: FactValues;
}

/** The members of a stored book that facts change. */
export type MergedBook = Pick<StoredBook, 'title' | 'metadata' | 'provenance'>;

import type { SerialChapter, SerialPosition } from '../../chapters/contract.ts';
import type { CursorCodec } from '../../http/cursor.ts';
import type { BookSearch } from '../../search/contract.ts';
import type { Licences } from '../licence/licences.ts';
import type { Reading } from '../reading.ts';
import type { PricesIn } from '../show-books.ts';
import type { StoredBook } from '../stored-book.ts';
import type { BookStore } from '../store.ts';
import type { TextStore } from '../text/text-store.ts';
import type { VersionFiles } from '../version-files.ts';

/** What the routes of `/v1/books` work with. */
export interface BookRoutesOptions {
  books: BookStore;
  search: BookSearch;
  texts: TextStore;
  files: VersionFiles;
  cursors: CursorCodec;
  /** Null when there is nothing to read. */
  readingOf: (book: StoredBook) => Promise<Reading | null>;
  licences: Licences;
  /** Chapters that were written here, of the place `after` on; those of others published. */
  serialChapters: (
    bookId: string,
    page: { isOwn: boolean; after: SerialPosition | null; limit: number },
  ) => Promise<{ chapters: SerialChapter[]; total: number }>;
  pricesIn: PricesIn;
  /** Origin that clients reach this server at, without a trailing slash. */
  publicUrl: string;
}

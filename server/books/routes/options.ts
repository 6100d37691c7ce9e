import type { CursorCodec } from '../../http/pagination.ts';
import type { BookSearch } from '../../search/contract.ts';
import type { Licences } from '../licence/licences.ts';
import type { BookContents } from '../book-contents.ts';
import type { PriceConverter } from '../book-view.ts';
import type { StoredBook } from '../stored-book.ts';
import type { BookStore } from '../store.ts';
import type { TextStore } from '../text-search/text-store.ts';
import type { VersionFiles } from '../version-files.ts';

/** Dependencies of the routes below `/v1/books`. */
export interface BookRoutesOptions {
  books: BookStore;
  search: BookSearch;
  texts: TextStore;
  files: VersionFiles;
  cursors: CursorCodec;
  /** Returns null if there is nothing to read. */
  loadContents: (book: StoredBook) => Promise<BookContents | null>;
  licences: Licences;
  priceConverter: PriceConverter;
  /** Origin at which clients reach this server, without a trailing slash. */
  publicUrl: string;
}

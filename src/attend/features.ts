import type { Embed } from '../../server/reader/contract.ts';
import type { BookSource } from '../api/book-source.ts';
import type { SvcPage } from '../page/svc-page.ts';
import type { Attendance, AttendedReader } from './attend.ts';
import { startWhen } from './start-when.ts';

/** An open book, as it is handed to what looks after it. */
export interface AttendedBook extends Attendance {
  embed: Embed;
  source: BookSource;
  page: SvcPage;
}

/** Does its work until the signal is raised: the book is closed then. */
export type Follow = (reader: AttendedReader, book: AttendedBook, signal: AbortSignal) => void;

interface Feature {
  isWanted: (book: AttendedBook) => boolean;
  load: () => Promise<Follow>;
}

/** What else looks after an open book; each is a file of its own, loaded for the books that want it. */
export const features: readonly Feature[] = [
  {
    // Only for books that get chapters.
    isWanted: ({ embed }) => embed.changes !== null,
    load: async () => (await import('../serial/follow-book.ts')).followBook,
  },
  {
    isWanted: () => true,
    load: async () =>
      startWhen(
        ({ search }) => search,
        async () => (await import('../search/follow-search.ts')).followSearch,
      ),
  },
];

import type { Embed } from '../../server/reader/contract.ts';
import type { BookSource } from '../api/book-source.ts';
import type { SvcPage } from '../page/svc-page.ts';
import { readParts } from '../controls/parts.ts';
import type { Attendance, AttendedReader } from './attend.ts';
import { hasVoices } from '../controls/has-voices.ts';
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
  isWanted: (book: AttendedBook, reader: AttendedReader) => boolean;
  load: () => Promise<Follow>;
}

/** What else looks after an open book; each is a file of its own, loaded for the books that want it. */
export const features: readonly Feature[] = [
  {
    isWanted: () => true,
    load: async () => (await import('./follow-print.ts')).followPrint,
  },
  {
    isWanted: () => true,
    load: async () => (await import('./measure-pace.ts')).measurePace,
  },
  {
    isWanted: () => true,
    load: async () => (await import('./follow-history.ts')).followHistory,
  },
  {
    isWanted: () => true,
    load: async () => (await import('./keep-tab-on-page.ts')).keepTabOnPage,
  },
  {
    // Behind the history: it hears first which moves are jumps.
    isWanted: (_book, reader) => reader.deepLinks,
    load: async () => (await import('./follow-links.ts')).followLinks,
  },
  {
    isWanted: ({ embed }, { controls, markStore }) =>
      markStore !== undefined || readParts(controls, embed.deployment?.features).marks,
    load: async () => (await import('../marking/follow-marks.ts')).followMarks,
  },
  {
    isWanted: () => true,
    load: async () =>
      startWhen(
        ({ resume }) => resume,
        async () => (await import('./offer-resume.ts')).offerResume,
      ),
  },
  {
    // Only for books that get chapters.
    isWanted: ({ embed }) => embed.changes !== null,
    load: async () => (await import('../serial/follow-book.ts')).followBook,
  },
  {
    isWanted: (_book, reader) => reader.hasAttribute('offline'),
    load: async () => {
      // What answers without a network must be here before that is gone.
      const [{ followOffline }] = await Promise.all([
        import('../offline/follow-offline.ts'),
        import('../offline/kept-answer.ts'),
      ]);
      return followOffline;
    },
  },
  {
    isWanted: ({ embed }) => embed.readingOrder.some(({ layout }) => layout === 'fixed'),
    load: async () => (await import('../zoom/zoom-pages.ts')).zoomPages,
  },
  {
    isWanted: () => true,
    load: async () => (await import('../zoom/open-large.ts')).openLarge,
  },
  {
    isWanted: () => true,
    load: async () => (await import('../notes/show-notes.ts')).showNotes,
  },
  {
    isWanted: () => true,
    load: async () => (await import('../outside/ask-before-leaving.ts')).askBeforeLeaving,
  },
  {
    isWanted: () => true,
    load: async () =>
      startWhen(
        ({ search }) => search,
        async () => (await import('../search/follow-search.ts')).followSearch,
      ),
  },
  {
    // Asked early: the menu is to know by then.
    isWanted: () => hasVoices() || true,
    load: async () =>
      startWhen(
        ({ listening }) => listening,
        async () => (await import('../listen/follow-listening.ts')).followListening,
      ),
  },
];

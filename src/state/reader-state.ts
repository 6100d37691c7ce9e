import type { TocEntry } from '../../server/epub/contract.ts';
import type { ReaderFailure } from '../api/api-failure.ts';
import type { AnnotationsState } from '../annotations/annotations-state.ts';
import type { ReadingOrderItem, Embed } from '../../server/reading-sessions/contract.ts';
import { type BookMeasure, type TextPosition, measureBook } from './progress.ts';
import type { Paces } from './reading-time.ts';
import type { ResumePlace } from './resume.ts';
import type { BookSearch } from './book-search.ts';
import type { ReadAloudState } from './read-aloud.ts';
import type { Settings } from './settings.ts';
import type { ReaderAction } from './store.ts';

/** An open book, without its text. */
export interface OpenBook {
  id: string;
  title: string;
  language: string;
  /** Side on which the next page lies when a section does not say. */
  progression: 'ltr' | 'rtl';
  order: readonly ReadingOrderItem[];
  toc: readonly TocEntry[];
  measure: BookMeasure;
  /** Where the sample ends; null for a whole book. */
  end: TextPosition | null;
  /** The sections that may be read; null for all. */
  sections: readonly number[] | null;
}

/** The page on screen. */
export interface PageView {
  section: number;
  /** From 0, within the section. */
  page: number;
  /** Pages of the section, at least 1. */
  pages: number;
  /** First text offset on the page. */
  start: number;
  /** Text offset just past the page. */
  end: number;
  /** Whether nothing comes before, or after, in the whole book. */
  isFirst: boolean;
  isLast: boolean;
}

/** What could not be loaded while the book is open. */
export interface PageFailure extends ReaderFailure {
  /** What asks for it again; the next pages unless set. */
  retryAction?: ReaderAction;
}

export type Panel =
  | 'contents'
  | 'marks'
  | 'pages'
  | 'search'
  | 'settings'
  | 'menu'
  | 'offline'
  | 'about'
  | 'help'
  | 'sample-end';

/** What of this reader's books is kept for the time without a network. */
export interface OfflineState {
  /** `full`: there is no room for the book; `failed`: not all of it came. */
  status: 'idle' | 'keeping' | 'full' | 'failed';
  /** Of the open book: what it takes, or would take; null when nobody knows. */
  bytes: number | null;
  /** What of it has come. */
  doneBytes: number;
  /** Every book that is kept. */
  books: readonly { id: string; title: string; bytes: number }[];
}

export interface ReaderState {
  status: 'empty' | 'loading' | 'ready' | 'failed';
  failure: ReaderFailure | null;
  book: OpenBook | null;
  /** The place that the reader chose last: what a new layout returns to. */
  position: TextPosition;
  view: PageView | null;
  settings: Settings;
  panel: Panel | null;
  /** Whether the address of the page leads to the place. */
  isDeepLinked: boolean;
  /** What is offered above the page. */
  prompt: NavigationPrompt | null;
  /** Where the person was elsewhere, as the page around the reader says. */
  resume: ResumePlace | null;
  /** How fast the person reads. */
  paces: Paces;
  /** Whether a bookmark lies on the page on screen. */
  bookmarked: boolean;
  /** Null before they are loaded. */
  annotations: AnnotationsState | null;
  /** Null where books cannot be kept. */
  offline: OfflineState | null;
  search: BookSearch | null;
  /** Null while nothing is read aloud. */
  readAloud: ReadAloudState | null;
  /** A section, or a part of the reader, could not be fetched while the book is open. */
  pageFailure: PageFailure | null;
}

/** What the reader keeps of an embed answer besides the text. */
export function toOpenBook({ book, readingOrder, toc, access }: Embed): OpenBook {
  return {
    id: book.id,
    title: book.title,
    language: book.languages[0] ?? '',
    progression: book.readingProgression,
    order: readingOrder,
    toc,
    measure: measureBook(readingOrder),
    end: access.until,
    sections: access.sections,
  };
}

/**
 * A quiet line above the page: the way back from a jump, on to where the reading stopped elsewhere, or
 * what became of a link. */
export type NavigationPrompt =
  | { kind: 'back'; position: TextPosition; page: number }
  | { kind: 'resume'; position: TextPosition; device: string }
  | { kind: 'link'; isCopied: boolean };

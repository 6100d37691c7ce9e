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

/** An open book, without its text. */
export interface OpenBook {
  id: string;
  title: string;
  language: string;
  /** Page progression for sections that do not set one. */
  progression: 'ltr' | 'rtl';
  order: readonly ReadingOrderItem[];
  toc: readonly TocEntry[];
  measure: BookMeasure;
  /** End of the sample, or null for a whole book. */
  end: TextPosition | null;
  /** The licensed sections, or null for all sections. */
  sections: readonly number[] | null;
}

/** The page on screen. */
export interface PageView {
  section: number;
  /** Page index within the section, from 0. */
  page: number;
  /** Number of pages in the section, at least 1. */
  pages: number;
  /** First text offset on the page. */
  start: number;
  /** Text offset after the last text on the page. */
  end: number;
  /** Whether this is the first or last page of the whole book. */
  isFirst: boolean;
  isLast: boolean;
}

/** A failure to load part of an open book. */
export interface PageFailure extends ReaderFailure {
  /** Repeats the user's action that needed the load. Defaults to loading the next pages. */
  retry?: () => void;
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

/** Books downloaded for offline reading. */
export interface OfflineState {
  /**
   * `full` means that there is not enough storage for the book, and `failed` that the download is
   * incomplete.
   */
  status: 'idle' | 'keeping' | 'full' | 'failed';
  /** Storage in bytes that the open book uses or would use, or null if unknown. */
  bytes: number | null;
  /** Number of bytes of the open book downloaded so far. */
  doneBytes: number;
  /** All downloaded books. */
  books: readonly { id: string; title: string; bytes: number }[];
}

export interface ReaderState {
  status: 'empty' | 'loading' | 'ready' | 'failed';
  failure: ReaderFailure | null;
  book: OpenBook | null;
  /** The last position chosen by the user, to which a new layout returns. */
  position: TextPosition;
  view: PageView | null;
  settings: Settings;
  panel: Panel | null;
  /** Whether the page URL links to the position. */
  isDeepLinked: boolean;
  /** The prompt above the page. */
  prompt: NavigationPrompt | null;
  /** Position from another device, as set by the host page. */
  resume: ResumePlace | null;
  /** The user's reading speed. */
  paces: Paces;
  /** Whether the page on screen has a bookmark. */
  bookmarked: boolean;
  /** Null until the annotations are loaded. */
  annotations: AnnotationsState | null;
  /** Null if books cannot be downloaded. */
  offline: OfflineState | null;
  search: BookSearch | null;
  /** Null while nothing is read aloud. */
  readAloud: ReadAloudState | null;
  /** A section or feature could not be loaded while the book is open. */
  pageFailure: PageFailure | null;
}

/** Extracts the state of an open book from an embed response, without the text. */
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
 * A prompt above the page to go back after a jump or continue from another device, or the result of
 * copying a link.
 */
export type NavigationPrompt =
  | { kind: 'back'; position: TextPosition; page: number }
  | { kind: 'resume'; position: TextPosition; device: string }
  | { kind: 'link'; isCopied: boolean };

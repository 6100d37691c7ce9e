import type { Embed } from '../../server/reading-sessions/contract.ts';
import type { MarkStore } from '../annotations/annotation-store.ts';
import type { BookSource } from '../api/book-source.ts';
import type { EmbedRequest, ReaderClient } from '../api/client.ts';
import type { reusableBooks as ReusableBooks } from '../api/open-book.ts';
import type { Messages } from '../i18n/messages.ts';
import type { RenditionBook } from '../rendition/rendition-book.ts';
import type { Landing } from '../rendition/rendition.ts';
import type { SvcPage } from '../rendition/svc-page.ts';
import type { Locator } from '../state/locator.ts';
import type { OpenBook, ReaderState } from '../state/reader-state.ts';
import type { ReaderStorage } from '../state/reader-storage.ts';
import type { ReaderStore } from '../state/store.ts';
import type { RequestTarget } from '../ui/handle-requests.ts';

/** The `<svc-reader>` element as used by the session and the features. */
export interface SessionReader extends RequestTarget {
  readonly loading: string;
  readonly renderRoot: ParentNode;
  readonly locator: Locator | null;
  readonly book: string;
  readonly controls: string;
  readonly deepLinks: boolean;
  readonly pageTurn: string;
  readonly updateComplete: Promise<boolean>;
  requestUpdate(): void;
  tokenProvider?: () => Promise<string>;
  markStore?: MarkStore;
  /** Actions of the page for selected text. */
  selectionActions?: unknown;
}

/** The data that the element passes to its session. */
export interface SessionContext {
  /** The opened book, or null if no book could be opened. */
  opened: {
    embed: Embed;
    source: BookSource;
    client: ReaderClient;
    request: EmbedRequest;
    reusableBooks: typeof ReusableBooks;
    lastReadAtMs: number | null;
  } | null;
  store: ReaderStore;
  storage: ReaderStorage;
  messages: () => Messages | null;
  /** Returns the element's consent or, if it has none, the deployment's. */
  consent: () => string | undefined;
  /** Shows the book again, starting with an already loaded section. */
  showBook: (
    book: OpenBook,
    source: BookSource & Pick<RenditionBook, 'fonts' | 'fixed'>,
    landing: Landing,
  ) => void;
  /**
   * Returns the requests and key presses that arrived before this code loaded. Later calls return
   * none.
   */
  takeEarlyInput: () => Event[];
  /** Aborted when the element is removed from its page. */
  connectedSignal: AbortSignal;
  /** Aborted when the book is closed. */
  bookSignal: AbortSignal;
}

/** An open book as used by its features. */
export interface BookSession extends SessionContext {
  embed: Embed;
  source: BookSource;
  page: SvcPage;
}

/**
 * The states in which requests arrived that wait for their feature's code. While it loads, the user
 * may turn pages, and a serial may change its chapters.
 */
export const requestedStates = new WeakMap<Event, ReaderState>();

/** Starts a feature of an open book. The signal aborts when the book is closed. */
export type StartFeature = (reader: SessionReader, book: BookSession, signal: AbortSignal) => void;

import type {
  ReaderState,
  NavigationPrompt,
  OfflineState,
  OpenBook,
  PageFailure,
  PageView,
  Panel,
} from './reader-state.ts';
import type { ReaderFailure } from '../api/api-failure.ts';
import type { AnnotationsState } from '../annotations/annotations-state.ts';
import type { TextPosition } from './progress.ts';
import type { Paces } from './reading-time.ts';
import type { ResumePlace } from './resume.ts';
import type { BookSearch } from './book-search.ts';
import type { ReadAloudState } from './read-aloud.ts';
import { defaultSettings, type Settings } from './settings.ts';

export const initialState: ReaderState = {
  status: 'empty',
  failure: null,
  book: null,
  position: { section: 0, offset: 0 },
  view: null,
  settings: defaultSettings,
  panel: null,
  isDeepLinked: false,
  prompt: null,
  resume: null,
  paces: {},
  bookmarked: false,
  annotations: null,
  offline: null,
  search: null,
  readAloud: null,
  pageFailure: null,
};
/** Holds the state of a reader and notifies subscribers after each change. */
export interface ReaderStore {
  readonly state: ReaderState;
  dispatch(action: ReaderAction): void;
  /** Adds a listener. Returns a function that unsubscribes. */
  subscribe(listener: (state: ReaderState, previous: ReaderState) => void): () => void;
}

export function createStore(state: ReaderState = initialState): ReaderStore {
  const listeners = new Set<(state: ReaderState, previous: ReaderState) => void>();
  return {
    get state() {
      return state;
    },
    dispatch(action) {
      const previous = state;
      state = reduce(state, action);
      if (state === previous) return;
      for (const listener of listeners) listener(state, previous);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type ReaderAction =
  | { type: 'closed' }
  | { type: 'opening' }
  | { type: 'opened'; book: OpenBook; position: TextPosition }
  | { type: 'failed'; failure: ReaderFailure }
  /** `position` is null if the layout and not the user moved the page. */
  | { type: 'paged'; view: PageView; position: TextPosition | null }
  | { type: 'pageFailure'; pageFailure: PageFailure | null }
  | { type: 'set'; settings: Partial<Settings> }
  | { type: 'offline'; offline: OfflineState }
  | { type: 'panel'; panel: Panel | null }
  | { type: 'search'; search: BookSearch | null }
  | { type: 'listen'; readAloud: ReadAloudState | null }
  | { type: 'isDeepLinked'; isDeepLinked: true }
  | { type: 'line'; prompt: NavigationPrompt | null }
  | { type: 'resume'; resume: ResumePlace | null }
  | { type: 'paces'; paces: Paces }
  | { type: 'bookmarked'; bookmarked: boolean }
  | { type: 'marks'; annotations: AnnotationsState };

export function reduce(state: ReaderState, action: ReaderAction): ReaderState {
  switch (action.type) {
    case 'closed':
      return withoutBook(state);
    case 'opening':
      return { ...withoutBook(state), resume: state.resume, status: 'loading' };
    case 'opened':
      return {
        ...state,
        status: 'ready',
        failure: null,
        book: action.book,
        position: action.position,
      };
    case 'failed':
      return { ...withoutBook(state), status: 'failed', failure: action.failure };
    case 'paged':
      return {
        ...state,
        view: action.view,
        position: action.position ?? state.position,
        // A new layout does not answer a failed action.
        pageFailure: action.position || !state.pageFailure?.retry ? null : state.pageFailure,
      };
    case 'set':
      return { ...state, settings: { ...state.settings, ...action.settings } };
    default: {
      if (action.type === 'bookmarked' && action.bookmarked === state.bookmarked) return state;
      // The other actions are named after the state property that they set.
      const { type: _, ...changed } = action;
      return { ...state, ...changed };
    }
  }
}

/** Returns the state without a book. */
function withoutBook({ settings }: ReaderState): ReaderState {
  return { ...initialState, settings };
}

import type { MarksState } from '../marks/marks-state.ts';
import type { Place } from './progress.ts';
import type { Paces } from './reading-time.ts';
import type { ResumePlace } from './resume.ts';
import type { WayLine } from './way-line.ts';
import type { BookSearch } from './search.ts';
import type { Listening } from './listening.ts';
import { defaultSettings, type Settings } from './settings.ts';
import type {
  OfflineState,
  OpenBook,
  PageFailure,
  PageView,
  Panel,
  ReaderFailure,
  ReaderState,
} from './state.ts';

export type Action =
  | { type: 'closed' }
  | { type: 'opening' }
  | { type: 'opened'; book: OpenBook; place: Place }
  | { type: 'failed'; failure: ReaderFailure }
  /** `place` is null when the layout moved the page, not the reader. */
  | { type: 'paged'; view: PageView; place: Place | null }
  | { type: 'page-failed'; failure: PageFailure | null }
  | { type: 'set'; settings: Partial<Settings> }
  | { type: 'offline'; offline: OfflineState }
  | { type: 'panel'; panel: Panel | null }
  | { type: 'search'; search: BookSearch | null }
  | { type: 'listen'; listening: Listening | null }
  | { type: 'linked' }
  | { type: 'line'; line: WayLine | null }
  | { type: 'resume'; resume: ResumePlace | null }
  | { type: 'paces'; paces: Paces }
  | { type: 'bookmarked'; bookmarked: boolean }
  | { type: 'marks'; marks: MarksState };

export const initialState: ReaderState = {
  status: 'empty',
  failure: null,
  book: null,
  place: { section: 0, offset: 0 },
  view: null,
  settings: defaultSettings,
  panel: null,
  isLinked: false,
  line: null,
  resume: null,
  paces: {},
  bookmarked: false,
  marks: null,
  offline: null,
  search: null,
  listening: null,
  pageFailure: null,
};

export function update(state: ReaderState, action: Action): ReaderState {
  switch (action.type) {
    case 'closed':
      return without(state);
    case 'opening':
      return { ...without(state), resume: state.resume, status: 'loading' };
    case 'opened':
      return { ...state, status: 'ready', failure: null, book: action.book, place: action.place };
    case 'failed':
      return { ...without(state), status: 'failed', failure: action.failure };
    case 'paged':
      return {
        ...state,
        view: action.view,
        place: action.place ?? state.place,
        pageFailure: null,
      };
    case 'page-failed':
      return { ...state, pageFailure: action.failure };
    case 'set':
      return { ...state, settings: { ...state.settings, ...action.settings } };
    case 'linked':
      return { ...state, isLinked: true };
    default: {
      if (action.type === 'bookmarked' && action.bookmarked === state.bookmarked) return state;
      // All others are named as what they put into the state.
      const { type: _, ...changed } = action;
      return { ...state, ...changed };
    }
  }
}

/** What is left when there is no book. */
function without({ settings }: ReaderState): ReaderState {
  return { ...initialState, settings };
}

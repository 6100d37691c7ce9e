import type { ReaderState } from './state.ts';
import { initialState, update, type Action } from './update.ts';

/** The one holder of the reader's state; whoever listens is told after each change. */
export interface ReaderStore {
  readonly state: ReaderState;
  dispatch(action: Action): void;
  /** Returns how to stop listening. */
  subscribe(listener: (state: ReaderState, before: ReaderState) => void): () => void;
}

export function createStore(state: ReaderState = initialState): ReaderStore {
  const listeners = new Set<(state: ReaderState, before: ReaderState) => void>();
  return {
    get state() {
      return state;
    },
    dispatch(action) {
      const before = state;
      state = update(state, action);
      if (state === before) return;
      for (const listener of listeners) listener(state, before);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

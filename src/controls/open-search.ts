import { updateSearch } from '../reader/search.ts';
import type { ReaderStore } from '../reader/store.ts';

/** Opens the search with a text; without one, with what was looked for last. */
export function openSearch(store: ReaderStore, text: string): void {
  const { search } = store.state;
  if (text.trim()) {
    const wish = { type: 'find', query: text } as const;
    store.dispatch({ type: 'search', search: updateSearch(search, wish) });
  }
  store.dispatch({ type: 'panel', panel: 'search' });
}

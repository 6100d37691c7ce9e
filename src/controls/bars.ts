import type { nothing, TemplateResult } from 'lit';
import type { ReaderState } from '../reader/state.ts';
import type { ReaderStore } from '../reader/store.ts';
import type { ChromeView } from './chrome.ts';
import { failPart } from './fail-part.ts';
import { lazyViews } from './lazy-views.ts';
import type { ShownBook } from './panels.ts';

/** Whether a bar has something to do; the first that has takes the place of the progress. */
const wanted = {
  listen: ({ listening }: ReaderState) => listening !== null,
  hits: ({ search, panel }: ReaderState) => search?.current != null && panel !== 'search',
};

type Bar = keyof typeof wanted;

const showBar = lazyViews<Bar, ShownBook>({
  listen: () => import('./bars/listen.ts'),
  hits: () => import('./bars/hits.ts'),
});

const names: readonly Bar[] = ['listen', 'hits'];

/** The bar that stands in for the progress; null when none does. */
export function bar(view: ChromeView, store: ReaderStore): TemplateResult | typeof nothing | null {
  const { book, view: page, listening, search } = view.state;
  const name = names.find((one) => wanted[one](view.state));
  if (!book || !page || !name) return null;
  return showBar(name, { ...view, book }, (reason) => {
    if (!wanted[name](store.state)) return;
    // A voice that nobody can stop, and hits without a way on, are taken back.
    if (name === 'listen') {
      const drop = { type: 'listen', listening: null } as const;
      void failPart(store, reason, { drop, again: { type: 'listen', listening } });
    } else {
      const drop = { type: 'search', search: null } as const;
      void failPart(store, reason, { drop, again: { type: 'search', search } });
    }
  });
}

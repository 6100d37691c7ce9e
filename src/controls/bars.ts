import type { nothing, TemplateResult } from 'lit';
import type { ReaderState } from '../reader/state.ts';
import type { ChromeView } from './chrome.ts';
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
export function bar(
  view: ChromeView,
  onFail: (reason: unknown) => void,
): TemplateResult | typeof nothing | null {
  const { book, view: page } = view.state;
  const name = names.find((one) => wanted[one](view.state));
  return book && page && name ? showBar(name, { ...view, book }, onFail) : null;
}

import { nothing, type TemplateResult } from 'lit';
import type { SvcPage } from '../page/svc-page.ts';
import type { OpenBook } from '../reader/state.ts';
import type { ChromeView } from './chrome.ts';
import { hasPanel, type KnownPanel } from './known-panels.ts';
import { lazyViews } from './lazy-views.ts';

/** A view with a book in it. */
export type ShownBook = ChromeView & { book: OpenBook };

/** The same, beside the pages. */
export type ShownPages = ShownBook & { page: SvcPage };

/** What lies over the page; each is loaded when it is first opened. */
const showPanel = lazyViews<KnownPanel, ShownPages>({
  contents: () => import('./panels/contents.ts'),
  settings: () => import('./panels/settings.ts'),
  marks: () => import('./panels/marks.ts'),
  pages: () => import('./panels/pages.ts'),
  search: () => import('./panels/search.ts'),
  menu: () => import('./panels/menu.ts'),
  about: () => import('./panels/about.ts'),
  help: () => import('./panels/help.ts'),
  offline: () => import('./panels/offline.ts'),
});

/** The open panel; nothing while it is on its way. @param onFail - It could not be loaded. */
export function renderPanel(
  view: ChromeView,
  page: SvcPage,
  onFail: (reason: unknown) => void,
): TemplateResult | typeof nothing {
  const { book, panel } = view.state;
  if (!book || !panel || !hasPanel(panel)) return nothing;
  return showPanel(panel, { ...view, book, page }, onFail);
}

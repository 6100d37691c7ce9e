import { nothing, type TemplateResult } from 'lit';
import type { SvcPage } from '../page/svc-page.ts';
import type { OpenBook, Panel } from '../reader/state.ts';
import type { ChromeView } from './chrome.ts';
import { defineElements } from './define-elements.ts';
import { hasPanel, type KnownPanel } from './known-panels.ts';

/** A view with a book in it. */
export type ShownBook = ChromeView & { book: OpenBook };

/** The same, beside the pages. */
export type ShownPages = ShownBook & { page: SvcPage };

/** What a file of `panels/` exports. */
interface PanelModule {
  /** Its elements, by name. */
  elements: Readonly<Record<string, CustomElementConstructor>>;
  render: (view: ShownPages) => TemplateResult | typeof nothing;
}

/** What lies over the page; each is loaded when it is first opened. */
const panels = {
  contents: () => import('./panels/contents.ts'),
  settings: () => import('./panels/settings.ts'),
  marks: () => import('./panels/marks.ts'),
  pages: () => import('./panels/pages.ts'),
  search: () => import('./panels/search.ts'),
  menu: () => import('./panels/menu.ts'),
  about: () => import('./panels/about.ts'),
  help: () => import('./panels/help.ts'),
  offline: () => import('./panels/offline.ts'),
} satisfies Record<KnownPanel, () => Promise<PanelModule>>;

const loaded = new Map<Panel, PanelModule>();

/** The open panel; nothing while it is on its way. @param onFail - It could not be loaded. */
export function renderPanel(
  view: ChromeView,
  page: SvcPage,
  onFail: (reason: unknown) => void,
): TemplateResult | typeof nothing {
  const { book, panel } = view.state;
  if (!book || !panel || !hasPanel(panel)) return nothing;
  const known = loaded.get(panel);
  if (known) return known.render({ ...view, book, page });
  void load(panel).then(view.refresh, onFail);
  return nothing;
}

async function load(panel: KnownPanel): Promise<void> {
  const module = await panels[panel]();
  defineElements(module.elements);
  loaded.set(panel, module);
}

import { html, nothing, type TemplateResult } from 'lit';
import type { Embed } from '../../server/reading-sessions/contract.ts';
import type { ReaderState, OpenBook } from '../state/reader-state.ts';
import type { Theme } from '../state/settings.ts';
import type { Messages } from '../i18n/messages.ts';
import { nextTask } from '../rendition/next-task.ts';
import { defineElements } from './define-elements.ts';
import type { VisibleControls } from './visible-controls.ts';
import { SvcNotice } from './svc-notice.ts';
import { SvcProgress } from './svc-progress.ts';
import { isKnownPanel, type KnownPanel } from './panels/known-panels.ts';
import { navigationTabsOf } from './panels/navigation-tabs.ts';
import { SvcToolbar, type ToolbarButtons } from './svc-toolbar.ts';
import type { SvcPage } from '../rendition/svc-page.ts';
import { createLazyViews } from './lazy-views.ts';
import { currentOffer } from './current-offer.ts';
import type { SampleEndView } from './sample-end-view.ts';

/** Panels over the page. Each panel loads when it is first opened. */
const renderLazyPanel = createLazyViews<KnownPanel, PanelView>({
  contents: () => import('./panels/svc-contents.ts'),
  settings: () => import('./panels/svc-settings.ts'),
  marks: () => import('./panels/svc-annotations.ts'),
  pages: () => import('./panels/svc-page-list.ts'),
  search: () => import('./panels/svc-search.ts'),
  menu: () => import('./panels/svc-menu.ts'),
  about: () => import('./panels/svc-about.ts'),
  help: () => import('./panels/svc-help.ts'),
  offline: () => import('./panels/svc-offline.ts'),
});
const elements = {
  'svc-toolbar': SvcToolbar,
  'svc-progress': SvcProgress,
  'svc-notice': SvcNotice,
};

/** Registers the controls that do not load on demand, each in a separate task. */
export async function defineControls(): Promise<void> {
  for (const [name, element] of Object.entries(elements)) {
    if (customElements.get(name)) continue;
    defineElements({ [name]: element });
    await nextTask();
  }
}

/** Resolves when `defineControls` has registered all controls. */
export async function controlsDefined(): Promise<void> {
  await Promise.all(Object.keys(elements).map((name) => customElements.whenDefined(name)));
}

/** Data for the controls. */
export interface ControlsView {
  state: ReaderState;
  messages: Messages;
  /** Title of the chapter on screen. */
  chapter: string;
  /** Share of the book read so far, 0–1. */
  fraction: number;
  /** The active theme. */
  theme: Theme;
  /** The theme that the host page or the deployment requests. */
  ownTheme?: Theme | null;
  controls: VisibleControls;
  /** Whether the reader fills the screen, and whether it can. */
  isFullscreen: boolean;
  canFillScreen: boolean;
  /** Embed response of the open book. */
  embed: Embed | undefined;
  /** Renders again after data required by the view has loaded. */
  refresh: () => void;
}

/**
 * Views that only deployments have. A view that fails to load is omitted, and the next update
 * retries.
 */
const renderLazyBranding = createLazyViews<'logo' | 'links', ControlsView>({
  logo: () => import('./svc-logo.ts'),
  links: () => import('./svc-publisher-links.ts'),
});

export function renderToolbar(view: ControlsView): TemplateResult | typeof nothing {
  const { state, messages, chapter, embed } = view;
  const { book, panel } = state;
  if (!book) return nothing;
  const deployment = embed?.deployment;
  const isSold = view.controls.buy && Boolean(embed?.purchase?.buyUrl);
  const buttons = toolbarButtons({ ...view, book });
  // The page list is a tab of these panels and has no separate control.
  const tabs =
    view.controls.contents || view.controls.marks ? navigationTabsOf({ ...view, book }) : [];
  if (!isSold && tabs.length === 0 && !Object.values(buttons).includes(true)) return nothing;
  return html`<svc-toolbar
    part="toolbar"
    .messages=${messages}
    .bookTitle=${{
      title: chapter || book.title,
      book: chapter && chapter !== book.title ? book.title : '',
      language: book.language,
      cover: embed?.book.cover?.url ?? null,
    }}
    .panel=${panel}
    .buttons=${buttons}
    .tabs=${tabs}
    .offer=${isSold && embed ? currentOffer(embed, state) : null}
    .bookmarked=${state.bookmarked}
    .isFullscreen=${view.isFullscreen}
    .crowded=${isSold || Boolean(deployment?.logo)}
    exportparts="title, book-title, book-cover, button, buy"
    ><slot name="logo" slot="logo"
      >${deployment?.logo ? renderLazyBranding('logo', view, () => {}) : nothing}</slot
    ></svc-toolbar
  >`;
}

/** The toolbar buttons shown for this book. */
function toolbarButtons(view: BookView): ToolbarButtons {
  const { title, search, marks, settings, menu, fullscreen } = view.controls;
  return {
    title,
    search: search && isKnownPanel('search'),
    marks: marks && isKnownPanel('marks'),
    settings,
    menu,
    fullscreen: fullscreen && view.canFillScreen,
  };
}

const renderLazySampleEnd = createLazyViews<'sample-end', SampleEndView>({
  'sample-end': () => import('./sample-end-view.ts'),
});

/**
 * A failure notice or the end of the sample, shown in place of the page or, if the page remains
 * readable, over it.
 *
 * @param onFail - Called if the end of the sample fails to load.
 */
export function renderNotice(
  view: ControlsView,
  onFail: (reason: unknown) => void,
): TemplateResult | typeof nothing {
  const { state, messages, embed } = view;
  const failure = state.failure ?? state.pageFailure;
  const { book, panel } = state;
  if (!failure && book?.end && panel === 'sample-end' && embed)
    return renderLazySampleEnd('sample-end', { ...view, book, embed }, onFail);
  if (!failure) return nothing;
  return html`<svc-notice
    part="notice"
    exportparts="retry"
    .messages=${messages}
    .failure=${failure}
    .line=${state.failure === null}
  ></svc-notice>`;
}

/**
 * Screen reader announcement after a page turn, with the chapter, the page and the share of the
 * book read.
 */
export function announcementText({ state, messages, chapter, fraction }: ControlsView): string {
  const { status, view } = state;
  if (status === 'loading') return messages.loading;
  if (!view) return '';
  const page = messages.pageOf(view.page + 1, view.pages);
  return [chapter, page, messages.percent(fraction)].filter(Boolean).join('. ');
}

/** The deployment's links below the reader. */
export function renderFooter(view: ControlsView): TemplateResult | typeof nothing {
  const links = view.embed?.deployment?.links;
  return links?.privacy || links?.terms ? renderLazyBranding('links', view, () => {}) : nothing;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-toolbar': SvcToolbar;
    'svc-progress': SvcProgress;
    'svc-notice': SvcNotice;
  }
}

/** A view with an open book. */
export type BookView = ControlsView & { book: OpenBook };

/** A view with an open book and its page element. */
export type PanelView = BookView & { page: SvcPage };

/**
 * Renders the open panel, or nothing while it loads. @param onFail - Called if the panel fails to
 * load.
 */
export function renderPanel(
  view: ControlsView,
  page: SvcPage,
  onFail: (reason: unknown) => void,
): TemplateResult | typeof nothing {
  const { book, panel } = view.state;
  if (!book || !panel || !isKnownPanel(panel)) return nothing;
  return renderLazyPanel(panel, { ...view, book, page }, onFail);
}

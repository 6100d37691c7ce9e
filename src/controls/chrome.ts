import { html, nothing, type TemplateResult } from 'lit';
import { entryAt } from '../reader/contents.ts';
import { fractionRead, positionAt } from '../reader/progress.ts';
import type { Panel, ReaderState } from '../reader/state.ts';
import type { Theme } from '../reader/settings.ts';
import type { Messages } from '../text/messages.ts';
import type { ControlParts } from './parts.ts';
export { answerRequests } from './requests.ts';
export { wordsFor } from '../text/words-for.ts';
import { SvcContents } from './svc-contents.ts';
import { SvcNews } from './svc-news.ts';
import { SvcNotice } from './svc-notice.ts';
import { SvcProgress } from './svc-progress.ts';
import { SvcSettings } from './svc-settings.ts';
import { SvcToolbar } from './svc-toolbar.ts';

const elements = {
  'svc-toolbar': SvcToolbar,
  'svc-contents': SvcContents,
  'svc-settings': SvcSettings,
  'svc-progress': SvcProgress,
  'svc-notice': SvcNotice,
  'svc-news': SvcNews,
};

/** Registers the controls; a second copy of the script on the same page leaves the first's alone. */
export function defineControls(): void {
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}

/** What the controls show. */
export interface ChromeView {
  state: ReaderState;
  text: Messages;
  /** Title of the chapter on screen. */
  chapter: string;
  isNewChapter: boolean;
  /** The theme in force. */
  theme: Theme;
  parts: ControlParts;
}

export function toolbar({
  state,
  text,
  chapter,
  parts,
}: ChromeView): TemplateResult | typeof nothing {
  const { book, panel } = state;
  if (!book || !(parts.contents || parts.settings || parts.title)) return nothing;
  return html`<svc-toolbar
    part="toolbar"
    .text=${text}
    .label=${{ title: chapter || book.title, language: book.language }}
    .panel=${panel}
    .parts=${parts}
  ></svc-toolbar>`;
}

export function progress({ state, text, parts }: ChromeView): TemplateResult | typeof nothing {
  const { book, view } = state;
  if (!book || !view || !parts.progress) return nothing;
  return html`<svc-progress
    part="progress"
    .text=${text}
    .view=${{
      fraction: fractionRead(book.measure, view),
      page: view.page + 1,
      pages: view.pages,
      position: positionAt(book.measure, { section: view.section, offset: view.start }),
      positions: book.measure.total,
      isFirst: view.isFirst,
      isLast: view.isLast,
      progression: book.progression,
    }}
  ></svc-progress>`;
}

export function panel({ state, text, theme }: ChromeView): TemplateResult | typeof nothing {
  const { book, place, settings } = state;
  if (book && state.panel === 'contents') {
    return html`<svc-contents
      .text=${text}
      .toc=${book.toc}
      .language=${book.language}
      .current=${entryAt(book.toc, place)}
    ></svc-contents>`;
  }
  return book && state.panel === 'settings'
    ? html`<svc-settings .text=${text} .settings=${settings} .theme=${theme}></svc-settings>`
    : nothing;
}

/** A failure: in place of the pages, or above the page that is still there. */
export function notice({ state, text }: ChromeView): TemplateResult | typeof nothing {
  const failure = state.failure ?? state.pageFailure;
  if (!failure) return nothing;
  return html`<svc-notice
    part="notice"
    exportparts="retry"
    .text=${text}
    .failure=${failure}
    .line=${state.failure === null}
  ></svc-notice>`;
}

/** What screen readers say after a turn: the chapter when it is new, and the page. */
export function announcement({ state, text, chapter, isNewChapter }: ChromeView): string {
  const { status, view } = state;
  if (status === 'loading') return text.loading;
  if (!view) return '';
  const page = text.pageOf(view.page + 1, view.pages);
  return isNewChapter && chapter ? `${chapter}. ${page}` : page;
}

/** Puts the focus back on the button that opened a panel. */
export function focusButton(root: ParentNode, panel: Panel): void {
  root.querySelector('svc-toolbar')?.focusButton(panel);
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-toolbar': SvcToolbar;
    'svc-contents': SvcContents;
    'svc-settings': SvcSettings;
    'svc-progress': SvcProgress;
    'svc-notice': SvcNotice;
    'svc-news': SvcNews;
  }
}

import { nothing, render, type TemplateResult, html } from 'lit';
import { parseExtras } from '../api/parse-extras.ts';
import type { ReaderState, OpenBook } from '../state/reader-state.ts';
import type { ReaderStore } from '../state/store.ts';
import { nextTask } from '../rendition/next-task.ts';
import { textDirection } from '../i18n/text-direction.ts';
import {
  announcementText,
  renderFooter,
  renderNotice,
  renderToolbar,
  type ControlsView,
  renderPanel,
  type BookView,
} from './control-templates.ts';
import { canFillScreen, isFullscreen } from './fullscreen.ts';
import { reportLoadFailure } from './load-failure.ts';
import { createLazyViews } from './lazy-views.ts';
import type { Shell } from './shell.ts';
import { controlledShellSheet } from './controlled-shell-styles.ts';
import { chapterStarts, type ChapterStart } from '../state/chapter-starts.ts';
import { chapterTitleAt } from '../state/toc.ts';
import { printedPageAt } from '../state/printed-pages.ts';
import {
  fractionAt,
  fractionRead,
  positionAtFraction,
  positionNumberAt,
} from '../state/progress.ts';
import { minutesLeft } from '../state/reading-time.ts';
import type { PositionPreview } from './svc-progress.ts';

/** Whether each bar is active. The first active bar replaces the progress bar. */
const isBarActive = {
  listen: ({ readAloud }: ReaderState) => readAloud !== null,
  hits: ({ search, panel }: ReaderState) => search?.current != null && panel !== 'search',
};

const renderLazyBar = createLazyViews<BarName, BookView>({
  listen: () => import('./svc-player.ts'),
  hits: () => import('./svc-hits.ts'),
});

const barNames: readonly BarName[] = ['listen', 'hits'];

/** Chapter ticks, cached per book so that they are rendered once. */
const chapterTicksByBook = new WeakMap<OpenBook, readonly ChapterStart[]>();
/** State at the last announcement to screen readers. */
const announced = new WeakMap<Shell, ControlsView>();

const renderLazySnackbar = createLazyViews({ line: () => import('./svc-snackbar.ts') });

const renderLazyBadge = createLazyViews({ test: () => import('./svc-test-badge.ts') });

/** Marks a book opened with a test key. A badge that fails to load is omitted. */
function renderTestBadge(view: ControlsView) {
  return view.embed?.environment === 'test' ? renderLazyBadge('test', view, () => {}) : nothing;
}

function renderSnackbar(view: ControlsView, onFail: (reason: unknown) => void) {
  const { book, prompt, panel } = view.state;
  const isShown = book && prompt && panel !== 'sample-end';
  return isShown ? renderLazySnackbar('line', { ...view, book }, onFail) : nothing;
}

/** Data that the element passes to the controls. */
type ShownView = Omit<ControlsView, 'isFullscreen' | 'canFillScreen'>;

/** Renders the controls into the regions of the shell. */
export function renderControls(shell: Shell, shown: ShownView, store: ReaderStore): void {
  const { box, page, regions } = shell;
  const view = {
    ...shown,
    embed: shown.embed && parseExtras(shown.embed),
    ...fullscreenOf(shell.root),
  };
  shell.root.classList.toggle('filled', view.isFullscreen);
  adoptStyles(shell.root);
  const { messages, state } = view;
  const title = state.book?.title ?? '';
  const direction = textDirection(messages.locale);
  // Setting an attribute to its current value would still trigger a layout of all the text.
  if (box.lang !== messages.locale) box.lang = messages.locale;
  if (box.dir !== direction) box.dir = direction;
  box.ariaLabel = messages.reader(title);
  page.scrollBoxLabel = messages.scrollBox;
  if (page.help.textContent !== messages.pageHelp) page.help.textContent = messages.pageHelp;
  page.label = messages.pageArea(title);
  const { prompt, panel } = state;
  const onLineFail = () => {
    if (store.state.prompt === prompt) store.dispatch({ type: 'line', prompt: null });
  };
  const onPanelFail = (reason: unknown) => {
    if (store.state.panel !== panel) return;
    const drop = { type: 'panel', panel: null } as const;
    void reportLoadFailure(store, reason, { drop, again: { type: 'panel', panel } });
  };
  render(renderToolbar(view), regions.toolbar);
  render(
    [renderNotice(view, onPanelFail), renderSnackbar(view, onLineFail), renderTestBadge(view)],
    regions.over,
  );
  render(renderPanel(view, page, onPanelFail), regions.panel);
  // In a wide reader, the search panel is docked at the side, and the page shrinks to make room for
  // it.
  box.classList.toggle('docked', panel === 'search');
  render(renderBar(view, store) ?? renderProgress(view), regions.progress);
  const announcement = announcementFor(shell, view);
  if (announcement) {
    // Formatting the first number is slow, and the announcement is not urgent.
    void nextTask().then(() => render(announcement(view), regions.status));
  }
  render(renderFooter(view), regions.footer);
}

/** Adds the styles that are needed only for controls, once. */
function adoptStyles(frame: HTMLElement): void {
  const root = frame.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  if (root.adoptedStyleSheets.includes(controlledShellSheet)) return;
  root.adoptedStyleSheets.push(controlledShellSheet);
}

/**
 * Returns the announcement, or null. A new layout that only changes page numbers needs no
 * announcement.
 */
function announcementFor(
  shell: Shell,
  view: ControlsView,
): ((view: ControlsView) => string) | null {
  const { state, messages, isFullscreen } = view;
  const previous = announced.get(shell);
  announced.set(shell, view);
  if (!previous || previous.messages !== messages) return announcementText;
  if (previous.isFullscreen !== isFullscreen)
    return ({ messages }) => (isFullscreen ? messages.fullscreenOn : messages.fullscreenOff);
  const isMoved =
    previous.state.status !== state.status ||
    previous.state.position !== state.position ||
    (!previous.state.view && state.view !== null);
  return isMoved ? announcementText : null;
}

function fullscreenOf(frame: Node): Pick<ControlsView, 'isFullscreen' | 'canFillScreen'> {
  const root = frame.getRootNode();
  const reader = root instanceof ShadowRoot ? root.host : null;
  const isReader = reader instanceof HTMLElement;
  return {
    isFullscreen: isReader && isFullscreen(reader),
    canFillScreen: isReader && canFillScreen(reader),
  };
}

type BarName = keyof typeof isBarActive;

/** Renders the bar that replaces the progress bar, or null if none is active. */
function renderBar(view: ControlsView, store: ReaderStore): TemplateResult | typeof nothing | null {
  const { book, view: page, readAloud, search } = view.state;
  const name = barNames.find((one) => isBarActive[one](view.state));
  if (!book || !page || !name) return null;
  return renderLazyBar(name, { ...view, book }, (reason) => {
    if (!isBarActive[name](store.state)) return;
    // Without the bar, the user could not stop read-aloud or leave the search results.
    if (name === 'listen') {
      const drop = { type: 'listen', readAloud: null } as const;
      void reportLoadFailure(store, reason, {
        drop,
        again: { type: 'listen', readAloud },
      });
    } else {
      const drop = { type: 'search', search: null } as const;
      void reportLoadFailure(store, reason, { drop, again: { type: 'search', search } });
    }
  });
}

/** Renders the progress bar. */
function renderProgress(view: ControlsView): TemplateResult | typeof nothing {
  const { state, messages, controls, embed } = view;
  const { book, view: page, panel, settings, paces } = state;
  if (!book || !page || !controls.progress) return nothing;
  const starts = chapterTicksByBook.get(book) ?? chapterStarts(book);
  chapterTicksByBook.set(book, starts);
  const previewAt = (fraction: number): PositionPreview => {
    const position = positionAtFraction(book.measure, fraction);
    const printed = printedPageAt(embed?.pageList ?? [], position);
    return { chapter: chapterTitleAt(book, position), page: printed?.title ?? '' };
  };
  const isAtEnd = panel === 'sample-end';
  return html`<svc-progress
    exportparts="button, track, tick, end, preview, time-left, told"
    part="progress"
    .messages=${messages}
    .ticks=${starts}
    .previewAt=${previewAt}
    .view=${{
      fraction: fractionRead(book.measure, page, book.end),
      page: page.page + 1,
      pages: page.pages,
      position: positionNumberAt(book.measure, { section: page.section, offset: page.start }),
      positions: book.measure.total,
      isFirst: page.isFirst && !isAtEnd,
      isLast: isAtEnd || (page.isLast && !book.end),
      end: book.end && fractionAt(book.measure, book.end),
      progression: book.progression,
      language: book.language,
      reading: settings.reading,
      minutes: minutesLeft(book, page, paces, starts),
    }}
  ></svc-progress>`;
}

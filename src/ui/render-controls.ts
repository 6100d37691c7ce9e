import { nothing, render, type TemplateResult, html } from 'lit';
import { parseExtras } from '../api/parse-extras.ts';
import type { ReaderState, OpenBook } from '../state/reader-state.ts';
import type { ReaderStore } from '../state/store.ts';
import { textDirection } from '../i18n/text-direction.ts';
import type { Messages } from '../i18n/messages.ts';
import {
  announcementText,
  renderFooter,
  renderNotice,
  renderToolbar,
  type ControlsView,
  renderPanel,
  type BookView,
} from './control-templates.ts';
import { reportLoadFailure } from './load-failure.ts';
import { createLazyViews } from './lazy-views.ts';
import type { Shell } from './shell.ts';
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

/** Whether a bar has something to do; the first that has takes the place of the progress. */
const isBarActive = {
  listen: ({ readAloud }: ReaderState) => readAloud !== null,
  hits: ({ search, panel }: ReaderState) => search?.current != null && panel !== 'search',
};

const renderLazyBar = createLazyViews<BarName, BookView>({
  listen: () => import('./svc-player.ts'),
  hits: () => import('./svc-hits.ts'),
});

const barNames: readonly BarName[] = ['listen', 'hits'];

/** The same list as long as the book is the same: it is drawn once. */
const chapterTicksByBook = new WeakMap<OpenBook, readonly ChapterStart[]>();
/** What the status told of last. */
const announced = new WeakMap<Shell, { state: ReaderState; text: Messages }>();

const renderLazySnackbar = createLazyViews({ line: () => import('./svc-snackbar.ts') });

function renderSnackbar(view: ControlsView, onFail: (reason: unknown) => void) {
  const { book, prompt, panel } = view.state;
  const isShown = book && prompt && panel !== 'sample-end';
  return isShown ? renderLazySnackbar('line', { ...view, book }, onFail) : nothing;
}

/** Fills the places of the shell with what the view shows. */
export function renderControls(shell: Shell, shown: ControlsView, store: ReaderStore): void {
  const view = { ...shown, embed: shown.embed && parseExtras(shown.embed) };
  const { box, page, regions } = shell;
  const { messages, state } = view;
  const title = state.book?.title ?? '';
  const direction = textDirection(messages.locale);
  // Setting what is there already would lay out all the text anew.
  if (box.lang !== messages.locale) box.lang = messages.locale;
  if (box.dir !== direction) box.dir = direction;
  box.ariaLabel = messages.reader(title);
  page.scrollBoxLabel = messages.scrollBox;
  page.help = messages.pageHelp;
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
  render([renderNotice(view), renderSnackbar(view, onLineFail)], regions.over);
  render(renderPanel(view, page, onPanelFail), regions.panel);
  // At the side of a wide reader, it leaves the pages their room.
  box.classList.toggle('docked', panel === 'search');
  render(renderBar(view, store) ?? renderProgress(view), regions.progress);
  if (needsAnnouncement(shell, view)) render(announcementText(view), regions.status);
  render(renderFooter(view), regions.footer);
}

/** A new layout alone, and the number of pages that comes of it, is nothing to speak of. */
function needsAnnouncement(shell: Shell, { state, messages }: ControlsView): boolean {
  const before = announced.get(shell);
  announced.set(shell, { state, text: messages });
  if (!before || before.text !== messages || before.state.status !== state.status) return true;
  return before.state.position !== state.position || (!before.state.view && state.view !== null);
}

type BarName = keyof typeof isBarActive;

/** The bar that stands in for the progress; null when none does. */
function renderBar(view: ControlsView, store: ReaderStore): TemplateResult | typeof nothing | null {
  const { book, view: page, readAloud, search } = view.state;
  const name = barNames.find((one) => isBarActive[one](view.state));
  if (!book || !page || !name) return null;
  return renderLazyBar(name, { ...view, book }, (reason) => {
    if (!isBarActive[name](store.state)) return;
    // A voice that nobody can stop, and hits without a way on, are taken back.
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

/** The line below the pages. */
function renderProgress(view: ControlsView): TemplateResult | typeof nothing {
  const { state, messages, controls, embed } = view;
  const { book, view: page, panel, settings, paces } = state;
  if (!book || !page || !controls.progress) return nothing;
  const marks = chapterTicksByBook.get(book) ?? chapterStarts(book);
  chapterTicksByBook.set(book, marks);
  const previewAt = (fraction: number): PositionPreview => {
    const place = positionAtFraction(book.measure, fraction);
    const printed = printedPageAt(embed?.pageList ?? [], place);
    return { chapter: chapterTitleAt(book, place), page: printed?.title ?? '' };
  };
  const isAtEnd = panel === 'sample-end';
  return html`<svc-progress
    exportparts="button, track, tick, end, preview, told"
    part="progress"
    .messages=${messages}
    .ticks=${marks}
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
      minutes: minutesLeft(book, page, paces),
    }}
  ></svc-progress>`;
}

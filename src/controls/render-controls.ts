import { nothing, render } from 'lit';
import { readExtras } from '../api/read-extras.ts';
import type { ReaderState } from '../reader/state.ts';
import type { ReaderStore } from '../reader/store.ts';
import { directionOf } from '../text/direction-of.ts';
import type { Messages } from '../text/messages.ts';
import { bar } from './bars.ts';
import { announcement, footer, notice, toolbar, type ChromeView } from './chrome.ts';
import { failPart } from './fail-part.ts';
import { lazyViews } from './lazy-views.ts';
import { renderPanel } from './panels.ts';
import { progress } from './render-progress.ts';
import type { Shell } from './shell.ts';

/** What the status told of last. */
const told = new WeakMap<Shell, { state: ReaderState; text: Messages }>();

const showLine = lazyViews({ line: () => import('./render-way-line.ts') });

function wayLine(view: ChromeView, onFail: (reason: unknown) => void) {
  const { book, line, panel } = view.state;
  const isShown = book && line && panel !== 'sample-end';
  return isShown ? showLine('line', { ...view, book }, onFail) : nothing;
}

/** Fills the places of the shell with what the view shows. */
export function renderControls(shell: Shell, shown: ChromeView, store: ReaderStore): void {
  const view = { ...shown, embed: shown.embed && readExtras(shown.embed) };
  const { box, page, places } = shell;
  const { text, state } = view;
  const title = state.book?.title ?? '';
  const direction = directionOf(text.locale);
  // Setting what is there already would lay out all the text anew.
  if (box.lang !== text.locale) box.lang = text.locale;
  if (box.dir !== direction) box.dir = direction;
  box.ariaLabel = text.reader(title);
  page.boxLabel = text.scrollBox;
  page.help = text.pageHelp;
  page.label = text.pageArea(title);
  const { line, panel } = state;
  const onLineFail = () => {
    if (store.state.line === line) store.dispatch({ type: 'line', line: null });
  };
  const onPanelFail = (reason: unknown) => {
    if (store.state.panel !== panel) return;
    const drop = { type: 'panel', panel: null } as const;
    void failPart(store, reason, { drop, again: { type: 'panel', panel } });
  };
  render(toolbar(view), places.toolbar);
  render([notice(view), wayLine(view, onLineFail)], places.over);
  render(renderPanel(view, page, onPanelFail), places.panel);
  // At the side of a wide reader, it leaves the pages their room.
  box.classList.toggle('docked', panel === 'search');
  render(bar(view, store) ?? progress(view), places.progress);
  if (isToTell(shell, view)) render(announcement(view), places.status);
  render(footer(view), places.footer);
}

/** A new layout alone, and the number of pages that comes of it, is nothing to speak of. */
function isToTell(shell: Shell, { state, text }: ChromeView): boolean {
  const before = told.get(shell);
  told.set(shell, { state, text });
  if (!before || before.text !== text || before.state.status !== state.status) return true;
  return before.state.place !== state.place || (!before.state.view && state.view !== null);
}

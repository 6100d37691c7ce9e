import { render } from 'lit';
import { describeFailure } from '../api/api-failure.ts';
import type { ReaderStore } from '../reader/store.ts';
import { announcement, footer, notice, progress, toolbar, type ChromeView } from './chrome.ts';
import { renderPanel } from './panels.ts';
import type { Shell } from './shell.ts';

/** Fills the places of the shell with what the view shows. */
export function renderControls(shell: Shell, view: ChromeView, store: ReaderStore): void {
  const { box, page, places } = shell;
  const { text, state } = view;
  const title = state.book?.title ?? '';
  box.lang = text.locale;
  box.ariaLabel = text.reader(title);
  page.boxLabel = text.scrollBox;
  page.help = text.pageHelp;
  page.label = text.pageArea(title);
  render(toolbar(view), places.toolbar);
  render(notice(view), places.over);
  render(progress(view), places.progress);
  const onPanelFail = (reason: unknown) => {
    store.dispatch({ type: 'panel', panel: null });
    store.dispatch({ type: 'page-failed', failure: describeFailure(reason, Date.now()) });
  };
  render(renderPanel(view, onPanelFail), places.panel);
  render(announcement(view), places.status);
  render(footer(view), places.footer);
}

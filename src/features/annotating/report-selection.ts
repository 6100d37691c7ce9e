import { SelectionEvent } from '../../events/selection-event.ts';
import {
  PageSelectEvent,
  selectedText,
  type SelectedText,
  type SelectionInput,
} from '../../rendition/selection.ts';
import { describeSelection } from './describe-selection.ts';
import { observeSelection } from './observe-selection.ts';
import type { StartFeature } from '../feature.ts';

/**
 * Reports selected text to the page and then, unless the page cancels the event, to the menu for
 * selected text. Runs until the signal is aborted.
 */
export const reportSelection: StartFeature = (reader, { page, store }, signal) => {
  let last: SelectedText | null = null;
  /** Whether the page shows its own menu for this selection. */
  let isCanceled = false;
  /** Reports the selection again to a menu that starts after the selection was made. */
  let repeat = () => {};
  const selected = () =>
    selectedText(page.rendition?.views.mounted.values() ?? [], store.state.view);
  observeSelection(page, selected, onSelect, signal);
  page.addEventListener('svc-page-menu', () => repeat(), { signal });

  function onSelect(now: SelectedText | null, input: SelectionInput): void {
    const { book } = store.state;
    const isSame =
      now === null
        ? last === null
        : last?.view === now.view && last.start === now.start && last.end === now.end;
    last = now;
    if (!isSame && book)
      isCanceled = !reader.dispatchEvent(new SelectionEvent(now && describeSelection(now, book)));
    const pass = () => page.dispatchEvent(new PageSelectEvent(now, input));
    repeat = now && !isCanceled ? pass : () => {};
    // A cleared selection always closes the menu.
    if (!now || !isCanceled) pass();
  }
};

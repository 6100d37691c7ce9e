import { SelectionEvent } from '../../events/session-events.ts';
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
 * Reports selected text to the page and then, unless the page cancels the event, to the menu for selected text.
 * Runs until the signal is aborted.
 */
export const reportSelection: StartFeature = (reader, { page, store }, signal) => {
  let last: SelectedText | null = null;
  const selected = () =>
    selectedText(page.rendition?.views.mounted.values() ?? [], store.state.view);
  observeSelection(page, selected, onSelect, signal);

  function onSelect(now: SelectedText | null, input: SelectionInput): void {
    const { book } = store.state;
    const isSame =
      now === null
        ? last === null
        : last?.view === now.view && last.start === now.start && last.end === now.end;
    last = now;
    const isShown =
      isSame ||
      !book ||
      reader.dispatchEvent(new SelectionEvent(now && describeSelection(now, book)));
    // A cleared selection closes the menu in any case.
    if (isShown || !now) page.dispatchEvent(new PageSelectEvent(now, input));
  }
};

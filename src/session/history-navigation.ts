import { JumpEvent } from '../events/session-events.ts';
import { emptyHistory, isJump, recordJump, stepHistory } from '../state/navigation-history.ts';
import type { TextPosition } from '../state/progress.ts';
import type { PageView } from '../state/reader-state.ts';
import type { StartFeature } from '../features/feature.ts';

/** After so many pages the person has read on, and wants no way back. */
const pagesBeforePromptHides = 3;

/** Keeps where jumps began, and offers the way back. */
export const startHistoryNavigation: StartFeature = (reader, { page, store }, signal) => {
  let history = emptyHistory;
  let { view: seen, position: here } = store.state;
  let turned = 0;
  /** The history before a step through it that is under way: its move is no jump of its own. */
  let stepping: typeof history | null = null;

  page.addEventListener(
    'svc-page-move',
    ({ view, place, isScrolled }) => {
      const from = here;
      const before = seen;
      seen = view;
      if (!place) return;
      here = place;
      if (!before || stepping) stepping = null;
      else if (!isScrolled && isJump(store.state.book?.order ?? [], before, view)) {
        jump(from, before);
      } else if (before.section !== view.section || before.page !== view.page) readOn();
    },
    { signal },
  );
  page.addEventListener(
    'svc-page-fail',
    () => {
      history = stepping ?? history;
      stepping = null;
    },
    { signal },
  );
  reader.addEventListener(
    'keydown',
    (event) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return;
      const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : null;
      // With nowhere to go, the keys are the browser's.
      if (step && go(step)) event.preventDefault();
    },
    { signal },
  );
  reader.addEventListener(
    'svc-way-request',
    ({ isWanted }) => {
      const { prompt } = store.state;
      store.dispatch({ type: 'line', prompt: null });
      if (isWanted && prompt?.kind === 'back') go(-1);
      else if (isWanted && prompt?.kind === 'resume') reader.goTo(prompt.position);
      // The button goes, and would take the focus with it.
      page.focus({ preventScroll: true });
    },
    { signal },
  );

  function jump(from: TextPosition, before: PageView): void {
    history = recordJump(history, from);
    turned = 0;
    store.dispatch({
      type: 'line',
      prompt: { kind: 'back', position: from, page: before.page + 1 },
    });
    reader.dispatchEvent(new JumpEvent(from, here));
  }

  function readOn(): void {
    turned += 1;
    if (turned === pagesBeforePromptHides) store.dispatch({ type: 'line', prompt: null });
  }

  function go(step: 1 | -1): boolean {
    const found = stepHistory(history, here, step);
    if (!found) return false;
    stepping = history;
    history = found.history;
    store.dispatch({ type: 'line', prompt: null });
    reader.goTo(found.to);
    return true;
  }
};

import { JumpEvent } from '../late-events.ts';
import { emptyHistory, isJump, jumped, stepped } from '../reader/history.ts';
import type { Place } from '../reader/progress.ts';
import type { PageView } from '../reader/state.ts';
import type { Follow } from './features.ts';

/** After so many pages the person has read on, and wants no way back. */
const pagesReadOn = 3;

/** Keeps where jumps began, and offers the way back. */
export const followHistory: Follow = (reader, { page, store }, signal) => {
  let history = emptyHistory;
  let { view: seen, place: here } = store.state;
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
      const { line } = store.state;
      store.dispatch({ type: 'line', line: null });
      if (isWanted && line?.kind === 'back') go(-1);
      else if (isWanted && line?.kind === 'resume') reader.goTo(line.place);
      // The button goes, and would take the focus with it.
      page.focus({ preventScroll: true });
    },
    { signal },
  );

  function jump(from: Place, before: PageView): void {
    history = jumped(history, from);
    turned = 0;
    store.dispatch({ type: 'line', line: { kind: 'back', place: from, page: before.page + 1 } });
    reader.dispatchEvent(new JumpEvent(from, here));
  }

  function readOn(): void {
    turned += 1;
    if (turned === pagesReadOn) store.dispatch({ type: 'line', line: null });
  }

  function go(step: 1 | -1): boolean {
    const found = stepped(history, here, step);
    if (!found) return false;
    stepping = history;
    history = found.history;
    store.dispatch({ type: 'line', line: null });
    reader.goTo(found.to);
    return true;
  }
};

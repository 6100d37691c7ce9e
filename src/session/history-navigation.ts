import { JumpEvent } from '../events/session-events.ts';
import { emptyHistory, isJump, recordJump, stepHistory } from '../state/navigation-history.ts';
import type { TextPosition } from '../state/progress.ts';
import type { PageView } from '../state/reader-state.ts';
import type { StartFeature } from '../features/feature.ts';

/** Number of page turns after which the prompt to go back is hidden. */
const pagesBeforePromptHides = 3;

/** Records where jumps start, and offers to go back. */
export const startHistoryNavigation: StartFeature = (reader, { page, store }, signal) => {
  let history = emptyHistory;
  let { view: lastView, position: current } = store.state;
  let turnedPages = 0;
  /** The history before the step in progress, whose move must not count as a jump. */
  let stepping: typeof history | null = null;

  page.addEventListener(
    'svc-page-move',
    ({ view, place, isScrolled }) => {
      const from = current;
      const previous = lastView;
      lastView = view;
      if (!place) return;
      current = place;
      if (!previous || stepping) stepping = null;
      else if (!isScrolled && isJump(store.state.book?.order ?? [], previous, view)) {
        onJump(from, previous);
      } else if (previous.section !== view.section || previous.page !== view.page) onPageTurn();
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
      // At either end of the history, the keys keep their browser function.
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
      // The prompt button disappears, so move focus to the page.
      page.focus({ preventScroll: true });
    },
    { signal },
  );

  function onJump(from: TextPosition, previous: PageView): void {
    history = recordJump(history, from);
    turnedPages = 0;
    store.dispatch({
      type: 'line',
      prompt: { kind: 'back', position: from, page: previous.page + 1 },
    });
    reader.dispatchEvent(new JumpEvent(from, current));
  }

  function onPageTurn(): void {
    turnedPages += 1;
    if (turnedPages === pagesBeforePromptHides) store.dispatch({ type: 'line', prompt: null });
  }

  function go(step: 1 | -1): boolean {
    const result = stepHistory(history, current, step);
    if (!result) return false;
    stepping = history;
    history = result.history;
    store.dispatch({ type: 'line', prompt: null });
    reader.goTo(result.to);
    return true;
  }
};

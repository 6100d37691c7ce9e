import { JumpEvent } from '../events/session-events.ts';
import { parseStartFragment } from '../state/locator.ts';
import { emptyHistory, isJump, recordJump, stepHistory } from '../state/navigation-history.ts';
import type { TextPosition } from '../state/progress.ts';
import type { PageView } from '../state/reader-state.ts';
import type { StartFeature } from '../features/feature.ts';

/** Number of page turns after which the prompt to go back is hidden. */
const pagesBeforePromptHides = 3;

/** Positions of a landing and of the jump that it returns to are at most this far apart. */
const maxLandingOffset = 50;

/**
 * Records where jumps start, and offers to go back. With deep links, each jump is an entry of the
 * browser's history, so steps go through that history.
 */
export const startHistoryNavigation: StartFeature = (reader, { page, store }, signal) => {
  let visited = emptyHistory;
  let { view: lastView, position: current } = store.state;
  let turnedPages = 0;
  /** The history before the step in progress, whose move must not count as a jump. */
  let stepping: typeof visited | null = null;
  /** Whether the browser has just gone to another of its entries. */
  let isTraversed = false;

  page.addEventListener(
    'svc-page-move',
    ({ view, place, isScrolled }) => {
      const from = current;
      const previous = lastView;
      lastView = view;
      if (!place) return;
      current = place;
      const step = isTraversed ? stepTo(place, from) : null;
      isTraversed = false;
      if (!previous || stepping) stepping = null;
      else if (step) onStep(step);
      else if (!isScrolled && isJump(store.state.book?.order ?? [], previous, view)) {
        onJump(from, previous);
      } else if (previous.section !== view.section || previous.page !== view.page) onPageTurn();
    },
    { signal },
  );
  page.addEventListener(
    'svc-page-fail',
    () => {
      visited = stepping ?? visited;
      stepping = null;
    },
    { signal },
  );
  // Deep links start later and move the reader to the new address after this.
  addEventListener('popstate', () => (isTraversed = isLinked()), { signal });
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
    visited = recordJump(visited, from);
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
    const result = stepHistory(visited, current, step);
    if (!result) return false;
    if (isLinked()) history.go(step);
    else {
      stepping = visited;
      onStep(result);
      reader.goTo(result.to);
    }
    return true;
  }

  function onStep(step: Step): void {
    visited = step.history;
    store.dispatch({ type: 'line', prompt: null });
  }

  /** Returns the step that leads to a position, or null if none does. */
  function stepTo({ section, offset }: TextPosition, from: TextPosition): Step | null {
    const steps = ([-1, 1] as const).map((step) => stepHistory(visited, from, step));
    const leadsThere = (step: Step | null) =>
      step?.to.section === section && Math.abs(step.to.offset - offset) <= maxLandingOffset;
    return steps.find(leadsThere) ?? null;
  }

  /** Whether the address contains the reader's position. Some pages have no address. */
  function isLinked(): boolean {
    return reader.deepLinks && parseStartFragment(location.hash, reader.book) !== null;
  }
};

type Step = NonNullable<ReturnType<typeof stepHistory>>;

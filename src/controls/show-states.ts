import type { ReaderState } from '../reader/state.ts';

/** Puts what the reader is doing into its custom states, for `:state()` in the page's own style sheet. */
export function showStates(
  states: CustomStateSet,
  { status, panel, bookmarked, listening }: ReaderState,
  by: { isImmersed: boolean; isScrolling: boolean },
): void {
  const shown = {
    [status]: true,
    open: panel,
    'sample-end': panel === 'sample-end',
    immersed: by.isImmersed,
    scrolling: by.isScrolling,
    listening,
    bookmarked,
  };
  states.clear();
  for (const [name, isOn] of Object.entries(shown)) if (isOn) states.add(name);
}

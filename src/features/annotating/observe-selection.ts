import type { SelectedText } from '../../rendition/selection.ts';

/** By what a selection is made: fingers have handles, and a menu of their system. */
export type SelectionInput = 'mouse' | 'touch' | 'keyboard';

/** A selection that did not change for so long is done; dragging its handles tells nothing else. */
const debounceMs = 220;

/**
 * Tells what is selected in the text, when that is done, and when nothing is any more.
 *
 * @param selected - What is selected now.
 */
export function observeSelection(
  stage: HTMLElement,
  selected: () => SelectedText | null,
  onSelect: (selected: SelectedText | null, by: SelectionInput) => void,
  signal: AbortSignal,
): void {
  let by: SelectionInput = 'keyboard';
  let isDown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = () => {
    if (!isDown && !signal.aborted) onSelect(selected(), by);
  };
  const lookIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
  };
  const onUp = () => {
    if (!isDown) return;
    isDown = false;
    lookIn(0);
  };
  stage.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      by = pointerType === 'mouse' ? 'mouse' : 'touch';
      isDown = true;
    },
    { signal, capture: true },
  );
  document.addEventListener('pointerup', onUp, { signal, capture: true });
  document.addEventListener('pointercancel', onUp, { signal, capture: true });
  document.addEventListener(
    'keydown',
    () => {
      by = 'keyboard';
    },
    { signal, capture: true },
  );
  document.addEventListener('selectionchange', () => lookIn(debounceMs), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

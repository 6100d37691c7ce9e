import type { SelectedText, SelectionInput } from '../../rendition/selection.ts';

/**
 * Time without a change after which a selection is complete. Dragging its handles fires no other
 * event.
 */
const debounceMs = 220;

/**
 * Calls `onSelect` when a text selection is complete or cleared.
 *
 * @param selected - Returns the current selection.
 */
export function observeSelection(
  stage: HTMLElement,
  selected: () => SelectedText | null,
  onSelect: (selected: SelectedText | null, input: SelectionInput) => void,
  signal: AbortSignal,
): void {
  let input: SelectionInput = 'keyboard';
  let isDown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const report = () => {
    if (!isDown && !signal.aborted) onSelect(selected(), input);
  };
  const reportAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(report, ms);
  };
  const onUp = () => {
    if (!isDown) return;
    isDown = false;
    reportAfter(0);
  };
  stage.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      input = pointerType === 'mouse' ? 'mouse' : 'touch';
      isDown = true;
    },
    { signal, capture: true },
  );
  document.addEventListener('pointerup', onUp, { signal, capture: true });
  document.addEventListener('pointercancel', onUp, { signal, capture: true });
  document.addEventListener(
    'keydown',
    () => {
      input = 'keyboard';
    },
    { signal, capture: true },
  );
  document.addEventListener('selectionchange', () => reportAfter(debounceMs), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  // Text may already be selected when this code loads.
  reportAfter(debounceMs);
}

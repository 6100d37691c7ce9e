import type { Axis } from './axis.ts';

/** A wheel that only turns up and down moves a strip that runs sideways, too. */
export function listenForSidewaysWheel(stage: HTMLElement, axis: Axis, signal: AbortSignal): void {
  stage.addEventListener(
    'wheel',
    (event) => {
      const { deltaX, deltaY, deltaMode, ctrlKey } = event;
      if (!axis.isSideways || ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY)) return;
      const before = axis.scroll;
      axis.scroll += deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * 30;
      if (axis.scroll !== before) event.preventDefault();
    },
    { signal, passive: false },
  );
}

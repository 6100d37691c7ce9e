import type { InputOwner } from './input-owner.ts';

/**
 * Prevents the browser from scrolling the pages in scroll mode while gestures over them belong to
 * the host page, which scrolls instead. Call it once per stage. Has no effect in paginated mode.
 */
export function limitScrollingToOwner(
  stage: HTMLElement,
  owner: InputOwner,
  signal: AbortSignal,
): void {
  let frame = 0;
  let isTouch = matchMedia('(pointer: coarse)').matches;
  const update = () => {
    if (!stage.matches('.roll')) return;
    const isOwner = isTouch
      ? owner.ownsSwipe(stage.matches('.sideways') ? 'x' : 'y')
      : owner.ownsWheel('y');
    stage.classList.toggle('passive', !isOwner);
  };
  const updateSoon = () => {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      update();
    });
  };
  signal.addEventListener('abort', () => cancelAnimationFrame(frame));
  for (const type of ['pointerenter', 'pointerdown'] as const) {
    stage.addEventListener(
      type,
      ({ pointerType }) => {
        isTouch = pointerType === 'touch';
        update();
      },
      { signal, passive: true },
    );
  }
  for (const type of ['focusin', 'focusout', 'pointerup', 'resize', 'scroll', 'blur', 'focus']) {
    addEventListener(type, updateSoon, { signal, passive: true, capture: true });
  }
  // Also runs when the mode changes and after the first layout.
  const observer = new MutationObserver(updateSoon);
  observer.observe(stage, { attributeFilter: ['data-columns'] });
  signal.addEventListener('abort', () => observer.disconnect());
  update();
}

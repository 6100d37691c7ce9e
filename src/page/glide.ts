/** How long pages take to come to rest after a swipe, in ms. */
const restMs = 220;

/**
 * Moves a number to its goal, quick at first, and calls `done` once, at the end or when stopped.
 * Returns how to stop.
 */
export function glide(
  from: number,
  to: number,
  step: (value: number) => void,
  done: () => void,
): () => void {
  let frame = 0;
  let startMs: number | null = null;
  let isDone = false;
  const finish = () => {
    if (isDone) return;
    isDone = true;
    cancelAnimationFrame(frame);
    done();
  };
  const tick = (nowMs: number) => {
    startMs ??= nowMs;
    const share = Math.min(1, (nowMs - startMs) / restMs);
    if (share === 1) return finish();
    step(from + (to - from) * (1 - (1 - share) ** 3));
    frame = requestAnimationFrame(tick);
  };
  frame = requestAnimationFrame(tick);
  return finish;
}

export function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

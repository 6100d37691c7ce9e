/** Bounds of an animation's duration, in ms. */
const durationMs = { least: 120, most: 240 };

/** A running animation. */
export interface ValueAnimation {
  /** Jumps to the end and calls `done`. */
  finish: () => void;
  /** Stops at the current value without calling `done`. */
  stop: () => void;
}

/**
 * Animates a number with an ease-out curve. Calls `done` once, at the end or when finished early.
 *
 * @param speed - Initial speed in units per ms. A higher speed shortens the animation.
 */
export function animateValue(
  from: number,
  to: number,
  step: (value: number) => void,
  done: () => void,
  speed = 0,
): ValueAnimation {
  const { least, most } = durationMs;
  // The curve starts at three times its average speed.
  const totalMs = Math.min(most, Math.max(least, (3 * Math.abs(to - from)) / speed || most));
  let frame = 0;
  let startMs: number | null = null;
  let isDone = false;
  const halt = () => {
    isDone = true;
    cancelAnimationFrame(frame);
  };
  const finish = () => {
    if (isDone) return;
    halt();
    done();
  };
  const tick = (nowMs: number) => {
    startMs ??= nowMs;
    const share = Math.min(1, (nowMs - startMs) / totalMs);
    if (share === 1) return finish();
    step(from + (to - from) * (1 - (1 - share) ** 3));
    frame = requestAnimationFrame(tick);
  };
  frame = requestAnimationFrame(tick);
  return { finish, stop: halt };
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How long pages take to come to rest after they were let go, in ms. */
const durationMs = { least: 120, most: 240 };

/** A movement under way. */
export interface ValueAnimation {
  /** Ends it at its goal at once. */
  finish: () => void;
  /** Stops it where it is; nothing else is called. */
  stop: () => void;
}

/**
 * Moves a number to its goal, quick at first, and calls `done` once, at the end or when finished.
 *
 * @param speed - Per ms, with which it begins: the faster, the sooner it is there.
 */
export function animateValue(
  from: number,
  to: number,
  step: (value: number) => void,
  done: () => void,
  speed = 0,
): ValueAnimation {
  const { least, most } = durationMs;
  // This curve begins three times as fast as its mean.
  const lastsMs = Math.min(most, Math.max(least, (3 * Math.abs(to - from)) / speed || most));
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
    const share = Math.min(1, (nowMs - startMs) / lastsMs);
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

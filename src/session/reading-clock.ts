/** Time after a page turn for which the user still counts as reading. */
export const idleMs = 120_000;

export interface ReadingClock {
  /** Call at each page turn. */
  turn(): void;
  /** Call when the page is shown or hidden. */
  setVisible(isVisible: boolean): void;
  /** Time read so far, in seconds. */
  seconds(): number;
}

/**
 * Measures the time read: the time in which the page is visible, up to two minutes after each page
 * turn.
 *
 * @param now - Returns milliseconds.
 */
export function readingClock(now: () => number, isVisible: boolean): ReadingClock {
  let totalMs = 0;
  let activeAt = now();
  /** Time up to which everything is counted. Null while the page is hidden. */
  let countedTo = isVisible ? activeAt : null;

  function advance(): void {
    if (countedTo === null) return;
    const until = Math.min(now(), activeAt + idleMs);
    totalMs += Math.max(0, until - countedTo);
    countedTo = Math.max(now(), countedTo);
  }

  return {
    turn() {
      advance();
      activeAt = now();
    },
    setVisible(isShown) {
      advance();
      activeAt = now();
      countedTo = isShown ? activeAt : null;
    },
    seconds() {
      advance();
      return Math.floor(totalMs / 1000);
    },
  };
}

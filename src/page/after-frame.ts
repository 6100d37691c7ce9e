/** So long is waited where no frame is drawn: in a hidden tab, or far from the screen. */
const patienceMs = 200;

/** Settles when the frame that shows what was just done is drawn: for all that need not be in it. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

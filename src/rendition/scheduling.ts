/** So long is waited where no frame is drawn: in a hidden tab, or far from the screen. */
const maxWaitMs = 200;

/** Settles when the frame that shows what was just done is drawn: for all that need not be in it. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/** Runs a task when nothing else is to do; WebKit has no such call, there it follows shortly. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(task, { timeout: 1000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(task, 60);
  return () => clearTimeout(id);
}

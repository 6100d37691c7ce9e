/** Maximum wait if no frame is drawn, as in a hidden tab or far outside the viewport. */
const maxWaitMs = 200;

/** Resolves after the next frame is drawn, for work that should not delay it. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/**
 * Runs a task when the browser is idle or, in WebKit, which lacks `requestIdleCallback`, after a
 * short delay.
 */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(task, { timeout: 1000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(task, 60);
  return () => clearTimeout(id);
}

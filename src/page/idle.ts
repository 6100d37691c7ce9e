/** Runs a task when nothing else is to do; WebKit has no such call, there it follows shortly. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(task, { timeout: 1000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(task, 60);
  return () => clearTimeout(id);
}

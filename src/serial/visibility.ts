/** Resolves when the page can be seen, or the signal is raised. */
export function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'visible' || signal.aborted) return resolve();
    const heard = new AbortController();
    const look = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      heard.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal: heard.signal });
    signal.addEventListener('abort', look, { signal: heard.signal });
  });
}

/** Runs a task once the page has been hidden for so long; returns how to stop watching. */
export function whenHidden(task: () => void, patienceMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(task, patienceMs);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

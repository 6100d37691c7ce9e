export interface PeriodicOptions {
  work: (signal: AbortSignal) => Promise<void>;
  intervalMs: number;
  /** Waits. Rejects when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  onError: (error: unknown) => void;
}

/** Repeats work until stopped. Returns a function that stops it. */
export function runPeriodically({ work, intervalMs, wait, onError }: PeriodicOptions) {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  return async (): Promise<void> => {
    stopping.abort();
    await running;
  };

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        if (!signal.aborted) onError(error);
      }
      await wait(intervalMs, signal).catch(() => undefined);
    }
  }
}

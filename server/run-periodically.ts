export interface PeriodicOptions {
  work: (signal: AbortSignal) => Promise<void>;
  intervalMs: number;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  onError: (error: unknown) => void;
}

/** Does a piece of work again and again until it is stopped; returns what stops it. */
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

export interface RepeatingOptions {
  work: (signal: AbortSignal) => Promise<void>;
  everyMs: number;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  onFault: (error: unknown) => void;
}

/** Does a piece of work again and again until it is stopped; returns what stops it. */
export function keepRepeating({ work, everyMs, wait, onFault }: RepeatingOptions) {
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
        if (!signal.aborted) onFault(error);
      }
      await wait(everyMs, signal).catch(() => undefined);
    }
  }
}

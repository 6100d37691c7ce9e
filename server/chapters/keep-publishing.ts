export interface KeepPublishingOptions {
  /** Publishes what is due; how much that was. */
  publishDue: () => Promise<number>;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: {
    info(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

/** A chapter is out within a second of its time; to look costs one row of an index. */
const lookEveryMs = 500;
const faultMs = 5_000;

/** Publishes chapters at their time until it is stopped, and returns what stops it. */
export function keepPublishing({ publishDue, wait, log }: KeepPublishingOptions) {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  return async (): Promise<void> => {
    stopping.abort();
    await running;
  };

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = await step();
      if (pauseMs > 0) await wait(pauseMs, signal).catch(() => undefined);
    }
  }

  async function step(): Promise<number> {
    try {
      const published = await publishDue();
      if (published === 0) return lookEveryMs;
      log.info({ published }, 'chapters were published at their time');
      return 0;
    } catch (error) {
      log.error({ err: error }, 'chapters could not be published');
      return faultMs;
    }
  }
}

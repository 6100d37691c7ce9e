export interface KeepDomainsOptions {
  /** Looks again at the domains that are due; how many that were. */
  recheckDue: () => Promise<number>;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: {
    info(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

/** Each domain is due once a day: a minute more or less is nothing. */
const lookEveryMs = 60_000;

/** Looks at the verified domains every day until it is stopped, and returns what stops it. */
export function keepDomains({ recheckDue, wait, log }: KeepDomainsOptions) {
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
      const checked = await recheckDue();
      if (checked === 0) return lookEveryMs;
      log.info({ checked }, 'domains were looked at again');
      return 0;
    } catch (error) {
      log.error({ err: error }, 'domains could not be looked at');
      return lookEveryMs;
    }
  }
}

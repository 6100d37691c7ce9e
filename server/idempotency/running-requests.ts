import type { Claim, IdempotencyLock, IdempotencyKey } from './contract.ts';

/** How long a request waits for the answer to the same request, which is being done. */
export interface ClaimWait {
  timeoutMs: number;
  /** Rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const firstPauseMs = 25;
const maxPauseMs = 400;

/** The requests with a key that this process is doing, so that others hear when one is done. */
export function runningRequests() {
  const running = new Map<string, PromiseWithResolvers<void> & { token: string }>();
  const nameOf = ({ accountId, route, key }: IdempotencyKey) =>
    JSON.stringify([accountId, route, key]);

  return {
    begin({ idempotencyKey, token }: IdempotencyLock): void {
      // One that polls may claim what was released before the releasing request came to say `end`.
      running.get(nameOf(idempotencyKey))?.resolve();
      running.set(nameOf(idempotencyKey), { token, ...Promise.withResolvers<void>() });
    },

    end({ idempotencyKey, token }: IdempotencyLock): void {
      const mine = running.get(nameOf(idempotencyKey));
      if (mine?.token !== token) return;
      mine.resolve();
      running.delete(nameOf(idempotencyKey));
    },

    /** Asks again until the intent is not running elsewhere, or the patience is over. */
    async claim(
      intent: IdempotencyKey,
      ask: () => Promise<Claim>,
      patience: ClaimWait,
    ): Promise<Claim> {
      let pauseMs = firstPauseMs;
      for (let waitedMs = 0; ;) {
        const claim = await ask();
        const leftMs = patience.timeoutMs - waitedMs;
        if (claim.outcome !== 'running' || leftMs <= 0) return claim;
        const here = running.get(nameOf(intent));
        const nextMs = Math.min(here ? leftMs : pauseMs, leftMs);
        const isOver = await waitFor(here?.promise, nextMs, patience);
        if (!isOver) waitedMs += nextMs;
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      }
    },
  };
}

/** Whether what is waited for came before the time was up. */
async function waitFor(
  done: Promise<void> | undefined,
  ms: number,
  { wait }: ClaimWait,
): Promise<boolean> {
  const giveUp = new AbortController();
  const timeUp = wait(ms, giveUp.signal).then(
    () => false,
    () => false,
  );
  const isOver = await (done ? Promise.race([done.then(() => true), timeUp]) : timeUp);
  giveUp.abort();
  return isOver;
}

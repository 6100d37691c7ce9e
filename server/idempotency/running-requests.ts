import type { Claim, IdempotencyLock, IdempotencyKey } from './contract.ts';

/** How long a request waits for the response to a running request with the same key. */
export interface ClaimWait {
  timeoutMs: number;
  /** Rejects when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const firstPauseMs = 25;
const maxPauseMs = 400;

/**
 * Tracks requests with a key that are running in this process. Waiting requests resume when one
 * ends.
 */
export function runningRequests() {
  const running = new Map<string, PromiseWithResolvers<void> & { token: string }>();
  const nameOf = ({ accountId, route, key }: IdempotencyKey) =>
    JSON.stringify([accountId, route, key]);

  return {
    begin({ idempotencyKey, token }: IdempotencyLock): void {
      // A polling request can claim a released key before the releasing request calls `end`.
      running.get(nameOf(idempotencyKey))?.resolve();
      running.set(nameOf(idempotencyKey), { token, ...Promise.withResolvers<void>() });
    },

    end({ idempotencyKey, token }: IdempotencyLock): void {
      const mine = running.get(nameOf(idempotencyKey));
      if (mine?.token !== token) return;
      mine.resolve();
      running.delete(nameOf(idempotencyKey));
    },

    /** Repeats `ask` until the request is no longer running or the time limit is reached. */
    async claim(
      intent: IdempotencyKey,
      ask: () => Promise<Claim>,
      claimWait: ClaimWait,
    ): Promise<Claim> {
      let pauseMs = firstPauseMs;
      for (let waitedMs = 0; ;) {
        const claim = await ask();
        const leftMs = claimWait.timeoutMs - waitedMs;
        if (claim.outcome !== 'running' || leftMs <= 0) return claim;
        const here = running.get(nameOf(intent));
        const nextMs = Math.min(here ? leftMs : pauseMs, leftMs);
        const isOver = await waitFor(here?.promise, nextMs, claimWait);
        if (!isOver) waitedMs += nextMs;
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      }
    },
  };
}

/** Whether the promise settled before the timeout. */
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

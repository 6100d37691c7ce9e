import { groupCommit } from '../db/group-commit.ts';
import type { DeliveryJob, DeliveryQueue, ClaimCapacity } from './delivery-queue.ts';
import type { Attempt } from './record-attempts.ts';

export interface WorkerOptions {
  queue: DeliveryQueue;
  /** Makes one attempt; rejects only for a fault of ours. */
  makeAttempt: (job: DeliveryJob, signal: AbortSignal) => Promise<Attempt>;
  /** Writes attempts down. */
  recordAttempts: (attempts: readonly Attempt[]) => Promise<void>;
  log: { error(facts: object, text: string): void };
  limits?: WorkerLimits;
}

export interface WorkerLimits {
  /** Attempts under way in this process. */
  concurrency: number;
  /** Of them, those to one endpoint. */
  concurrencyPerEndpoint: number;
  /** Longest until what another process wrote, or what came due, is seen. */
  pollMs: number;
  /** How long attempts under way may go on when the worker is stopped. */
  drainMs: number;
}

const defaultLimits: WorkerLimits = {
  concurrency: 512,
  concurrencyPerEndpoint: 16,
  pollMs: 1000,
  drainMs: 8000,
};

export interface DeliveryWorker {
  start(): void;
  /** Looks at once for what is due: call it after a commit. */
  wake(): void;
  /** Takes nothing more, lets what is under way finish, and writes it down. */
  stop(): Promise<void>;
}

/**
 * Delivers what is due for as long as it runs. Any number of processes may: each takes what it has
 * room for under a lease, and what a dead one held is taken by another when the lease ends.
 */
export function deliveryWorker(options: WorkerOptions): DeliveryWorker {
  const { queue, makeAttempt, recordAttempts, log } = options;
  const limits = options.limits ?? defaultLimits;
  const breakingOff = new AbortController();
  const underWay = new Set<Promise<void>>();
  const inFlight = new Map<string, number>();
  const failing = new Set<string>();
  const wasFull = new Set<DeliveryJob>();
  const bell = wakeSignal(limits.pollMs);
  const stopping = new AbortController();
  // Endpoints have pages of the database of their own: many notes at once change each page once.
  const patience = { waitMs: 20, enough: Math.ceil(limits.concurrency / 2) };
  const settleSoon = groupCommit(
    async (batch: Attempt[]) => {
      await recordAttempts(batch);
      return batch;
    },
    limits.concurrency,
    patience,
  );
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await claim().catch((error: unknown) => {
        log.error({ err: error }, 'webhook deliveries could not be claimed');
        return 0;
      });
      if (found === 0 && !stopping.signal.aborted) await bell.rings();
    }
  }

  async function claim(): Promise<number> {
    const total = limits.concurrency - underWay.size;
    if (total <= 0) return 0;
    const room: ClaimCapacity = { total, endpointLimit: mostOf, inFlight };
    const jobs = await queue.claim(room);
    if (stopping.signal.aborted) {
      await queue.release(jobs);
      return 0;
    }
    for (const job of jobs) {
      count(job, 1);
      const leave = once(() => leaveEndpoint(job));
      const work = attempt(job, leave).finally(() => {
        leave();
        const wasAwaited = underWay.size >= limits.concurrency;
        underWay.delete(work);
        if (wasAwaited) bell.ring();
      });
      underWay.add(work);
    }
    return jobs.length;
  }

  /** Its place at the endpoint is free, although what became of it is still to be written down. */
  function leaveEndpoint(job: DeliveryJob): void {
    noteFull(job);
    count(job, -1);
    // Where nothing waits for room, there is nothing to look for.
    if (wasFull.delete(job)) bell.ring();
  }

  function count({ webhookId }: DeliveryJob, change: number): void {
    const number = (inFlight.get(webhookId) ?? 0) + change;
    if (number > 0) inFlight.set(webhookId, number);
    else inFlight.delete(webhookId);
  }

  /** Also before the outcome changes how much room there is: what waits waits for the room before. */
  function noteFull(job: DeliveryJob): void {
    if ((inFlight.get(job.webhookId) ?? 0) >= mostOf(job.webhookId)) wasFull.add(job);
  }

  /** However many endpoints hang: those that failed last are tried by two at a time. */
  function mostOf(webhookId: string): number {
    return failing.has(webhookId)
      ? Math.min(2, limits.concurrencyPerEndpoint)
      : limits.concurrencyPerEndpoint;
  }

  /** A fault of ours leaves it to the end of the lease: then it is tried again. */
  async function attempt(job: DeliveryJob, leave: () => void): Promise<void> {
    try {
      const made = await makeAttempt(job, breakingOff.signal).finally(() => noteFull(job));
      // Broken off by us: nothing is known of the target.
      if (breakingOff.signal.aborted && made.next.state !== 'delivered') {
        return await queue.release([job]);
      }
      if (made.next.state === 'delivered') failing.delete(job.webhookId);
      else failing.add(job.webhookId);
      leave();
      await settleSoon(made);
    } catch (error) {
      log.error({ err: error, deliveryId: job.deliveryId }, 'a webhook delivery failed here');
    }
  }

  return {
    start() {
      running ??= run();
    },

    wake: () => bell.ring(),

    async stop() {
      stopping.abort();
      bell.ring();
      await running;
      const timer = setTimeout(() => breakingOff.abort(), limits.drainMs);
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
}

/** Waits for a ring, one that came before included, or for so long. */
function wakeSignal(longestMs: number) {
  let hasRung = false;
  let answer: (() => void) | null = null;
  return {
    ring(): void {
      hasRung = true;
      answer?.();
    },

    async rings(): Promise<void> {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longestMs);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      answer = null;
      hasRung = false;
    },
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

import { groupCommit } from '../db/group-commit.ts';
import type { DeliveryJob, DeliveryQueue, ClaimCapacity } from './delivery-queue.ts';
import type { Attempt } from './record-attempts.ts';

export interface WorkerOptions {
  queue: DeliveryQueue;
  /** Makes one attempt. Rejects only on internal errors. */
  makeAttempt: (job: DeliveryJob, signal: AbortSignal) => Promise<Attempt>;
  /** Stores attempts. */
  recordAttempts: (attempts: readonly Attempt[]) => Promise<void>;
  log: { error(facts: object, text: string): void };
  limits?: WorkerLimits;
}

export interface WorkerLimits {
  /** Maximum number of attempts in flight in this process. */
  concurrency: number;
  /** Maximum number of attempts in flight to one webhook. */
  concurrencyPerEndpoint: number;
  /** Maximum interval between checks for due deliveries. */
  pollMs: number;
  /** How long attempts in flight may continue after the worker is stopped. */
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
  /** Checks for due deliveries immediately. Called after a commit. */
  wake(): void;
  /** Stops claiming deliveries, waits for attempts in flight, and stores them. */
  stop(): Promise<void>;
}

/**
 * Sends due deliveries while it runs, in any number of processes. Each process leases as many
 * deliveries as it can send. When the lease of a crashed process ends, another process claims its
 * deliveries.
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
  // One webhook's attempts share database pages, so storing many at a time writes each page only
  // once.
  const batchDelay = { waitMs: 20, enough: Math.ceil(limits.concurrency / 2) };
  const settleSoon = groupCommit(
    async (batch: Attempt[]) => {
      await recordAttempts(batch);
      return batch;
    },
    limits.concurrency,
    batchDelay,
  );
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await claim().catch((error: unknown) => {
        log.error(
          { event: 'webhooks.claim_failed', err: error },
          'webhook deliveries could not be claimed',
        );
        return 0;
      });
      if (found === 0 && !stopping.signal.aborted) await bell.rings();
    }
  }

  async function claim(): Promise<number> {
    const total = limits.concurrency - underWay.size;
    if (total <= 0) return 0;
    const room: ClaimCapacity = { total, endpointLimit: limitOf, inFlight };
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

  /** Frees an attempt's slot before its outcome is stored. */
  function leaveEndpoint(job: DeliveryJob): void {
    noteFull(job);
    count(job, -1);
    // Without a backlog, nothing more can be claimed.
    if (wasFull.delete(job)) bell.ring();
  }

  function count({ webhookId }: DeliveryJob, change: number): void {
    const number = (inFlight.get(webhookId) ?? 0) + change;
    if (number > 0) inFlight.set(webhookId, number);
    else inFlight.delete(webhookId);
  }

  /** Compare with the limit before the attempt's outcome changes it. */
  function noteFull(job: DeliveryJob): void {
    if ((inFlight.get(job.webhookId) ?? 0) >= limitOf(job.webhookId)) wasFull.add(job);
  }

  /**
   * Limits webhooks whose last attempt failed to two attempts at a time because many of them may
   * hang.
   */
  function limitOf(webhookId: string): number {
    return failing.has(webhookId)
      ? Math.min(2, limits.concurrencyPerEndpoint)
      : limits.concurrencyPerEndpoint;
  }

  /** After an internal error, the delivery is retried when its lease ends. */
  async function attempt(job: DeliveryJob, leave: () => void): Promise<void> {
    try {
      const made = await makeAttempt(job, breakingOff.signal).finally(() => noteFull(job));
      // An attempt aborted by a shutdown is not recorded.
      if (breakingOff.signal.aborted && made.next.state !== 'delivered') {
        return await queue.release([job]);
      }
      if (made.next.state === 'delivered') failing.delete(job.webhookId);
      else failing.add(job.webhookId);
      leave();
      await settleSoon(made);
    } catch (error) {
      log.error(
        { event: 'webhooks.attempt_failed', err: error, deliveryId: job.deliveryId },
        'a webhook delivery failed here',
      );
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

/** Waits for a wake-up, including an earlier unhandled one, or for a time limit. */
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

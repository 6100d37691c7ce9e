import { idGenerator } from '../db/id-generator.ts';
import type { Database } from '../db/open.ts';
import type { EventLog } from '../events/event-log.ts';
import { deliveryQueue, type DeliveryJob } from './delivery-queue.ts';
import { withCache, secretBox, type SecretBox } from '../values/secret-box.ts';
import type { Sender } from './sender.ts';
import { attemptRecorder, type Attempt } from './record-attempts.ts';
import {
  deliveryWorker,
  type DeliveryWorker,
  type WorkerLimits,
  type WorkerOptions,
} from './delivery-worker.ts';
import { nextAttempt } from './retry-schedule.ts';
import { signatureHeaders } from './signature.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type TracedSender, tracedSender } from './traced-sender.ts';
import type { Secrets } from '../values/secrets.ts';

export interface CreateDeliveryWorkerOptions {
  db: Database;
  events: EventLog;
  sender: Pick<Sender, 'send'>;
  /** Encrypts webhook secrets. */
  secrets: Secrets;
  now: () => Date;
  /** Returns a number from 0 to 1. */
  random: () => number;
  log: WorkerOptions['log'];
  limits?: WorkerLimits;
  /** Pause before each retry. Defaults to the retry schedule. */
  retryPausesMs?: readonly number[];
  metrics?: Pick<Metrics, 'deliveryAttempt'>;
  /** How long a claim remains valid if its process ends unexpectedly. Defaults to one minute. */
  leaseMs?: number;
}

/** Creates the worker that sends due deliveries. Call `start` to start it. */
export function createDeliveryWorker(options: CreateDeliveryWorkerOptions): DeliveryWorker {
  const { db, events, sender, secrets, now, random, log, limits, retryPausesMs, leaseMs } = options;
  const newId = idGenerator(() => now().getTime());
  const context = {
    sender: tracedSender(sender, options.metrics),
    box: withCache(secretBox(secrets)),
    now,
    random,
    retryPausesMs,
  };
  return deliveryWorker({
    queue: deliveryQueue({ db, now, newId, leaseMs }),
    makeAttempt: (job, signal) => makeAttempt(context, job, signal),
    recordAttempts: attemptRecorder({ db, now, events }),
    log,
    ...(limits && { limits }),
  });
}

interface AttemptContext {
  sender: TracedSender;
  box: SecretBox;
  now: () => Date;
  /** Returns a number from 0 to 1. */
  random: () => number;
  /** Pause before each retry. Defaults to the retry schedule. */
  retryPausesMs?: readonly number[];
}

/**
 * Makes one attempt, in which it signs and posts the body, and determines the next step. Does not
 * write to the database.
 */
async function makeAttempt(
  { sender, box, now, random, retryPausesMs }: AttemptContext,
  job: DeliveryJob,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = now();
  const secrets = job.secrets.map(({ sealed }) => box.open(sealed));
  const headers = signatureHeaders(secrets, job.eventId, startedAt, job.body);
  const outcome = await sender.send(job, headers, signal);
  return {
    job,
    startedAt,
    signature: headers['webhook-signature'],
    outcome,
    next: nextAttempt(job.roundAttempts + 1, outcome, now(), random, retryPausesMs),
  };
}

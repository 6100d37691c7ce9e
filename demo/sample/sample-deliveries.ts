import type { Database } from '../../server/db/open.ts';
import type { EventLog } from '../../server/events/event-log.ts';
import { deliveryQueue } from '../../server/webhooks/delivery-queue.ts';
import { attemptRecorder } from '../../server/webhooks/record-attempts.ts';
import { nextAttempt } from '../../server/webhooks/retry-schedule.ts';
import { signatureHeaders } from '../../server/webhooks/signature.ts';
import type { AttemptOutcome } from '../../server/webhooks/sender.ts';
import type { HistoryClock } from './record-history.ts';

export interface SampleDeliveriesOptions {
  db: Database;
  clock: HistoryClock;
  newId: (prefix: string) => string;
  events: EventLog;
  random: () => number;
  /** The response of each webhook's endpoint at a time, by webhook id. */
  answers: ReadonlyMap<string, (atMs: number) => AttemptOutcome>;
}

/** Delivers webhooks during the history. */
export interface SampleDeliveries {
  /** Makes all attempts that are due before a time. */
  deliverUntil(ms: number): Promise<void>;
}

/** Nobody verifies the signatures. */
const sampleSecret = `whsec_${Buffer.alloc(32, 'sample').toString('base64')}`;

/** Sends no requests. The endpoints' responses are generated and stored like real ones. */
export function sampleDeliveries(options: SampleDeliveriesOptions): SampleDeliveries {
  const { db, clock, newId, events, random, answers } = options;
  const { now } = clock;
  const queue = deliveryQueue({ db, now, newId });
  const record = attemptRecorder({ db, now, events });

  async function findDue(): Promise<number> {
    if (answers.size === 0) return Infinity;
    const { due } = await db.query
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.min('due_at').as('due'))
      .where('webhook_id', 'in', [...answers.keys()])
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow();
    return due === null ? Infinity : Date.parse(due);
  }

  async function attemptDue(): Promise<void> {
    // Other accounts' deliveries do not change.
    const endpointLimit = (id: string) => (answers.has(id) ? 100 : 0);
    const jobs = await queue.claim({ total: 100, endpointLimit, inFlight: new Map() });
    if (jobs.length === 0) throw new Error('A due delivery of the sample cannot be claimed.');
    const startedAt = now();
    await record(
      jobs.map((job) => {
        const answer = answers.get(job.webhookId);
        if (!answer) throw new Error(`Webhook ${job.webhookId} is not part of the sample.`);
        const outcome = answer(startedAt.getTime());
        const next = nextAttempt(job.roundAttempts + 1, outcome, startedAt, random);
        const headers = signatureHeaders([sampleSecret], job.eventId, startedAt, job.body);
        return { job, startedAt, signature: headers['webhook-signature'], outcome, next };
      }),
    );
  }

  return {
    async deliverUntil(ms) {
      for (let due = await findDue(); due <= ms; due = await findDue()) {
        clock.set(due);
        await attemptDue();
      }
    },
  };
}

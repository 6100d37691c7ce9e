import { sql } from 'kysely';
import { textList, jsonRows } from '../db/sql-dialect.ts';
import type { Database, Queries } from '../db/open.ts';
import type { EventLog } from '../events/event-log.ts';
import { holdPendingDeliveries } from './delivery-store.ts';
import type { DeliveryJob } from './delivery-queue.ts';
import type { NextStep } from './retry-schedule.ts';
import type { AttemptOutcome } from './sender.ts';
import { toWebhook } from './stored-webhook.ts';

/** A completed attempt and the next step for its delivery. */
export interface Attempt {
  job: DeliveryJob;
  startedAt: Date;
  /** The header `webhook-signature`. */
  signature: string;
  outcome: AttemptOutcome;
  next: NextStep;
}

export interface RecordContext {
  db: Database;
  now: () => Date;
  events: EventLog;
}

/** A webhook is disabled after this time without a success. */
const disableAfterMs = 120 * 3_600_000;

/**
 * Stores attempts and updates their deliveries and webhooks. If a power loss undoes the commit, the
 * deliveries are sent again.
 */
export function attemptRecorder({ db, now, events }: RecordContext) {
  return async (attempts: readonly Attempt[]): Promise<void> => {
    const at = now();
    const over = await db.relaxedTransaction(async (tx) => {
      await sql`
        insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status, reason,
          detail, answer, signature)
        select one.value ->> 0, cast(one.value ->> 1 as integer), one.value ->> 2,
          cast(one.value ->> 3 as integer), cast(one.value ->> 4 as integer), one.value ->> 5,
          one.value ->> 6, one.value ->> 7, one.value ->> 8
        from ${jsonRows(tx, attempts.map(toRow))} where true
        on conflict do nothing`.execute(tx);
      await recordDelivered(tx, attempts, at);
      for (const attempt of attempts) await recordUndelivered(tx, attempt, at);
      return updateEndpointHealth(tx, attempts, at);
    });
    for (const { id, reason } of over) {
      await db.transaction((tx) => disable(tx, id, reason, at));
    }
  };

  async function disable(tx: Queries, id: string, reason: 'gone' | 'failing', at: Date) {
    const row = await tx
      .updateTable('webhooks')
      .set({
        enabled: 0,
        disabled_reason: reason,
        disabled_at: at.toISOString(),
        updated_at: at.toISOString(),
      })
      .where('id', '=', id)
      .where('enabled', '=', 1)
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    await holdPendingDeliveries(tx, id);
    await events.append(tx, {
      type: 'webhook.disabled',
      accountId: row.account_id,
      resourceId: id,
      bookId: null,
      isPublic: false,
      object: toWebhook(row),
      previous: { enabled: true },
    });
  }
}

/** A webhook to disable, with the reason. */
interface EndpointToDisable {
  id: string;
  reason: 'gone' | 'failing';
}

/** Updates webhooks in the order of their ids because two processes could otherwise deadlock. */
async function updateEndpointHealth(
  tx: Queries,
  attempts: readonly Attempt[],
  at: Date,
): Promise<EndpointToDisable[]> {
  const byEndpoint = Map.groupBy(attempts, ({ job }) => job.webhookId);
  const good = [...byEndpoint].filter(([, all]) => all.some(isDelivered)).map(([id]) => id);
  if (good.length > 0) {
    await tx
      .updateTable('webhooks')
      .set({ failing_since: null })
      .where('id', 'in', textList(tx, good.sort()))
      .where('failing_since', 'is not', null)
      .execute();
  }
  const over: EndpointToDisable[] = [];
  for (const [id, all] of [...byEndpoint].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (all.some(({ next }) => next.state === 'gone')) over.push({ id, reason: 'gone' });
    else if (!all.some(isDelivered) && (await hasFailedTooLong(tx, id, at))) {
      over.push({ id, reason: 'failing' });
    }
  }
  return over;
}

/** Stores the time of the first failure since the last success. */
async function hasFailedTooLong(tx: Queries, id: string, at: Date): Promise<boolean> {
  await tx
    .updateTable('webhooks')
    .set({ failing_since: at.toISOString() })
    .where('id', '=', id)
    .where('failing_since', 'is', null)
    .execute();
  const row = await tx
    .selectFrom('webhooks')
    .select('failing_since')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.failing_since) return false;
  return at.getTime() - Date.parse(row.failing_since) >= disableAfterMs;
}

const isDelivered = ({ next }: Attempt) => next.state === 'delivered';

function toRow({ job, startedAt, signature, outcome }: Attempt): (string | number | null)[] {
  const answered = outcome.kind === 'answered' ? outcome : null;
  const failed = outcome.kind === 'failed' ? outcome : null;
  return [
    job.deliveryId,
    job.attempts + 1,
    startedAt.toISOString(),
    Math.round(outcome.durationMs),
    answered?.status ?? null,
    failed?.reason ?? null,
    failed?.detail ?? null,
    answered?.body ?? null,
    signature,
  ];
}

/** Applies even if the lease was lost or the webhook disabled, because the event was delivered. */
async function recordDelivered(tx: Queries, attempts: readonly Attempt[], at: Date) {
  const ids = attempts.filter(isDelivered).map(({ job }) => job.deliveryId);
  if (ids.length === 0) return;
  await sql`
    update webhook_deliveries set state = 'delivered', due_at = null, lease = null,
      finished_at = ${at.toISOString()}, attempts = attempts + 1, round_attempts = round_attempts + 1
    where id in ${textList(tx, ids.sort())}`.execute(tx);
}

/** Leaves the state unchanged if another process has claimed the delivery since. */
async function recordUndelivered(tx: Queries, { job, next }: Attempt, at: Date) {
  if (next.state === 'delivered') return;
  const count = { attempts: job.attempts + 1, round_attempts: job.roundAttempts + 1 };
  const isOver = next.state === 'failed';
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({
      ...count,
      state: isOver ? 'failed' : 'pending',
      due_at: next.state === 'retry' ? next.at.toISOString() : isOver ? null : at.toISOString(),
      finished_at: isOver ? at.toISOString() : null,
      lease: null,
    })
    .where('id', '=', job.deliveryId)
    .where('lease', '=', job.lease)
    .executeTakeFirst();
  if (numUpdatedRows) return;
  await tx
    .updateTable('webhook_deliveries')
    .set(count)
    .where('id', '=', job.deliveryId)
    .where('state', '=', 'held')
    .execute();
}

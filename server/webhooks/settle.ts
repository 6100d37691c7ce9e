import type { Database, Queries } from '../db/open.ts';
import type { Events } from '../events/append.ts';
import { holdPending } from './hold-pending.ts';
import type { Job } from './queue.ts';
import type { NextStep } from './retry-schedule.ts';
import type { Outcome } from './send.ts';
import { toWebhook } from './stored-webhook.ts';

/** An attempt that was made, and what follows from it. */
export interface Attempt {
  job: Job;
  startedAt: Date;
  outcome: Outcome;
  next: NextStep;
}

export interface SettleContext {
  db: Database;
  now: () => Date;
  events: Events;
}

/** Without a success for so long, an endpoint is disabled. */
const patienceMs = 120 * 3_600_000;

/** Writes attempts down, with what follows for their deliveries and endpoints: all of it or nothing. */
export function settling({ db, now, events }: SettleContext) {
  return async (attempts: readonly Attempt[]): Promise<void> => {
    const at = now();
    await db.transaction(async (tx) => {
      await tx
        .insertInto('webhook_attempts')
        .values(attempts.map(toRow))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await settleDelivered(tx, attempts, at);
      for (const attempt of attempts) await settleOther(tx, attempt, at);
      await judgeEndpoints(tx, attempts, at);
    });
  };

  /** In the order of their ids, so that two processes never wait for each other. */
  async function judgeEndpoints(tx: Queries, attempts: readonly Attempt[], at: Date) {
    const byEndpoint = Map.groupBy(attempts, ({ job }) => job.webhookId);
    const good = [...byEndpoint].filter(([, all]) => all.some(isDelivered)).map(([id]) => id);
    if (good.length > 0) {
      await tx
        .updateTable('webhooks')
        .set({ failing_since: null })
        .where('id', 'in', good.sort())
        .where('failing_since', 'is not', null)
        .execute();
    }
    for (const [id, all] of [...byEndpoint].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (all.some(({ next }) => next.state === 'gone')) await disable(tx, id, 'gone', at);
      else if (!all.some(isDelivered)) await noteFailure(tx, id, at);
    }
  }

  async function noteFailure(tx: Queries, id: string, at: Date) {
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
    if (!row?.failing_since) return;
    const failingMs = at.getTime() - Date.parse(row.failing_since);
    if (failingMs >= patienceMs) await disable(tx, id, 'failing', at);
  }

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
    await holdPending(tx, id);
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

const isDelivered = ({ next }: Attempt) => next.state === 'delivered';

function toRow({ job, startedAt, outcome }: Attempt) {
  return {
    delivery_id: job.deliveryId,
    number: job.attempts + 1,
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(outcome.durationMs),
    status: outcome.kind === 'answered' ? outcome.status : null,
    reason: outcome.kind === 'failed' ? outcome.reason : null,
    detail: outcome.kind === 'failed' ? outcome.detail : null,
    answer: outcome.kind === 'answered' ? outcome.body : null,
  };
}

/** It arrived, whoever holds it now and whatever became of its endpoint. */
async function settleDelivered(tx: Queries, attempts: readonly Attempt[], at: Date) {
  const ids = attempts.filter(isDelivered).map(({ job }) => job.deliveryId);
  if (ids.length === 0) return;
  await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      state: 'delivered',
      due_at: null,
      lease: null,
      finished_at: at.toISOString(),
      attempts: eb('attempts', '+', 1),
      round_attempts: eb('round_attempts', '+', 1),
    }))
    .where('id', 'in', ids.sort())
    .execute();
}

/** Unless another process has taken it since. */
async function settleOther(tx: Queries, { job, next }: Attempt, at: Date) {
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

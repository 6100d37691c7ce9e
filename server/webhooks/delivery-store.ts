import { afterCommit, type Database, type Queries } from '../db/open.ts';
import type { WebhookTables } from '../db/webhook-tables.ts';
import { Event, EventType } from '../events/contract.ts';
import { Failure } from '../failure.ts';
import type { Delivery, DeliveryState, DeliveryWithAttempts } from './contract.ts';
import { fixedHeaders } from './sender.ts';
import { toSignatureHeaders } from './signature.ts';

export interface DeliveryContext {
  db: Database;
  now: () => Date;
  wake: () => void;
}

export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  type?: EventType | undefined;
  /** ISO 8601 UTC. */
  since?: string | undefined;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/**
 * Reads and retries a webhook's deliveries. The caller must have checked that the webhook belongs
 * to the account.
 */
export function deliveryStore({ db, now, wake }: DeliveryContext) {
  const afresh = () => ({
    state: 'pending' as const,
    due_at: now().toISOString(),
    round_attempts: 0,
    finished_at: null,
  });

  return {
    /** Returns deliveries, newest first. */
    async list(
      webhookId: string,
      filter: DeliveryFilter,
      limit: number,
      before: string | null,
    ): Promise<{ total: number; deliveries: Delivery[]; hasMore: boolean }> {
      const { state, type, since } = filter;
      const found = db.query
        .selectFrom('webhook_deliveries')
        .where('webhook_id', '=', webhookId)
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'pending'))
        .$if(type !== undefined, (query) => query.where('event_type', '=', type ?? ''))
        .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? ''));
      const { total } = await found
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await found
        .selectAll()
        .$if(before !== null, (query) => query.where('id', '<', before))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return {
        total,
        deliveries: rows.slice(0, limit).map(toDelivery),
        hasMore: rows.length > limit,
      };
    },

    /** @throws Failure `delivery_not_found`. */
    async find(webhookId: string, id: string): Promise<DeliveryWithAttempts> {
      const row = await requireDelivery(db.query, webhookId, id);
      const { body } = await db.query
        .selectFrom('events')
        .select('body')
        .where('account_id', '=', row.account_id)
        .where('id', '=', row.event_id)
        .executeTakeFirstOrThrow();
      const attempts = await db.query
        .selectFrom('webhook_attempts')
        .selectAll()
        .where('delivery_id', '=', id)
        .orderBy('number')
        .execute();
      return {
        ...toDelivery(row),
        event: Event.parse(JSON.parse(body)),
        attempts: attempts.map((one) => ({
          number: one.number,
          startedAt: one.started_at,
          durationMs: one.duration_ms,
          status: one.status,
          reason: one.reason,
          detail: one.detail,
          answer: one.answer,
          requestHeaders: requestHeaders(row.event_id, one),
        })),
      };
    },

    /**
     * Sends a delivery again, even if it was delivered. Does nothing if it is being sent.
     *
     * @throws Failure `delivery_not_found`, or `conflict` if the webhook is disabled.
     */
    async retry(webhookId: string, id: string): Promise<Delivery> {
      return db.transaction(async (tx) => {
        await requireEnabledEndpoint(tx, webhookId);
        await requireDelivery(tx, webhookId, id);
        await tx
          .updateTable('webhook_deliveries')
          .set(afresh())
          .where('id', '=', id)
          .where('lease', 'is', null)
          .execute();
        afterCommit(tx, wake);
        return toDelivery(await requireDelivery(tx, webhookId, id));
      });
    },

    /**
     * Resends the failed and held deliveries of events since a point in time.
     *
     * @returns The number of deliveries.
     * @throws Failure `conflict` if the webhook is disabled.
     */
    async recover(webhookId: string, since: string): Promise<number> {
      return db.transaction(async (tx) => {
        await requireEnabledEndpoint(tx, webhookId);
        const { numUpdatedRows } = await tx
          .updateTable('webhook_deliveries')
          .set(afresh())
          .where('webhook_id', '=', webhookId)
          .where('state', 'in', ['failed', 'held'])
          .where('created_at', '>=', since)
          .executeTakeFirst();
        afterCommit(tx, wake);
        return Number(numUpdatedRows);
      });
    },
  };
}

function requestHeaders(
  eventId: string,
  { started_at, signature }: Pick<WebhookTables['webhook_attempts'], 'started_at' | 'signature'>,
): Record<string, string> | null {
  if (signature === null) return null;
  return { ...fixedHeaders, ...toSignatureHeaders(eventId, new Date(started_at), signature) };
}

async function requireEnabledEndpoint(tx: Queries, webhookId: string): Promise<void> {
  const row = await tx
    .selectFrom('webhooks')
    .select('enabled')
    .where('id', '=', webhookId)
    .executeTakeFirst();
  if (row?.enabled === 1) return;
  throw new Failure('conflict', `Webhook ${webhookId} is disabled. Enable it first.`);
}

async function requireDelivery(query: Queries, webhookId: string, id: string) {
  const row = await query
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  if (!row) throw new Failure('delivery_not_found', `No delivery with id ${id}.`);
  return row;
}

function toDelivery(row: WebhookTables['webhook_deliveries']): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    type: EventType.parse(row.event_type),
    state: row.state,
    attemptCount: row.attempts,
    nextAttemptAt: row.lease === null ? row.due_at : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

/** Marks a disabled webhook's pending deliveries as held until `recover` is called. */
export async function holdPendingDeliveries(tx: Queries, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'held', due_at: null, lease: null })
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .execute();
}

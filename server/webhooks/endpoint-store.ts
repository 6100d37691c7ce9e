import type { Database, Queries } from '../db/open.ts';
import type { EventLog } from '../events/event-log.ts';
import { Failure } from '../failure.ts';
import { bookOwnersFor } from '../values/environment.ts';
import type { NewWebhook, Webhook, WebhookChange } from './contract.ts';
import { holdPendingDeliveries } from './delivery-store.ts';
import { activeSecrets, toWebhook } from './stored-webhook.ts';

/** Maximum number of webhooks per account. */
export const maxEndpoints = 20;

export interface EndpointContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  events: EventLog;
}

/** A page of webhooks. */
export interface EndpointPage {
  total: number;
  webhooks: Webhook[];
  hasMore: boolean;
}

export type EndpointStore = ReturnType<typeof endpointStore>;

/** Stores webhooks by account. Another account's webhook counts as missing. */
export function endpointStore({ db, now, newId, events }: EndpointContext) {
  const rowOf = async (query: Queries, accountId: string, id: string) => {
    const row = await query
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .$if(query.isTransaction && db.engine === 'postgres', (one) => one.forUpdate())
      .executeTakeFirst();
    if (!row) throw new Failure('webhook_not_found', `No webhook with id ${id}.`);
    return row;
  };

  return {
    /** Returns webhooks, newest first. */
    async list(accountId: string, limit: number, before: string | null): Promise<EndpointPage> {
      const mine = db.query.selectFrom('webhooks').where('account_id', '=', accountId);
      const { total } = await mine
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await mine
        .selectAll()
        .$if(before !== null, (query) => query.where('id', '<', before))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const webhooks = rows.slice(0, limit).map(toWebhook);
      return { total, webhooks, hasMore: rows.length > limit };
    },

    /** @throws Failure `webhook_not_found`. */
    async find(accountId: string, id: string): Promise<Webhook> {
      return toWebhook(await rowOf(db.query, accountId, id));
    },

    /**
     * Stores a webhook and returns the stored secret, which differs from the argument if the
     * request is a replay.
     *
     * @throws Failure `conflict` if the account has 20 webhooks; `book_not_found`.
     */
    async add(
      accountId: string,
      wanted: NewWebhook,
      sealedSecret: string,
    ): Promise<Webhook & { sealedSecret: string }> {
      const at = now().toISOString();
      const row = {
        id: newId('wh'),
        account_id: accountId,
        url: wanted.url,
        description: wanted.description,
        events: JSON.stringify(wanted.events),
        book_ids: JSON.stringify([...new Set(wanted.filters.bookIds)]),
        secrets: JSON.stringify([{ sealed: sealedSecret, until: null }]),
        enabled: wanted.enabled ? 1 : 0,
        disabled_reason: wanted.enabled ? null : ('requested' as const),
        disabled_at: wanted.enabled ? null : at,
        failing_since: null,
        created_at: at,
        updated_at: at,
      };
      return db.transaction(async (tx) => {
        // Lock the account until the commit so that two requests cannot both add the twentieth
        // webhook.
        await tx
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', accountId)
          .$if(db.engine === 'postgres', (query) => query.forNoKeyUpdate())
          .execute();
        const { count } = await tx
          .selectFrom('webhooks')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        if (count >= maxEndpoints) {
          const message = `The account already has ${maxEndpoints} webhooks. Delete one first.`;
          throw new Failure('conflict', message);
        }
        await checkBookFilters(tx, accountId, wanted.filters.bookIds);
        await tx.insertInto('webhooks').values(row).execute();
        await replaceBookFilters(tx, row.id, accountId, wanted.filters.bookIds);
        return { ...toWebhook(row), sealedSecret };
      });
    },

    /** @throws Failure `webhook_not_found`, `book_not_found`. */
    async change(accountId: string, id: string, change: WebhookChange): Promise<Webhook> {
      const at = now().toISOString();
      const { url, events: types, description, filters, enabled } = change;
      return db.transaction(async (tx) => {
        const before = await rowOf(tx, accountId, id);
        if (filters) {
          // Books that were deleted since may stay in a filter.
          const kept = new Set(toWebhook(before).filters.bookIds);
          await checkBookFilters(tx, accountId, filters.bookIds, kept);
        }
        const isTurnedOff = enabled === false && before.enabled === 1;
        const row = await tx
          .updateTable('webhooks')
          .set({
            ...(url !== undefined && { url }),
            ...(types && { events: JSON.stringify(types) }),
            ...(description !== undefined && { description }),
            ...(filters && { book_ids: JSON.stringify([...new Set(filters.bookIds)]) }),
            ...(enabled && {
              enabled: 1,
              disabled_reason: null,
              disabled_at: null,
              ...(before.enabled === 0 && { failing_since: null }),
            }),
            ...(isTurnedOff && { enabled: 0, disabled_reason: 'requested', disabled_at: at }),
            updated_at: at,
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (filters) await replaceBookFilters(tx, id, accountId, filters.bookIds);
        if (isTurnedOff) await holdPendingDeliveries(tx, id);
        return toWebhook(row);
      });
    },

    /** Deletes a webhook with its deliveries. @throws Failure `webhook_not_found`. */
    async remove(accountId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        await rowOf(tx, accountId, id);
        await tx.deleteFrom('webhooks').where('id', '=', id).execute();
        await tx
          .deleteFrom('webhook_attempts')
          .where('delivery_id', 'in', (eb) =>
            eb.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id),
          )
          .execute();
        await tx.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
      });
    },

    /**
     * Adds a secret. The previous secrets continue to sign during the overlap.
     *
     * @throws Failure `webhook_not_found`.
     */
    async rotate(
      accountId: string,
      id: string,
      sealedSecret: string,
      overlapSeconds: number,
    ): Promise<Webhook & { sealedSecret: string }> {
      const at = now();
      const end = new Date(at.getTime() + overlapSeconds * 1000).toISOString();
      return db.transaction(async (tx) => {
        const { secrets } = await rowOf(tx, accountId, id);
        const old = activeSecrets(secrets, at.toISOString()).map(({ sealed, until }) => ({
          sealed,
          until: until === null || until > end ? end : until,
        }));
        const kept = [
          { sealed: sealedSecret, until: null },
          ...(overlapSeconds > 0 ? old.slice(0, maxOverlappingSecrets) : []),
        ];
        const row = await tx
          .updateTable('webhooks')
          .set({ secrets: JSON.stringify(kept), updated_at: at.toISOString() })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return { ...toWebhook(row), sealedSecret };
      });
    },

    /**
     * Sends a `ping` to this webhook only. @throws Failure `webhook_not_found`, or `conflict` if it
     * is disabled.
     */
    async ping(accountId: string, id: string): Promise<string> {
      return db.transaction(async (tx) => {
        const row = await rowOf(tx, accountId, id);
        if (row.enabled === 0) {
          throw new Failure('conflict', `Webhook ${id} is disabled. Enable it first.`);
        }
        const { id: webhookId, description } = row;
        await events.append(tx, {
          type: 'ping',
          accountId,
          resourceId: id,
          bookId: null,
          isPublic: false,
          object: { webhookId, description },
        });
        const { id: deliveryId } = await tx
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('webhook_id', '=', id)
          .where('event_type', '=', 'ping')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
        return deliveryId;
      });
    },
  };
}

/** Limits the length of the signature header after repeated rotations. */
const maxOverlappingSecrets = 4;

/**
 * Rejects books that do not exist or that the account cannot see.
 *
 * @param kept - Books that the webhook already names.
 * @throws Failure `book_not_found`.
 */
async function checkBookFilters(
  tx: Queries,
  accountId: string,
  bookIds: readonly string[],
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (bookIds.length === 0) return;
  const rows = await tx
    .selectFrom('books')
    .select('id')
    .where('id', 'in', [...new Set(bookIds)])
    .where((eb) =>
      eb.or([eb('visibility', '=', 'public'), eb('account_id', 'in', bookOwnersFor(accountId))]),
    )
    .execute();
  const visible = new Set(rows.map(({ id }) => id));
  const errors = bookIds.flatMap((id, index) =>
    visible.has(id) || kept.has(id)
      ? []
      : [{ pointer: `/filters/bookIds/${index}`, detail: `No book has the id ${id}.` }],
  );
  const [first] = errors;
  if (!first) return;
  throw new Failure('book_not_found', `${first.pointer}: ${first.detail}`, { errors });
}

async function replaceBookFilters(
  tx: Queries,
  id: string,
  accountId: string,
  bookIds: readonly string[],
) {
  await tx.deleteFrom('webhook_books').where('webhook_id', '=', id).execute();
  const rows = [...new Set(bookIds)].map((bookId) => ({
    webhook_id: id,
    book_id: bookId,
    account_id: accountId,
  }));
  if (rows.length > 0) await tx.insertInto('webhook_books').values(rows).execute();
}

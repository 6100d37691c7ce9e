import { z } from 'zod';
import { afterCommit } from '../db/after-commit.ts';
import type { NewId } from '../db/new-id.ts';
import type { EventListener, FollowersOf } from '../events/append.ts';
import { isWanted } from './is-wanted.ts';

export interface SubscriptionContext {
  now: () => Date;
  newId: NewId;
  /** Told after the commit of whatever is to be delivered. */
  wake: () => void;
}

const Texts = z.array(z.string());

/** What listens to the log: writes every event down for the endpoints that want it. */
export function subscriptions({ now, newId, wake }: SubscriptionContext): {
  followersOf: FollowersOf;
  onLogged: EventListener;
} {
  const followersOf: FollowersOf = async (tx, bookId) => {
    const rows = await tx
      .selectFrom('webhook_books')
      .select('account_id')
      .distinct()
      .where('book_id', '=', bookId)
      .execute();
    return rows.map(({ account_id }) => account_id);
  };

  const onLogged: EventListener = async (tx, event) => {
    const endpoints = await tx
      .selectFrom('webhooks')
      .select(['id', 'events', 'book_ids', 'enabled'])
      .where('account_id', '=', event.accountId)
      .orderBy('id')
      .execute();
    const at = now().toISOString();
    const deliveries = endpoints
      .filter((one) =>
        isWanted(
          {
            webhookId: one.id,
            events: Texts.parse(JSON.parse(one.events)),
            bookIds: Texts.parse(JSON.parse(one.book_ids)),
          },
          event,
        ),
      )
      .map(({ id, enabled }) => ({
        id: newId('dlv'),
        webhook_id: id,
        account_id: event.accountId,
        event_id: event.id,
        event_type: event.type,
        state: enabled ? ('pending' as const) : ('held' as const),
        attempts: 0,
        round_attempts: 0,
        due_at: enabled ? at : null,
        lease: null,
        created_at: at,
        finished_at: null,
      }));
    if (deliveries.length === 0) return;
    await tx.insertInto('webhook_deliveries').values(deliveries).execute();
    afterCommit(tx, wake);
  };

  return { followersOf, onLogged };
}

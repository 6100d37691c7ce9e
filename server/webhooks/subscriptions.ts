import { sql } from 'kysely';
import { z } from 'zod';
import { afterCommit } from '../db/open.ts';
import type { NewId } from '../db/id-generator.ts';
import type { EventListener, FindFollowers } from '../events/event-log.ts';
import type { EventType } from '../events/contract.ts';
import { currentTraceparent } from '../telemetry/tracing.ts';
import { environmentOf } from '../values/environment.ts';

export interface SubscriptionContext {
  now: () => Date;
  newId: NewId;
  /** Called after new deliveries are committed. */
  wake: () => void;
}

const Texts = z.array(z.string());

/** Event log listeners that create deliveries for subscribed webhooks. */
export function subscriptions({ now, newId, wake }: SubscriptionContext): {
  followersOf: FindFollowers;
  onLogged: EventListener;
} {
  const followersOf: FindFollowers = async (tx, bookId) => {
    const rows = await tx
      .selectFrom('webhook_books')
      .select('account_id')
      .distinct()
      .where('book_id', '=', bookId)
      .execute();
    // Test webhooks do not receive live events.
    return rows
      .map(({ account_id }) => account_id)
      .filter((accountId) => environmentOf(accountId) === 'live');
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
        matchesSubscription(
          {
            webhookId: one.id,
            events: Texts.parse(JSON.parse(one.events)),
            bookIds: Texts.parse(JSON.parse(one.book_ids)),
          },
          event,
        ),
      )
      .map(({ id, enabled }) =>
        enabled
          ? sql`(cast(${newId('dlv')} as text), cast(${id} as text), 'pending', cast(${at} as text))`
          : sql`(cast(${newId('dlv')} as text), cast(${id} as text), 'held', cast(null as text))`,
      );
    if (deliveries.length === 0) return;
    // Use raw SQL for speed because it runs for every event.
    await sql`
      insert into webhook_deliveries (id, webhook_id, state, due_at, account_id, event_id,
        event_type, attempts, round_attempts, created_at, traceparent)
      select column1, column2, column3, column4, ${event.accountId}, ${event.id},
        ${event.type}, 0, 0, ${at}, cast(${currentTraceparent()} as text)
      from (values ${sql.join(deliveries)}) as endpoint`.execute(tx);
    afterCommit(tx, wake);
  };

  return { followersOf, onLogged };
}

/** Event types and books to which a webhook subscribes. */
interface Subscription {
  webhookId: string;
  events: readonly string[];
  bookIds: readonly string[];
}

/** Event members that determine the recipients. */
interface SubscribableEvent {
  type: EventType;
  resourceId: string;
  bookId: string | null;
  /** Whether the event belongs to the webhook's account. */
  isOwn: boolean;
}

/** Whether a webhook receives an event from its account's log. */
function matchesSubscription(
  { webhookId, events, bookIds }: Subscription,
  event: SubscribableEvent,
): boolean {
  // A test event is sent to one webhook, regardless of its subscription.
  if (event.type === 'ping') return event.resourceId === webhookId;
  if (!events.includes('*') && !events.includes(event.type)) return false;
  if (event.bookId !== null && bookIds.includes(event.bookId)) {
    return event.isOwn || /^(book|chapter)\./.test(event.type);
  }
  return event.isOwn && bookIds.length === 0;
}

import { type EventContext, createEventLog, type EventLog } from './events/event-log.ts';
import { subscriptions } from './webhooks/subscriptions.ts';

/**
 * Creates the event log with webhooks as listeners. Used by every process.
 *
 * @param wake - Called after new deliveries are committed.
 */
export function eventLogWithWebhooks(
  context: EventContext,
  wake: () => void = () => undefined,
): EventLog {
  return createEventLog(context, subscriptions({ ...context, wake }));
}

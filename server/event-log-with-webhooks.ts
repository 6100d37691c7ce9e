import { type EventContext, createEventLog, type EventLog } from './events/event-log.ts';
import { subscriptions } from './webhooks/subscriptions.ts';

/**
 * The event log with webhooks as its listeners, used by every process.
 *
 * @param wake - Called after the commit of new deliveries.
 */
export function eventLogWithWebhooks(
  context: EventContext,
  wake: () => void = () => undefined,
): EventLog {
  return createEventLog(context, subscriptions({ ...context, wake }));
}

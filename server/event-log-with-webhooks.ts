import { type EventContext, createEventLog, type EventLog } from './events/event-log.ts';
import { subscriptions } from './webhooks/subscriptions.ts';

/**
 * The one way in which every process writes down what happens, with all who listen.
 *
 * @param wake - Told after the commit of whatever is to be delivered.
 */
export function eventLogWithWebhooks(
  context: EventContext,
  wake: () => void = () => undefined,
): EventLog {
  return createEventLog(context, subscriptions({ ...context, wake }));
}

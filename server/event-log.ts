import { type EventContext, events, type Events } from './events/append.ts';
import { subscriptions } from './webhooks/subscriptions.ts';

/**
 * The one way in which every process writes down what happens, with all who listen.
 *
 * @param wake - Told after the commit of whatever is to be delivered.
 */
export function eventLog(context: EventContext, wake: () => void = () => undefined): Events {
  return events(context, subscriptions({ ...context, wake }));
}

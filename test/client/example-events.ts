import { eventTypes } from '../../server/webhooks/event-types.ts';

/** Returns the documented examples of an event type. */
export function exampleEvents(type: string) {
  return eventTypes.filter((one) => one.type === type).map(({ example }) => example);
}

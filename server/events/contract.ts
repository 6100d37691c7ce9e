import { z } from 'zod';
import { environments } from '../values/environment.ts';

/** All event types. */
export const EventType = z.enum([
  'chapter.published',
  'chapter.updated',
  'chapter.unpublished',
  'chapter.scheduled',
  'book.created',
  'book.updated',
  'book.deleted',
  'sale.completed',
  'sale.refunded',
  'review.created',
  'review.updated',
  'review.deleted',
  'quota.threshold_reached',
  'webhook.disabled',
  'ping',
]);
export type EventType = z.infer<typeof EventType>;

/** An event as logged, signed and sent. */
export const Event = z
  .object({
    id: z.string().describe('The same in all deliveries and logs.'),
    type: EventType,
    timestamp: z.iso.datetime().describe('Time of the event.'),
    apiVersion: z.literal('v1'),
    environment: z
      .enum(environments)
      .optional()
      .describe(
        'Environment of the account. Absent in live events that earlier releases recorded.',
      ),
    sequence: z
      .int()
      .min(1)
      .describe(
        'Increases with every event about the same resource. Deliveries can arrive out of order.',
      ),
    data: z.object({
      object: z.record(z.string(), z.unknown()).describe('The resource after the event.'),
      previous: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Changed members with their previous values.'),
    }),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof Event>;

/** An event to append to the log. */
export interface NewEvent {
  type: EventType;
  /** Account whose log receives the event. Null for books in the shared catalog. */
  accountId: string | null;
  /** Id of the resource, such as a chapter. Each resource has its own sequence. */
  resourceId: string;
  /** Id of the related book, if any. */
  bookId: string | null;
  /** Whether other accounts that follow the book receive the event. */
  isPublic: boolean;
  object: Record<string, unknown>;
  previous?: Record<string, unknown>;
}

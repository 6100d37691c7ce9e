import { z } from 'zod';

/** Everything that can happen. */
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

/** Something that happened, as it is logged, signed and sent. */
export const Event = z
  .object({
    id: z.string().describe('The same in every delivery and every log.'),
    type: EventType,
    timestamp: z.iso.datetime().describe('When it happened.'),
    apiVersion: z.literal('v1'),
    sequence: z
      .int()
      .min(1)
      .describe('Rises with every event about the same thing: deliveries may overtake each other.'),
    data: z.object({
      object: z.record(z.string(), z.unknown()).describe('The thing as it is now.'),
      previous: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('What changed in it, as it was before.'),
    }),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof Event>;

/** What a feature says when it changes something. */
export interface NewEvent {
  type: EventType;
  /** Whose event it is; it goes into that account's log. Null for books of the shared catalogue. */
  accountId: string | null;
  /** What it is about, such as a chapter's id: sequences are counted by it. */
  resourceId: string;
  /** The book that it is about, if any. */
  bookId: string | null;
  /** Whether other accounts that name the book hear of it: for what is public. */
  isPublic: boolean;
  object: Record<string, unknown>;
  previous?: Record<string, unknown>;
}

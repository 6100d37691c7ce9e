import { z } from 'zod';
import { Event, EventType } from '../events/contract.ts';
import { exampleEventData } from './example-event-data.ts';
import { Book } from '../books/contract.ts';
import { SerialChapter } from '../chapters/contract.ts';
import { QuotaWarning } from '../keys/contract.ts';
import { Review } from '../reviews/contract.ts';
import { Sale } from '../sales/contract.ts';
import { Webhook } from './contract.ts';

const chapterBefore = SerialChapter.omit({ id: true, bookId: true, updatedAt: true }).partial();

const bookBefore = Book.omit({ id: true, createdAt: true, updatedAt: true }).partial();

const PingData = z.object({
  webhookId: z.string(),
  description: z.string().nullable().describe('Your note of the webhook.'),
});

/** What `data` is made of, by type of event. Without `previous`, there is none. */
const eventDataSchemas = {
  'chapter.published': { object: SerialChapter, previous: chapterBefore },
  'chapter.updated': { object: SerialChapter, previous: chapterBefore },
  'chapter.unpublished': { object: SerialChapter, previous: chapterBefore },
  'chapter.scheduled': { object: SerialChapter, previous: chapterBefore },
  'book.created': { object: Book },
  'book.updated': { object: Book, previous: bookBefore },
  'book.deleted': { object: Book },
  'sale.completed': { object: Sale },
  'sale.refunded': { object: Sale, previous: Sale.pick({ refundedQuantity: true }) },
  'review.created': { object: Review },
  'review.updated': {
    object: Review,
    previous: Review.pick({ rating: true, title: true, body: true }).partial(),
  },
  'review.deleted': { object: Review },
  'quota.threshold_reached': { object: QuotaWarning },
  'webhook.disabled': { object: Webhook, previous: Webhook.pick({ enabled: true }) },
  ping: { object: PingData },
} satisfies Record<EventType, EventDataSchemas>;
const descriptions = {
  'chapter.published': 'A chapter became readable.',
  'chapter.updated': 'A published chapter was changed.',
  'chapter.unpublished': 'A chapter is no longer readable.',
  'chapter.scheduled': 'A chapter was given a time at which it will be published.',
  'book.created': 'A book was added.',
  'book.updated': 'A book was changed.',
  'book.deleted': 'A book was removed.',
  'sale.completed': 'A sale was recorded.',
  'sale.refunded': 'A sale was refunded, whole or in part.',
  'review.created': 'A book was reviewed.',
  'review.updated': 'A review was changed.',
  'review.deleted': 'A review was removed.',
  'quota.threshold_reached': 'A key has used much of its quota.',
  'webhook.disabled': 'A webhook was disabled: it answered 410, or failed for 120 hours.',
  ping: 'A test that you asked for. It goes to the tested webhook alone.',
} satisfies Record<EventType, string>;

/** One type of event, for people and for machines. */
export const EventTypeDescription = z
  .object({
    type: EventType,
    description: z.string(),
    schema: z
      .record(z.string(), z.unknown())
      .describe('JSON Schema of the body: `data.object` is what the API answers for the thing.'),
    example: Event.describe('A body as it is sent.'),
  })
  .meta({ id: 'EventTypeDescription' });
export type EventTypeDescription = z.infer<typeof EventTypeDescription>;

/** Every type of event, with its JSON Schema and a body as it is sent. */
export const eventTypes: EventTypeDescription[] = EventType.options.map((type) => ({
  type,
  description: descriptions[type],
  schema: eventSchema(type),
  example: {
    id: 'evt_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
    type,
    timestamp: '2026-11-21T12:00:00.000Z',
    apiVersion: 'v1',
    sequence: 1,
    data: exampleEventData[type],
  },
}));

function eventSchema(type: EventType): Record<string, unknown> {
  const one = z.object({
    ...Event.shape,
    type: z.literal(type),
    data: z.object(eventDataShape(eventDataSchemas[type])),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(one, { reused: 'inline' });
  return { ...schema };
}

function eventDataShape({ object, previous }: { object: z.ZodObject; previous?: z.ZodObject }) {
  if (!previous) return { object };
  return { object, previous: previous.describe('What changed in it, as it was before.') };
}

/** In the document the things stand among the components, as the answers' own. */
function withComponentReferences(schema: Record<string, unknown>): object {
  const own = { ...schema, $defs: undefined };
  return JSON.parse(
    JSON.stringify(own).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as object;
}

/** The `webhooks` of the OpenAPI document: what is posted to an endpoint, and what it answers. */
export function openapiWebhooks(): Record<string, object> {
  return Object.fromEntries(
    eventTypes.map(({ type, description, schema, example }) => [
      type,
      {
        post: {
          summary: type,
          description,
          operationId: `on${type.replaceAll(/(^|[._])(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`,
          parameters: signatureParameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: withComponentReferences(schema), example } },
          },
          responses: {
            '2XX': { description: 'Taken. All else is a failure, and it is sent again.' },
            '410': { description: 'Never again: the webhook is disabled at once.' },
          },
        },
      },
    ]),
  );
}

const signatureParameters = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event: the same whenever it is sent again.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When it was sent, in seconds since 1970.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several, by ' +
      'spaces, while a secret is rotated.',
    schema: { type: 'string' },
  },
];

/** The `data` of an event: the thing as the API answers it, and what was another before. */
interface EventDataSchemas {
  object: z.ZodObject;
  previous?: z.ZodObject;
}

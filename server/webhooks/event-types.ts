import { z } from 'zod';
import { Event, EventType } from '../events/contract.ts';
import { Book } from '../books/contract.ts';
import { SerialChapter } from '../chapters/contract.ts';
import { QuotaWarning } from '../keys/contract.ts';
import { Review } from '../reviews/contract.ts';
import { Sale } from '../sales/contract.ts';
import { Webhook } from './contract.ts';

const chapterBefore = SerialChapter.omit({ id: true, bookId: true, updatedAt: true })
  .partial()
  .meta({ id: 'PreviousChapter' });

const bookBefore = Book.omit({ id: true, createdAt: true, updatedAt: true })
  .partial()
  .meta({ id: 'PreviousBook' });

const PingData = z.object({
  webhookId: z.string(),
  description: z.string().nullable().describe('Your note on the webhook.'),
});

/** An event type: its description, and the schemas and an example of its `data`. */
interface EventDefinition {
  description: string;
  object: z.ZodObject;
  /** Schema of the values before the change. Absent for events without `previous`. */
  previous?: z.ZodObject;
  example: Event['data'];
}

/** Returns a schema's example. */
function exampleOf<Schema extends z.ZodObject>(schema: Schema): z.infer<Schema> {
  return schema.parse(schema.meta()?.['example']);
}

const exampleBook = exampleOf(Book);
const scheduledChapter = exampleOf(SerialChapter);
const exampleReview = exampleOf(Review);
const refundedSale = exampleOf(Sale);
const exampleWebhook = exampleOf(Webhook);

const completedSale: Sale = {
  ...refundedSale,
  state: 'completed',
  refundedQuantity: 0,
  refunded: { amount: '0.00', currency: refundedSale.unitPrice.currency },
  refunds: [],
};
const publishedChapter: SerialChapter = {
  ...scheduledChapter,
  state: 'published',
  publishAt: null,
  publishedAt: '2026-11-24T06:00:00.000Z',
};
const disabledWebhook: Webhook = {
  ...exampleWebhook,
  enabled: false,
  disabled: { reason: 'failing', at: '2026-11-21T12:00:00.000Z' },
  failingSince: '2026-11-16T12:00:00.000Z',
};

/** Every type of event. */
export const eventDefinitions = {
  'chapter.published': {
    description: 'A chapter was published.',
    object: SerialChapter,
    previous: chapterBefore,
    example: {
      object: publishedChapter,
      previous: {
        state: scheduledChapter.state,
        publishAt: scheduledChapter.publishAt,
        publishedAt: scheduledChapter.publishedAt,
      },
    },
  },
  'chapter.updated': {
    description: 'A published chapter was changed.',
    object: SerialChapter,
    previous: chapterBefore,
    example: { object: publishedChapter, previous: { title: 'Loomings, a draft' } },
  },
  'chapter.unpublished': {
    description: 'A chapter was unpublished.',
    object: SerialChapter,
    previous: chapterBefore,
    example: {
      object: { ...publishedChapter, state: 'unpublished' },
      previous: { state: 'published' },
    },
  },
  'chapter.scheduled': {
    description: 'A chapter was scheduled for publication.',
    object: SerialChapter,
    previous: chapterBefore,
    example: { object: scheduledChapter, previous: { state: 'draft', publishAt: null } },
  },
  'book.created': {
    description: 'A book was added.',
    object: Book,
    example: { object: exampleBook },
  },
  'book.updated': {
    description: 'A book was changed.',
    object: Book,
    previous: bookBefore,
    example: { object: exampleBook, previous: { title: 'The Whale', subtitle: null } },
  },
  'book.deleted': {
    description: 'A book was deleted.',
    object: Book,
    example: { object: exampleBook },
  },
  'sale.completed': {
    description: 'A sale was recorded.',
    object: Sale,
    example: { object: completedSale },
  },
  'sale.refunded': {
    description: 'A sale was refunded, in full or in part.',
    object: Sale,
    previous: Sale.pick({ refundedQuantity: true }),
    example: { object: refundedSale, previous: { refundedQuantity: 0 } },
  },
  'review.created': {
    description: 'A review was added to a book.',
    object: Review,
    example: { object: exampleReview },
  },
  'review.updated': {
    description: 'A review was changed, approved or rejected.',
    object: Review,
    previous: Review.pick({ rating: true, title: true, body: true, status: true }).partial(),
    example: { object: exampleReview, previous: { rating: 4 } },
  },
  'review.deleted': {
    description: 'A review was deleted.',
    object: Review,
    example: { object: exampleReview },
  },
  'quota.threshold_reached': {
    description: 'A key has used 80 or 100 percent of a quota.',
    object: QuotaWarning,
    example: { object: exampleOf(QuotaWarning) },
  },
  'webhook.disabled': {
    description: 'A webhook was disabled because it responded with 410 or failed for 120 hours.',
    object: Webhook,
    previous: Webhook.pick({ enabled: true }),
    example: { object: disabledWebhook, previous: { enabled: true } },
  },
  ping: {
    description: 'A test event that you requested. Only the tested webhook receives it.',
    object: PingData,
    example: {
      object: { webhookId: exampleWebhook.id, description: exampleWebhook.description },
    },
  },
} satisfies Record<EventType, EventDefinition>;

/** Describes an event type. */
export const EventTypeDescription = z
  .object({
    type: EventType,
    description: z.string(),
    schema: z
      .record(z.string(), z.unknown())
      .describe('JSON Schema for the body. `data.object` is the resource as returned by the API.'),
    example: Event.describe('Example body.'),
  })
  .meta({ id: 'EventTypeDescription' });
export type EventTypeDescription = z.infer<typeof EventTypeDescription>;

/** Returns all event types with their JSON Schema and example. */
export const eventTypes: EventTypeDescription[] = EventType.options.map((type) => ({
  type,
  description: eventDefinitions[type].description,
  schema: eventSchema(type),
  example: {
    id: 'evt_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
    type,
    timestamp: '2026-11-21T12:00:00.000Z',
    apiVersion: 'v1',
    sequence: 1,
    data: eventDefinitions[type].example,
  },
}));

function eventSchema(type: EventType): Record<string, unknown> {
  const one = z.object({
    ...Event.shape,
    type: z.literal(type),
    data: z.object(eventDataShape(eventDefinitions[type])),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(one, {
    reused: 'inline',
    override: ({ jsonSchema }) => delete jsonSchema['example'],
  });
  return { ...schema };
}

function eventDataShape({ object, previous }: EventDefinition) {
  if (!previous) return { object };
  return { object, previous: previous.describe('Changed members with their previous values.') };
}

/** Replaces `$defs` with the OpenAPI document's components. */
function withComponentReferences(schema: Record<string, unknown>): object {
  const own = { ...schema, $defs: undefined };
  return JSON.parse(
    JSON.stringify(own).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as object;
}

/**
 * Returns the OpenAPI document's schemas of events: one for each type, and `Event` as their union,
 * which `type` discriminates.
 */
export function eventComponents(): Record<string, object> {
  const mapping = eventTypes.map(({ type }) => [type, reference(type)] as const);
  return {
    ...Object.fromEntries(
      eventTypes.map(({ type, description, schema, example }) => [
        componentName(type),
        { description, ...withComponentReferences(schema), example },
      ]),
    ),
    Event: {
      description: 'An event as logged, signed and sent.',
      oneOf: mapping.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
    },
  };
}

function reference(type: EventType): string {
  return `#/components/schemas/${componentName(type)}`;
}

/** Returns `SaleCompletedEvent` for `sale.completed`. */
function componentName(type: EventType): string {
  const words = type.replaceAll(/(^|[._])(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  return `${words}Event`;
}

/** Returns the `webhooks` of the OpenAPI document. */
export function openapiWebhooks(): Record<string, object> {
  return Object.fromEntries(
    eventTypes.map(({ type, description, example }) => [
      type,
      {
        post: {
          summary: type,
          description,
          operationId: `on${componentName(type).replace(/Event$/, '')}`,
          parameters: signatureParameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: reference(type) }, example } },
          },
          responses: {
            '2XX': { description: 'Received. Any other status is a failure and causes a retry.' },
            '410': { description: 'Disables the webhook immediately.' },
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
    description: 'Event id, which is the same in every retry.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Time of the attempt, in seconds since 1970.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. Contains several signatures, ' +
      'separated by spaces, during a secret rotation.',
    schema: { type: 'string' },
  },
];

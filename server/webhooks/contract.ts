import { z } from 'zod';
import { Event, EventType } from '../events/contract.ts';

/** Event types to which a webhook can subscribe. `ping` is sent only on request. */
export const SubscribedType = EventType.exclude(['ping']);
export type SubscribedType = z.infer<typeof SubscribedType>;

const maxBookFilters = 100;

const Url = z
  .string()
  .min(1)
  .max(2000)
  .describe(
    'Must be `https` and have a public address, without control characters or spaces. Redirects are not followed.',
  );

const Events = z
  .union(
    [z.tuple([z.literal('*')]), z.array(SubscribedType).min(1).max(SubscribedType.options.length)],
    'Must be an array of event types, such as ["sale.completed"], or ["*"] for all types.',
  )
  .describe('Event types, or `["*"]` for all types, including those added later.');

const Description = z.string().max(500).nullable().describe('Your own note.');

const Filters = z
  .strictObject({
    bookIds: z
      .array(
        z
          .string()
          .regex(
            /^bk_[0-9A-Za-z]{1,40}$/,
            'Must be a book id, such as bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.',
          ),
      )
      .max(maxBookFilters)
      .default([])
      .describe(
        'Sends only events about these books, or all of the account’s events if empty. Each book must exist ' +
          'and be visible to the account. For other accounts’ public ' +
          'books, the webhook receives `book.*` and `chapter.*` events.',
      ),
  })
  .describe('Restricts the events.');

export const NewWebhook = z
  .strictObject({
    url: Url,
    events: Events,
    description: Description.default(null),
    filters: Filters.default({ bookIds: [] }),
    enabled: z
      .boolean()
      .default(true)
      .describe('If false, events are held until you call `recover`.'),
  })
  .meta({
    id: 'NewWebhook',
    example: {
      url: 'https://shop.example/hooks',
      events: ['sale.completed', 'sale.refunded'],
      description: 'The shop',
      filters: { bookIds: [] },
      enabled: true,
    },
  });
export type NewWebhook = z.infer<typeof NewWebhook>;

export const WebhookChange = z
  .strictObject({
    url: Url.optional(),
    events: Events.optional(),
    description: Description.optional(),
    filters: Filters.optional(),
    enabled: z
      .boolean()
      .optional()
      .describe('True also re-enables a webhook that was disabled after failures.'),
  })
  .refine((change) => Object.keys(change).length > 0, 'Must contain at least one change.')
  .meta({ id: 'WebhookChange', example: { enabled: false } });
export type WebhookChange = z.infer<typeof WebhookChange>;

export const SecretRotation = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(86_400)
      .describe(
        'Seconds during which deliveries are also signed with the old secret, up to one week. Defaults to one day.',
      ),
  })
  .meta({ id: 'SecretRotation', example: { overlapSeconds: 3600 } });

/** Why a webhook is disabled. */
export const DisabledReason = z.enum(['requested', 'gone', 'failing']);

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.union([z.literal('*'), EventType])),
    description: z.string().nullable(),
    filters: z.object({ bookIds: z.array(z.string()) }),
    enabled: z.boolean(),
    disabled: z
      .object({ reason: DisabledReason, at: z.iso.datetime() })
      .nullable()
      .describe(
        '`requested`: you disabled it. `gone`: it responded with 410. `failing`: no delivery succeeded for 120 hours.',
      ),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('Time of the first failure since the last success, or null if there was none.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'Webhook',
    example: {
      id: 'wh_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      url: 'https://shop.example/hooks',
      events: ['sale.completed', 'sale.refunded'],
      description: 'The shop',
      filters: { bookIds: [] },
      enabled: true,
      disabled: null,
      failingSince: null,
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    },
  });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z
    .string()
    .regex(/^whsec_/)
    .describe('The secret that signs every delivery. Returned only in this response.'),
}).meta({
  id: 'WebhookWithSecret',
  example: {
    ...Object(Webhook.meta()?.['example']),
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  },
});

export const DeliveryState = z.enum(['pending', 'delivered', 'failed', 'held']);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const Delivery = z
  .object({
    id: z.string(),
    webhookId: z.string(),
    eventId: z.string().describe('The `webhook-id` of every attempt, and the `id` in the body.'),
    type: EventType,
    state: DeliveryState.describe(
      '`pending`: being sent or waiting for the next attempt. `failed`: no attempts left. ' +
        '`held`: the webhook was disabled.',
    ),
    attemptCount: z.int().min(0),
    nextAttemptAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the delivery or of the last failed attempt.'),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryAttempt = z
  .object({
    number: z.int().min(1),
    startedAt: z.iso.datetime(),
    durationMs: z.int().min(0),
    status: z.int().nullable().describe('Status of the response, or null if there was none.'),
    reason: z.string().nullable().describe('Why there was no response, as an identifier.'),
    detail: z.string().nullable().describe('Why there was no response, as a sentence.'),
    answer: z.string().nullable().describe('First 8 KiB of the response body.'),
    requestHeaders: z
      .record(z.string(), z.string())
      .nullable()
      .describe(
        'Headers of the request with its signature, by lower-case name. Null for attempts before this field existed.',
      ),
  })
  .meta({ id: 'DeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryWithAttempts = Delivery.extend({
  event: Event.describe('The event that is sent.'),
  attempts: z.array(DeliveryAttempt).describe('Attempts, oldest first.'),
}).meta({ id: 'DeliveryWithAttempts' });
export type DeliveryWithAttempts = z.infer<typeof DeliveryWithAttempts>;

export const LoggedEvent = z
  .object({
    position: z.int().min(1).describe('Starts at 1 and increases by 1 without gaps.'),
    event: Event,
  })
  .meta({ id: 'LoggedEvent' });
export type LoggedEvent = z.infer<typeof LoggedEvent>;

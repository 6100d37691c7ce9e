import { z } from 'zod';
import { Event, EventType } from '../events/contract.ts';

/** What an endpoint may ask for; a `ping` goes to whoever asks for a test. */
export const SubscribedType = EventType.exclude(['ping']);
export type SubscribedType = z.infer<typeof SubscribedType>;

const maxBookFilters = 100;

const Url = z
  .string()
  .min(1)
  .max(2000)
  .describe('`https` only, at a public address. Redirects are never followed.');

const Events = z
  .union([
    z.tuple([z.literal('*')]),
    z.array(SubscribedType).min(1).max(SubscribedType.options.length),
  ])
  .describe('Types of events, or `["*"]` for all of them, those that come later too.');

const Description = z.string().max(500).nullable().describe('A note of your own.');

const Filters = z
  .strictObject({
    bookIds: z
      .array(z.string().regex(/^bk_[0-9A-Za-z]{1,40}$/, 'Must be the id of a book.'))
      .max(maxBookFilters)
      .default([])
      .describe(
        'Only events about these books; none: all events of the account. Public books of others ' +
          'may be named: their `book.*` and `chapter.*` events come too.',
      ),
  })
  .describe('Which of those events.');

export const NewWebhook = z
  .strictObject({
    url: Url,
    events: Events,
    description: Description.default(null),
    filters: Filters.default({ bookIds: [] }),
    enabled: z.boolean().default(true).describe('While it is not, events are held for `recover`.'),
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
    enabled: z.boolean().optional().describe('True also ends a disabling by failures.'),
  })
  .refine((change) => Object.keys(change).length > 0, 'Must change something.')
  .meta({ id: 'WebhookChange', example: { enabled: false } });
export type WebhookChange = z.infer<typeof WebhookChange>;

export const SecretRotation = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(86_400)
      .describe('How long the old secret signs on, up to a week; a day unless given.'),
  })
  .meta({ id: 'SecretRotation', example: { overlapSeconds: 3600 } });

/** Why an endpoint gets nothing for now. */
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
        '`requested`: by you. `gone`: it answered 410. `failing`: for 120 hours without a success.',
      ),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('When the first attempt failed since the last success; null: none did.'),
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
    .describe('Shown this once. It signs every delivery.'),
}).meta({ id: 'WebhookWithSecret' });

export const DeliveryState = z.enum(['pending', 'delivered', 'failed', 'held']);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const Delivery = z
  .object({
    id: z.string(),
    webhookId: z.string(),
    eventId: z.string().describe('The `webhook-id` of every attempt, and the `id` in the body.'),
    type: EventType,
    state: DeliveryState.describe(
      '`pending`: on its way, or waiting for the next attempt. `failed`: no attempts are left. ' +
        '`held`: the endpoint was disabled.',
    ),
    attemptCount: z.int().min(0),
    nextAttemptAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable().describe('When it was delivered or given up.'),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryAttempt = z
  .object({
    number: z.int().min(1),
    startedAt: z.iso.datetime(),
    durationMs: z.int().min(0),
    status: z.int().nullable().describe('Of the answer; null: nothing answered.'),
    reason: z.string().nullable().describe('Why nothing answered, in a word.'),
    detail: z.string().nullable().describe('The same in a sentence.'),
    answer: z.string().nullable().describe('The first 8 KiB of the answer.'),
  })
  .meta({ id: 'DeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryWithAttempts = Delivery.extend({
  event: Event.describe('What is sent.'),
  attempts: z.array(DeliveryAttempt).describe('The first one first.'),
}).meta({ id: 'DeliveryWithAttempts' });
export type DeliveryWithAttempts = z.infer<typeof DeliveryWithAttempts>;

export const LoggedEvent = z
  .object({
    position: z.int().min(1).describe('From 1, rising by 1: a gap would be an event missed.'),
    event: Event,
  })
  .meta({ id: 'LoggedEvent' });
export type LoggedEvent = z.infer<typeof LoggedEvent>;

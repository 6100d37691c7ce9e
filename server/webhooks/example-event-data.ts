import { Book } from '../books/contract.ts';
import { SerialChapter } from '../chapters/contract.ts';
import type { Event, EventType } from '../events/contract.ts';
import { QuotaWarning } from '../keys/contract.ts';
import { schemaExamples } from '../openapi/example-values.ts';
import { Review } from '../reviews/contract.ts';
import { Sale } from '../sales/contract.ts';
import { Webhook } from './contract.ts';

const book = Book.parse(schemaExamples['Book']);
const chapter = SerialChapter.parse(schemaExamples['SerialChapter']);
const review = Review.parse(schemaExamples['Review']);
const refunded = Sale.parse(schemaExamples['Sale']);
const webhook = Webhook.parse(schemaExamples['Webhook']);
const warning = QuotaWarning.parse(schemaExamples['QuotaWarning']);

const sold: Sale = {
  ...refunded,
  state: 'completed',
  refundedQuantity: 0,
  refunded: { amount: '0.00', currency: refunded.unitPrice.currency },
  refunds: [],
};
const published: SerialChapter = {
  ...chapter,
  state: 'published',
  publishAt: null,
  publishedAt: '2026-11-24T06:00:00.000Z',
};
const stateBefore = ({ state, publishAt, publishedAt }: SerialChapter) => ({
  state,
  publishAt,
  publishedAt,
});

/** What the `data` of each type looks like. */
export const exampleEventData = {
  'chapter.published': { object: published, previous: stateBefore(chapter) },
  'chapter.updated': { object: published, previous: { title: 'Loomings, a draft' } },
  'chapter.unpublished': {
    object: { ...published, state: 'unpublished' },
    previous: { state: 'published' },
  },
  'chapter.scheduled': { object: chapter, previous: { state: 'draft', publishAt: null } },
  'book.created': { object: book },
  'book.updated': { object: book, previous: { title: 'The Whale', subtitle: null } },
  'book.deleted': { object: book },
  'sale.completed': { object: sold },
  'sale.refunded': { object: refunded, previous: { refundedQuantity: 0 } },
  'review.created': { object: review },
  'review.updated': { object: review, previous: { rating: 4 } },
  'review.deleted': { object: review },
  'quota.threshold_reached': { object: warning },
  'webhook.disabled': {
    object: {
      ...webhook,
      enabled: false,
      disabled: { reason: 'failing', at: '2026-11-21T12:00:00.000Z' },
      failingSince: '2026-11-16T12:00:00.000Z',
    },
    previous: { enabled: true },
  },
  ping: { object: { webhookId: webhook.id, description: webhook.description } },
} satisfies Record<EventType, Event['data']>;

import type { Event, EventType } from '../events/contract.ts';

const bookId = 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';
const createdAt = '2026-11-21T12:00:00.000Z';

const book = { id: bookId, title: 'Moby-Dick', languages: ['en'], visibility: 'public', createdAt };

const chapter = {
  id: 'ch_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  bookId,
  title: 'The Whiteness of the Whale',
  position: 42,
  state: 'published',
  publishedAt: createdAt,
};

const review = {
  id: 'rv_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  bookId,
  rating: 5,
  title: 'Call me impressed',
  body: 'I read it in one week.',
  reviewer: 'Ishmael',
  createdAt,
};

const sale = {
  id: 'sale_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  orderId: '2026-1121',
  bookId,
  quantity: 1,
  unitPrice: { amount: '9.99', currency: 'USD' },
  occurredAt: createdAt,
};

/** What the `data` of each type looks like. */
export const exampleObjects = {
  'chapter.published': { object: chapter, previous: { state: 'scheduled', publishedAt: null } },
  'chapter.updated': { object: chapter, previous: { title: 'The Whiteness' } },
  'chapter.unpublished': {
    object: { ...chapter, state: 'unpublished' },
    previous: { state: 'published' },
  },
  'chapter.scheduled': {
    object: { ...chapter, state: 'scheduled', publishedAt: null },
    previous: { state: 'draft' },
  },
  'book.created': { object: book },
  'book.updated': { object: book, previous: { title: 'The Whale' } },
  'book.deleted': { object: book },
  'sale.completed': { object: sale },
  'sale.refunded': { object: sale },
  'review.created': { object: review },
  'review.updated': { object: review, previous: { rating: 4 } },
  'review.deleted': { object: review },
  'quota.threshold_reached': {
    object: {
      keyId: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      window: 'month',
      used: 800,
      limit: 1000,
      resetsAt: '2026-12-01T00:00:00.000Z',
    },
  },
  'webhook.disabled': {
    object: {
      id: 'wh_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      url: 'https://shop.example.com/webhooks',
      enabled: false,
      disabled: { reason: 'failing', at: createdAt },
    },
    previous: { enabled: true },
  },
  ping: { object: { webhookId: 'wh_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R', description: null } },
} satisfies Record<EventType, Event['data']>;

import { z } from 'zod';
import { Book } from '../books/contract.ts';
import { SerialChapter } from '../chapters/contract.ts';
import type { EventType } from '../events/contract.ts';
import { QuotaWarning } from '../keys/contract.ts';
import { Review } from '../reviews/contract.ts';
import { Sale } from '../sales/contract.ts';
import { Webhook } from './contract.ts';

/** The `data` of an event: the thing as the API answers it, and what was another before. */
interface DataOfEvent {
  object: z.ZodObject;
  previous?: z.ZodObject;
}

const chapterBefore = SerialChapter.omit({ id: true, bookId: true, updatedAt: true }).partial();
const bookBefore = Book.omit({ id: true, createdAt: true, updatedAt: true }).partial();

const Ping = z.object({
  webhookId: z.string(),
  description: z.string().nullable().describe('Your note of the webhook.'),
});

/** What `data` is made of, by type of event. Without `previous`, there is none. */
export const eventObjects = {
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
  ping: { object: Ping },
} satisfies Record<EventType, DataOfEvent>;

import { z } from 'zod';

const Thing = z.object({
  id: z.string(),
  bookId: z.string().optional(),
  orderId: z.string().default(''),
  refunds: z.array(z.object({ reason: z.string().nullable() })).default([]),
  title: z.string().nullable().default(''),
  reviewer: z.string().default(''),
  body: z.string().nullable().default(''),
});

/** Unique label of a change, from the client's data. */
export function changeLabel(type: string, object: unknown): string {
  const { id, orderId, refunds, title, reviewer, body } = Thing.parse(object);
  const names: Record<string, string> = {
    'sale.completed': orderId,
    'sale.refunded': refunds.at(-1)?.reason ?? '',
    'chapter.scheduled': firstTitle(title),
    'chapter.published': firstTitle(title),
    'chapter.updated': title ?? '',
    'review.created': reviewer,
    'review.updated': body ?? '',
    'review.deleted': reviewer,
    'book.created': title ?? '',
  };
  return `${type} ${names[type] ?? id}`;
}

/** The title with which a chapter was created. */
function firstTitle(title: string | null): string {
  return (title ?? '').split(' / ')[0] ?? '';
}

/** The resource that an event is about. */
export function eventSubject(object: unknown): { resource: string; bookId: string | null } {
  const { id, bookId } = Thing.parse(object);
  return { resource: id, bookId: bookId ?? null };
}

import { z } from 'zod';
import { Event } from '../../server/events/contract.ts';
import type { Client } from './client.ts';
import { changeLabel, eventSubject } from './change-labels.ts';
import type { LogEntry } from './records.ts';

const LogPage = z.object({
  data: z.array(z.object({ position: z.int(), event: Event })),
  meta: z.object({ nextAfter: z.int().nullable() }),
});
const Page = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.object({ nextCursor: z.string().nullable() }),
});
const One = z.object({ data: z.object({ state: z.string() }) });
const Refunded = z.object({ refunds: z.array(z.object({ reason: z.string().nullable() })) });

/** The whole log of an account, read as a consumer reads it. */
export async function readLog(ask: Client): Promise<LogEntry[]> {
  const log: LogEntry[] = [];
  for (let after: number | null = 0; after !== null;) {
    const { body } = await ask(`/v1/events?limit=100&after=${after}`);
    const page: z.infer<typeof LogPage> = LogPage.parse(body);
    for (const { position, event } of page.data) {
      const { id, type, sequence, data } = event;
      const subject = eventSubject(data.object);
      log.push({ position, id, type, sequence, label: changeLabel(type, data.object), ...subject });
    }
    after = page.meta.nextAfter;
  }
  return log;
}

/**
 * A label for each row that the API returns: sales with their refunds, reviews, published chapters.
 */
export async function readRows(
  ask: Client,
  books: readonly string[],
  chapters: Iterable<string>,
): Promise<string[]> {
  const marks: string[] = [];
  for (const sale of await readPages(ask, '/v1/sales')) {
    marks.push(changeLabel('sale.completed', sale));
    for (const { reason } of Refunded.parse(sale).refunds) marks.push(`sale.refunded ${reason}`);
  }
  for (const book of books) {
    for (const review of await readPages(ask, `/v1/books/${book}/reviews`)) {
      marks.push(changeLabel('review.created', review));
    }
  }
  for (const id of chapters) {
    const { body } = await ask(`/v1/chapters/${id}`);
    const { data } = One.parse(body);
    marks.push(
      changeLabel(`chapter.${data.state}`, z.object({ data: z.unknown() }).parse(body).data),
    );
  }
  return marks;
}

async function readPages(ask: Client, path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await ask(`${path}?limit=100${cursor && `&cursor=${cursor}`}`);
    const page: z.infer<typeof Page> = Page.parse(body);
    rows.push(...page.data);
    cursor = page.meta.nextCursor;
  }
  return rows;
}

import { z } from 'zod';
import type { Queries } from '../db/schema.ts';
import { fold } from '../values/fold.ts';

/** A rate for one book, or for books with a subject. */
export type SpecialRate = { bookId: string; rate: string } | { subject: string; rate: string };

const StoredRates = z.array(
  z.union([
    z.object({ bookId: z.string(), rate: z.string() }),
    z.object({ subject: z.string(), rate: z.string() }),
  ]),
);

export function parseSpecialRates(json: string): SpecialRate[] {
  return StoredRates.parse(JSON.parse(json));
}

/**
 * Returns the rate for a sale of a book: the book's own rate, otherwise the first one listed for
 * one of its subjects, otherwise `general`.
 */
export function rateFor(
  general: string,
  special: readonly SpecialRate[],
  book: { id: string; subjects: readonly { code?: string | null; label: string }[] },
): string {
  const own = special.find((one) => 'bookId' in one && one.bookId === book.id);
  if (own) return own.rate;
  const names = new Set(
    book.subjects.flatMap(({ code, label }) => [fold(label), ...(code ? [fold(code)] : [])]),
  );
  return special.find((one) => 'subject' in one && names.has(fold(one.subject)))?.rate ?? general;
}

const Metadata = z.object({
  subjects: z.array(z.object({ code: z.string().nullish(), label: z.string() })).default([]),
});

/** Reads the properties of a book that determine its rate. A removed book has no subjects. */
export async function readRatedBook(
  query: Queries,
  id: string,
): Promise<Parameters<typeof rateFor>[2]> {
  const row = await query
    .selectFrom('books')
    .select('metadata')
    .where('id', '=', id)
    .executeTakeFirst();
  const { data } = Metadata.safeParse(JSON.parse(row?.metadata ?? '{}'));
  return {
    id,
    subjects: (data?.subjects ?? []).map(({ code = null, label }) => ({ code, label })),
  };
}

import { createHash } from 'node:crypto';
import type { BookEvents } from '../../books/book-events.ts';
import type { Database } from '../../db/open.ts';
import { toIsbn13 } from '../../values/isbn.ts';
import {
  type MetadataSource,
  type LookupResult,
  type LookupQuery,
  SourceError,
} from './contract.ts';
import { mergeMetadata } from './merge-metadata.ts';
import { type EnrichmentStore, enrichmentStore, type BookSnapshot } from './store.ts';

/** What became of one book. */
export type EnrichOutcome =
  | { outcome: 'enriched' | 'unchanged' | 'not_found'; bookId: string }
  | { outcome: 'failed'; bookId: string; reason: string; retryAfterMs: number | null };

export interface EnrichContext {
  now: () => Date;
  /** 0 to 1. */
  random: () => number;
  store: EnrichmentStore;
}

/** A book takes three requests of ten seconds; what is left of a killed process waits no longer. */
const leaseMs = 120_000;
const foundTtlMs = 90 * 86_400_000;
const notFoundTtlMs = 14 * 86_400_000;
const firstRetryMs = 60_000;
const maxRetryMs = 86_400_000;
/** A minute, two, four … together two days. */
const maxFailures = 12;

/** One context for all sources of a process. */
export function createEnrichContext(
  db: Database,
  bookEvents: BookEvents,
  now: () => Date,
  random: () => number,
): EnrichContext {
  return { now, random, store: enrichmentStore(db, bookEvents) };
}

/**
 * Asks a source about the next book that it was never asked about, and merges what it says. Any
 * number of processes share the work: each book is claimed for two minutes, and a process that is
 * killed loses nothing. Null: there is no book to ask about.
 */
export async function enrichNextBook(
  { now, random, store }: EnrichContext,
  enricher: MetadataSource,
  signal: AbortSignal,
): Promise<EnrichOutcome | null> {
  const source = enricher.name;
  const claimed = await store.claim(source, now(), new Date(now().getTime() + leaseMs));
  if (!claimed) return null;
  const { bookId, failures } = claimed;
  try {
    const outcome = await enrichBook(bookId);
    await store.release(source, bookId, { dueAt: null, failures });
    return { outcome, bookId };
  } catch (error) {
    if (!(error instanceof SourceError) || signal.aborted) {
      // Stopped, or a fault of ours: the book is anyone's when the lease ends.
      throw error;
    }
    const { message: reason, retryAfterMs } = error;
    // A source that asks for quiet has not failed at this book.
    const failed = failures + (retryAfterMs === null ? 1 : 0);
    const pauseMs = retryAfterMs ?? retryDelayMs(failed, random());
    const dueAt = failed >= maxFailures ? null : new Date(now().getTime() + pauseMs);
    await store.release(source, bookId, { dueAt, failures: failed });
    return { outcome: 'failed', bookId, reason, retryAfterMs };
  }

  async function enrichBook(id: string): Promise<'enriched' | 'unchanged' | 'not_found'> {
    let read = await store.read(id);
    const question = read && toLookupQuery(read);
    if (!read || !question) return 'not_found';
    const { finding, fetchedAt } = await ask(question);
    if (!finding) return 'not_found';
    while (read) {
      const { values, confidence } = finding;
      const merged = mergeMetadata(read.book, { source, fetchedAt, confidence, values });
      if (!merged) return 'unchanged';
      if (await store.write(read, merged, now())) return 'enriched';
      read = await store.read(id);
    }
    return 'unchanged';
  }

  async function ask(
    question: LookupQuery,
  ): Promise<{ finding: LookupResult | null; fetchedAt: string }> {
    const digest = createHash('sha256').update(JSON.stringify(question)).digest('base64url');
    const known = await store.findCachedResult(source, digest, now());
    if (known) return known;
    const finding = await enricher.lookUp(question, signal);
    const fetchedAt = now();
    const expiresAt = new Date(fetchedAt.getTime() + (finding ? foundTtlMs : notFoundTtlMs));
    await store.cacheResult(source, digest, finding, { fetchedAt, expiresAt });
    return { finding, fetchedAt: fetchedAt.toISOString() };
  }
}

/** Null when the book has neither a number nor an author to be known by. */
function toLookupQuery({ book: { title, metadata } }: BookSnapshot): LookupQuery | null {
  const isbns = metadata.identifiers.flatMap(({ scheme, value }) =>
    scheme === 'isbn' ? (toIsbn13(value) ?? []) : [],
  );
  const authors = metadata.contributors
    .filter(({ role }) => role === 'aut')
    .map(({ name }) => name);
  if (isbns.length === 0 && authors.length === 0) return null;
  return { title, subtitle: metadata.subtitle, authors, isbns: [...new Set(isbns)] };
}

/** Doubles from a minute to a day; between half of it and the whole. */
function retryDelayMs(failures: number, chance: number): number {
  return Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs) * (0.5 + chance / 2);
}

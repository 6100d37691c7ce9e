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

/** Result for one book. */
export type EnrichOutcome =
  | { outcome: 'enriched' | 'unchanged' | 'not_found'; bookId: string }
  | { outcome: 'failed'; bookId: string; reason: string; retryAfterMs: number | null };

export interface EnrichContext {
  now: () => Date;
  /** Returns a number from 0 to 1. */
  random: () => number;
  store: EnrichmentStore;
}

/**
 * A book takes three requests of at most ten seconds each. After this time, other processes may
 * claim it.
 */
const leaseMs = 120_000;
const foundTtlMs = 90 * 86_400_000;
const notFoundTtlMs = 14 * 86_400_000;
const firstRetryMs = 60_000;
const maxRetryMs = 86_400_000;
/**
 * Maximum number of attempts. With delays of one, two, four … minutes, they take two days in total.
 */
const maxFailures = 12;

/** Creates the context shared by all sources of a process. */
export function createEnrichContext(
  db: Database,
  bookEvents: BookEvents,
  now: () => Date,
  random: () => number,
): EnrichContext {
  return { now, random, store: enrichmentStore(db, bookEvents) };
}

/**
 * Looks up the next book that is due for a source and merges the result. Any number of processes
 * can share the work. Each book is claimed for two minutes and can be claimed again after a crash.
 * Returns null if no book is due.
 */
export async function enrichNextBook(
  { now, random, store }: EnrichContext,
  metadataSource: MetadataSource,
  signal: AbortSignal,
): Promise<EnrichOutcome | null> {
  const source = metadataSource.name;
  const claimed = await store.claim(source, now(), new Date(now().getTime() + leaseMs));
  if (!claimed) return null;
  const { bookId, failures } = claimed;
  try {
    const outcome = await enrichBook(bookId);
    await store.release(source, bookId, { dueAt: null, failures });
    return { outcome, bookId };
  } catch (error) {
    if (!(error instanceof SourceError) || signal.aborted) {
      // The worker was stopped, or an internal error occurred. The book can be claimed again when
      // the lease expires.
      throw error;
    }
    const { message: reason, retryAfterMs } = error;
    // Rate limiting does not count as a failure for the book.
    const failureCount = failures + (retryAfterMs === null ? 1 : 0);
    const pauseMs = retryAfterMs ?? retryDelayMs(failureCount, random());
    const dueAt = failureCount >= maxFailures ? null : new Date(now().getTime() + pauseMs);
    await store.release(source, bookId, { dueAt, failures: failureCount });
    return { outcome: 'failed', bookId, reason, retryAfterMs };
  }

  async function enrichBook(id: string): Promise<'enriched' | 'unchanged' | 'not_found'> {
    let read = await store.read(id);
    const query = read && toLookupQuery(read);
    if (!read || !query) return 'not_found';
    const { result, fetchedAt } = await lookUp(query);
    if (!result) return 'not_found';
    while (read) {
      const { values, confidence } = result;
      const merged = mergeMetadata(read.book, { source, fetchedAt, confidence, values });
      if (!merged) return 'unchanged';
      if (await store.write(read, merged, now())) return 'enriched';
      read = await store.read(id);
    }
    return 'unchanged';
  }

  async function lookUp(
    query: LookupQuery,
  ): Promise<{ result: LookupResult | null; fetchedAt: string }> {
    const digest = createHash('sha256').update(JSON.stringify(query)).digest('base64url');
    const known = await store.findCachedResult(source, digest, now());
    if (known) return known;
    const result = await metadataSource.lookUp(query, signal);
    const fetchedAt = now();
    const expiresAt = new Date(fetchedAt.getTime() + (result ? foundTtlMs : notFoundTtlMs));
    await store.cacheResult(source, digest, result, { fetchedAt, expiresAt });
    return { result, fetchedAt: fetchedAt.toISOString() };
  }
}

/** Returns null if the book has neither an ISBN nor an author. */
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

/** Exponential backoff from one minute to one day, randomized between 50% and 100%. */
function retryDelayMs(failures: number, random: number): number {
  return Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs) * (0.5 + random / 2);
}

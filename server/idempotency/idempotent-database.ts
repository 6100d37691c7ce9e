import { AsyncLocalStorage } from 'node:async_hooks';
import { deserialize, serialize } from 'node:v8';
import type { Database, Queries } from '../db/open.ts';
import { Failure } from '../failure.ts';
import type { IdempotencyLock, IdempotencyKey } from './contract.ts';

/** How long executed operations and their responses are stored. */
export const responseRetentionMs = 24 * 3600 * 1000;

const current = new AsyncLocalStorage<{
  held: IdempotencyLock;
  results: unknown[];
  next: number;
}>();

/** Runs `work`. All transactions in its async context belong to the lock. */
export function runWithLock(held: IdempotencyLock, work: () => void): void {
  current.run({ held, results: [...held.committedResults], next: 0 }, work);
}

/**
 * The database for features with idempotent operations. A transaction commits together with its
 * result. If the process ends before it responds, the next request with the key receives the stored
 * result instead of running the transaction again. A transaction must therefore return everything
 * that the response needs, because ids generated outside it differ.
 */
export function idempotentDatabase(db: Database, now: () => Date): Database {
  return {
    ...db,
    async transaction<T>(work: Parameters<typeof db.transaction<T>>[0]): Promise<T> {
      const progress = current.getStore();
      if (!progress) return db.transaction(work);
      const step = progress.next;
      progress.next += 1;
      if (step < progress.results.length) return asRecordedResult<T>(progress.results[step]);
      const result = await db.transaction(async (tx) => {
        const given = await work(tx);
        await saveResults(tx, progress.held, [...progress.results, given], now());
        return given;
      });
      progress.results.push(result);
      return result;
    },
  };
}

/** Results of committed transactions. */
export function deserializeResults(bytes: Uint8Array | null): unknown[] {
  return bytes ? (deserialize(bytes) as unknown[]) : [];
}

/** The type is correct because a route runs the same transactions in the same order. */
function asRecordedResult<T>(result: unknown): T {
  return result as T;
}

/**
 * Fails without the lock because a request whose lease ended must not execute the operation again.
 */
async function saveResults(
  tx: Queries,
  held: IdempotencyLock,
  results: unknown[],
  at: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set({
      results: serialize(results),
      expires_at: new Date(at.getTime() + responseRetentionMs).toISOString(),
    })
    .where((where) => where.and({ ...toKeyColumns(held.idempotencyKey), token: held.token }))
    .where('status', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows) return;
  throw new Failure(
    'idempotency_key_in_use',
    'The request took too long, and another request with its Idempotency-Key has replaced it. Retry to get its response.',
    { headers: { 'Retry-After': '1' } },
  );
}

/** Returns an idempotency key's primary key columns. */
export function toKeyColumns({ accountId, route, key }: IdempotencyKey) {
  return { account_id: accountId, route, key };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { deserialize, serialize } from 'node:v8';
import type { Database, Queries } from '../db/open.ts';
import { Failure } from '../failure.ts';
import type { IdempotencyLock, IdempotencyKey } from './contract.ts';

/** How long an intent that was carried out, or answered, is remembered. */
export const responseRetentionMs = 24 * 3600 * 1000;

const current = new AsyncLocalStorage<{
  held: IdempotencyLock;
  results: unknown[];
  next: number;
}>();

/** Calls `work`; transactions of what follows from it are of this intent. */
export function runWithLock(held: IdempotencyLock, work: () => void): void {
  current.run({ held, results: [...held.committedResults], next: 0 }, work);
}

/**
 * The database for features that carry out intents. A transaction commits together with what it gave;
 * when the process died before it answered, the next request with the key is given that instead of
 * running it again. So a transaction must give all that the answer needs: ids made outside of it differ.
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

/** The results of transactions that were committed. */
export function deserializeResults(bytes: Uint8Array | null): unknown[] {
  return bytes ? (deserialize(bytes) as unknown[]) : [];
}

/** The same route takes the same steps in the same order. */
function asRecordedResult<T>(result: unknown): T {
  return result as T;
}

/** Only for who holds the intent: one that was taken for dead must not do it a second time. */
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
    'This took so long that another request with its Idempotency-Key has taken its place.',
    { headers: { 'Retry-After': '1' } },
  );
}

/** The primary key of an intent. */
export function toKeyColumns({ accountId, route, key }: IdempotencyKey) {
  return { account_id: accountId, route, key };
}

import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/open.ts';
import { type WriteBehind, writeBehind } from '../db/write-behind.ts';
import { steadyClock } from '../values/time.ts';

/** Minimum time between two stored uses of a key. */
const precisionMs = 60_000;

/** Maximum number of keys whose stored times this process caches. */
const maxRemembered = 100_000;

interface KeyUse {
  keyId: string;
  usedAt: string;
}

/** Stores when keys were last used, to the minute. Requests never wait for it. */
export interface LastUses extends Pick<WriteBehind<KeyUse>, 'flush'> {
  note(keyId: string): void;
}

export function lastUses(
  db: Database,
  now: () => Date,
  log: Pick<FastifyBaseLogger, 'warn'>,
): LastUses {
  const storedAtMs = new LRUCache<string, number>({
    maxSize: maxRemembered,
    sizeCalculation: () => 1,
  });
  const uses = writeBehind<KeyUse>({
    write: (rows) => storeUses(db, rows),
    waitMs: 2000,
    batchSize: 500,
    maxWaiting: 10_000,
    onProblem: ({ error }) =>
      log.warn(
        { event: 'keys.last_uses_failed', err: error },
        'last uses of keys could not be stored',
      ),
  });
  const clock = steadyClock(now);
  return {
    note(keyId) {
      const nowMs = clock();
      const stored = storedAtMs.get(keyId);
      if (stored !== undefined && nowMs - stored < precisionMs) return;
      storedAtMs.set(keyId, nowMs);
      uses.add({ keyId, usedAt: now().toISOString() });
    },
    flush: () => uses.flush(),
  };
}

async function storeUses(db: Database, uses: readonly KeyUse[]): Promise<void> {
  // A statement cannot update a row twice, so only the latest use remains. Sorted so that all
  // processes lock rows in the same order.
  const latest = [...new Map(uses.map(({ keyId, usedAt }) => [keyId, usedAt]))].sort();
  await db.relaxedTransaction(async (tx) => {
    await tx
      .insertInto('key_uses')
      .values(latest.map(([keyId, usedAt]) => ({ key_id: keyId, used_at: usedAt })))
      .onConflict((conflict) =>
        conflict
          .column('key_id')
          .doUpdateSet((eb) => ({ used_at: eb.ref('excluded.used_at') }))
          .whereRef('key_uses.used_at', '<', 'excluded.used_at'),
      )
      .execute();
  });
}

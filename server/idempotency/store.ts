import type { Database } from '../db/open.ts';
import type { Claim, IdempotencyStore, Intent, StoredAnswer } from './contract.ts';

const keptMs = 24 * 3600 * 1000;
/** Longer than the last of four uploads waits and takes: past it, its process is dead. */
const leaseMs = 360_000;
const sweepEveryMs = 3600 * 1000;

export interface IdempotencyStoreOptions {
  db: Database;
  now: () => Date;
  /** A text that nobody else gets. */
  newToken: () => string;
}

/** Keys of a day ago, and those of processes that died, are as good as new. */
export function idempotencyStore({ db, now, newToken }: IdempotencyStoreOptions): IdempotencyStore {
  let sweptMs = 0;
  return {
    async claim(intent, digest) {
      await sweep();
      // An intent found held may be freed before it is read: then it is there for the taking.
      for (;;) {
        const claim = (await take(intent, digest)) ?? (await look(intent, digest));
        if (claim) return claim;
      }
    },

    async finish(intent, token, { status, headers, body }) {
      await db.query
        .updateTable('idempotency_keys')
        .set({ status, headers: JSON.stringify(headers), body, expires_at: inMs(keptMs) })
        .where((where) => where.and({ ...keyOf(intent), token }))
        .execute();
    },

    async release(intent, token) {
      await db.query
        .deleteFrom('idempotency_keys')
        .where((where) => where.and({ ...keyOf(intent), token }))
        .execute();
    },
  };

  async function take(intent: Intent, digest: string): Promise<Claim | null> {
    const token = newToken();
    await db.query
      .deleteFrom('idempotency_keys')
      .where((where) => where.and(keyOf(intent)))
      .where('expires_at', '<=', inMs(0))
      .execute();
    const { numInsertedOrUpdatedRows } = await db.query
      .insertInto('idempotency_keys')
      .values({ ...keyOf(intent), digest, token, expires_at: inMs(leaseMs) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows ? { outcome: 'claimed', token } : null;
  }

  async function look(intent: Intent, digest: string): Promise<Claim | null> {
    const row = await db.query
      .selectFrom('idempotency_keys')
      .select(['digest', 'status', 'headers', 'body'])
      .where((where) => where.and(keyOf(intent)))
      .executeTakeFirst();
    if (!row) return null;
    if (row.digest !== digest) return { outcome: 'reused' };
    const { status, headers, body } = row;
    if (status === null || headers === null || body === null) return { outcome: 'running' };
    const answer: StoredAnswer = { status, headers: JSON.parse(headers), body };
    return { outcome: 'done', answer };
  }

  async function sweep() {
    if (now().getTime() - sweptMs < sweepEveryMs) return;
    sweptMs = now().getTime();
    await db.query.deleteFrom('idempotency_keys').where('expires_at', '<=', inMs(0)).execute();
  }

  function inMs(ms: number): string {
    return new Date(now().getTime() + ms).toISOString();
  }
}

function keyOf({ accountId, route, key }: Intent) {
  return { account_id: accountId, route, key };
}

import { LRUCache } from 'lru-cache';
import type { Database } from '../db/open.ts';
import type { Events } from '../events/append.ts';
import { type QuotaWarning, Tier } from './contract.ts';
import { type Crossing, crossingsOf } from './crossings.ts';
import { quotaStore } from './quota-store.ts';
import type { Standing } from './standing.ts';

export interface QuotaWarningsContext {
  db: Database;
  now: () => Date;
  events: Events;
  /** The request goes on: what was not told is told with the next one, or by a worker. */
  onFault: (error: unknown) => void;
}

export type QuotaWarnings = ReturnType<typeof quotaWarnings>;

/** Warnings that this process knows to have been told. */
const remembered = 100_000;
/** A window that ended before is nobody's concern any more. */
const patienceMs = 2 * 86_400_000;

/** Tells an account when a quota of it reaches a threshold: once in each window, whoever notices. */
export function quotaWarnings({ db, now, events, onFault }: QuotaWarningsContext) {
  // Counted as a size: `max` would take the memory of all of them at once.
  const told = new LRUCache<string, true>({ maxSize: remembered, sizeCalculation: () => 1 });

  /** The row is the guard: of all who notice, one inserts it, and the event is of the same commit. */
  async function tellOnce(quotaId: string, crossing: Crossing): Promise<void> {
    const { period, threshold, window, used, limit, end } = crossing;
    await db.transaction(async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('quota_warnings')
        .values({ quota_id: quotaId, period, threshold, told_at: now().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) return;
      const key = await tx
        .selectFrom('api_keys')
        .select(['id', 'account_id', 'tier'])
        .where('quota_id', '=', quotaId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!key) return;
      const object: QuotaWarning = {
        keyId: key.id,
        tier: Tier.parse(key.tier),
        window,
        threshold,
        used,
        limit,
        resetsAt: end.toISOString(),
      };
      await events.append(tx, {
        type: 'quota.threshold_reached',
        accountId: key.account_id,
        resourceId: key.id,
        bookId: null,
        isPublic: false,
        object,
      });
    });
  }

  async function tell(quotaId: string, crossings: readonly Crossing[]): Promise<void> {
    for (const crossing of crossings) {
      const name = `${quotaId} ${crossing.period} ${crossing.threshold}`;
      if (told.has(name)) continue;
      told.set(name, true);
      try {
        await tellOnce(quotaId, crossing);
      } catch (error) {
        told.delete(name);
        onFault(error);
      }
    }
  }

  return {
    /** Tells of what the standing has reached; never throws. Null where there is nothing to tell. */
    notice(quotaId: string, standing: Standing): Promise<void> | null {
      const crossings = crossingsOf(standing);
      return crossings.length === 0 ? null : tell(quotaId, crossings);
    },

    /** Tells of what a process that died had counted and not told. */
    async catchUp(): Promise<void> {
      const since = new Date(now().getTime() - patienceMs);
      for (const { quotaId, standing } of await quotaStore(db).muchUsed()) {
        await tell(
          quotaId,
          crossingsOf(standing).filter(({ end }) => end > since),
        );
      }
    },
  };
}

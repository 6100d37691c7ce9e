import { hasSurelyFailed } from '../db/has-surely-failed.ts';
import type { QuotaStore } from './quota-store.ts';
import type { Standing } from './standing.ts';
import type { Windows } from './windows.ts';

interface Debt {
  quotaId: string;
  counted: Windows;
}

/** An outage long enough to owe more has greater troubles. */
const mostDebts = 10_000;

export type GiveBack = ReturnType<typeof giveBack>;

/** Takes counted requests back; what the database refuses is owed until it takes statements again. */
export function giveBack(store: QuotaStore) {
  let debts: Debt[] = [];

  async function pay({ quotaId, counted }: Debt): Promise<Standing> {
    try {
      return await store.giveBack(quotaId, counted, 1);
    } catch (error) {
      // Given back twice would be a free request: where nobody knows, it stays counted.
      if (hasSurelyFailed(error) && debts.length < mostDebts) debts.push({ quotaId, counted });
      throw error;
    }
  }

  return {
    /** Takes back one request that was counted in these windows. Throws when it must wait. */
    pay: (quotaId: string, counted: Windows) => pay({ quotaId, counted }),

    /** Pays what is owed; call it when the database is known to answer. */
    async payDebts(): Promise<void> {
      const due = debts;
      debts = [];
      for (const debt of due) await pay(debt).catch(() => undefined);
    },
  };
}

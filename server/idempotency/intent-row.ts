import type { Intent } from './contract.ts';

/** The primary key of an intent. */
export function intentRow({ accountId, route, key }: Intent) {
  return { account_id: accountId, route, key };
}

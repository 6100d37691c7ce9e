import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import type { Webhook } from './contract.ts';
import { toWebhook } from './stored-webhook.ts';

/** The webhooks of every account: for the operator alone. */
export function operatorStore({ query }: Database) {
  return {
    /** The oldest first. */
    async list(): Promise<(Webhook & { accountName: string })[]> {
      const rows = await query
        .selectFrom('webhooks')
        .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
        .selectAll('webhooks')
        .select('accounts.name as account_name')
        .orderBy('webhooks.id')
        .execute();
      return rows.map((row) => ({ ...toWebhook(row), accountName: row.account_name }));
    },

    /** Fails: `webhook_not_found`. */
    async exists(webhookId: string): Promise<void> {
      const row = await query
        .selectFrom('webhooks')
        .select('id')
        .where('id', '=', webhookId)
        .executeTakeFirst();
      if (!row) throw new Failure('webhook_not_found', `There is no webhook ${webhookId}.`);
    },

    /** The webhook that a delivery goes to. Fails: `delivery_not_found`. */
    async webhookOf(deliveryId: string): Promise<string> {
      const row = await query
        .selectFrom('webhook_deliveries')
        .select('webhook_id')
        .where('id', '=', deliveryId)
        .executeTakeFirst();
      if (!row) throw new Failure('delivery_not_found', `There is no delivery ${deliveryId}.`);
      return row.webhook_id;
    },
  };
}

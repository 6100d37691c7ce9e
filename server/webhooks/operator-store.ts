import type { Database } from '../db/open.ts';
import { Failure } from '../failure.ts';
import { type Environment, environmentOf } from '../values/environment.ts';
import type { Webhook } from './contract.ts';
import { toWebhook } from './stored-webhook.ts';

/** Reads the webhooks of all accounts. For the operator. */
export function operatorStore({ query }: Database) {
  return {
    /** Returns webhooks, oldest first. */
    async list(): Promise<(Webhook & { accountName: string; environment: Environment })[]> {
      const rows = await query
        .selectFrom('webhooks')
        .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
        .leftJoin('accounts as live', 'live.id', 'accounts.live_account_id')
        .selectAll('webhooks')
        .select((eb) => eb.fn.coalesce('live.name', 'accounts.name').as('account_name'))
        .orderBy('webhooks.id')
        .execute();
      return rows.map((row) => ({
        ...toWebhook(row),
        accountName: row.account_name,
        environment: environmentOf(row.account_id),
      }));
    },

    /** @throws Failure `webhook_not_found`. */
    async exists(webhookId: string): Promise<void> {
      const row = await query
        .selectFrom('webhooks')
        .select('id')
        .where('id', '=', webhookId)
        .executeTakeFirst();
      if (!row) throw new Failure('webhook_not_found', `No webhook with id ${webhookId}.`);
    },

    /** Returns the id of a delivery's webhook. @throws Failure `delivery_not_found`. */
    async webhookOf(deliveryId: string): Promise<string> {
      const row = await query
        .selectFrom('webhook_deliveries')
        .select('webhook_id')
        .where('id', '=', deliveryId)
        .executeTakeFirst();
      if (!row) throw new Failure('delivery_not_found', `No delivery with id ${deliveryId}.`);
      return row.webhook_id;
    },
  };
}

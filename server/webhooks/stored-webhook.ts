import { z } from 'zod';
import type { WebhookTables } from '../db/webhook-tables.ts';
import { EventType } from '../events/contract.ts';
import type { Webhook } from './contract.ts';

/** A stored secret; `until` is null for the current one. */
export const StoredSecret = z.object({ sealed: z.string(), until: z.string().nullable() });
export type StoredSecret = z.infer<typeof StoredSecret>;

const StoredSecrets = z.array(StoredSecret);
const Types = z.array(z.union([z.literal('*'), EventType]));
const BookIds = z.array(z.string());

/** A webhook without its secrets. */
export function toWebhook(row: WebhookTables['webhooks']): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: Types.parse(JSON.parse(row.events)),
    description: row.description,
    filters: { bookIds: BookIds.parse(JSON.parse(row.book_ids)) },
    enabled: row.enabled === 1,
    disabled:
      row.disabled_reason && row.disabled_at
        ? { reason: row.disabled_reason, at: row.disabled_at }
        : null,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Newest first, without expired secrets. */
export function activeSecrets(json: string, at: string): StoredSecret[] {
  return StoredSecrets.parse(JSON.parse(json)).filter(({ until }) => until === null || until > at);
}

/** The JSON of stored secrets with each sealed text replaced. */
export function resealSecrets(json: string, reseal: (sealed: string) => string): string {
  const secrets = StoredSecrets.parse(JSON.parse(json));
  return JSON.stringify(secrets.map(({ sealed, until }) => ({ sealed: reseal(sealed), until })));
}

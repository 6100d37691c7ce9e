import { z } from 'zod';
import type { CursorCodec } from '../../http/pagination.ts';
import type { DeliveryStore } from '../delivery-store.ts';
import type { EndpointStore } from '../endpoint-store.ts';
import type { EventLogReader } from '../event-log-reader.ts';
import type { SecretBox } from '../../values/secret-box.ts';

export interface WebhookRoutesOptions {
  endpoints: EndpointStore;
  deliveries: DeliveryStore;
  log: EventLogReader;
  box: SecretBox;
  /** Bytes from a cryptographic source. */
  random: (size: number) => Uint8Array;
  /** Whether endpoints on this very machine are taken: for development. */
  allowLoopback: boolean;
  cursors: CursorCodec;
  publicUrl: string;
}

function prefixedId(prefix: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9A-Za-z]{1,40}$`), `Must be an id that begins ${prefix}_.`);
}

export const WebhookParams = z.object({
  webhookId: prefixedId('wh').describe('The id of a webhook of your account.'),
});

export const DeliveryParams = WebhookParams.extend({
  deliveryId: prefixedId('dlv').describe('The id of a delivery to it.'),
});

/** What the last row of a page was: all lists here go from the newest to the oldest. */
export const ListPosition = z.object({ id: z.string() });

export const ListMeta = z.object({
  total: z.int().min(0),
  limit: z.int().min(1),
  nextCursor: z.string().nullable(),
});

import { z } from 'zod';
import type { CursorCodec } from '../../http/pagination.ts';
import type { DeliveryStore } from '../delivery-store.ts';
import type { EndpointStore } from '../endpoint-store.ts';
import type { EventLogReader } from '../event-log-reader.ts';
import type { WebhookPortal } from '../portal.ts';
import type { SecretBox } from '../../values/secret-box.ts';

export interface WebhookRoutesOptions {
  endpoints: EndpointStore;
  deliveries: DeliveryStore;
  log: EventLogReader;
  portal: WebhookPortal;
  box: SecretBox;
  /** Returns bytes from a cryptographic source. */
  random: (size: number) => Uint8Array;
  /** Whether webhooks may use loopback addresses, for development. */
  allowLoopback: boolean;
  cursors: CursorCodec;
  publicUrl: string;
}

function prefixedId(prefix: string) {
  return z
    .string()
    .regex(
      new RegExp(`^${prefix}_[0-9A-Za-z]{1,40}$`),
      `Must be an id that starts with ${prefix}_, such as ${prefix}_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.`,
    );
}

export const WebhookParams = z.object({
  webhookId: prefixedId('wh')
    .describe('Id of one of your account’s webhooks.')
    .meta({ example: 'wh_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
});

export const DeliveryParams = WebhookParams.extend({
  deliveryId: prefixedId('dlv')
    .describe('Id of one of the webhook’s deliveries.')
    .meta({ example: 'dlv_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
});

import { Webhook } from 'standardwebhooks';

/**
 * A new secret of an endpoint: `whsec_` and 32 bytes in base64 (Standard Webhooks 1.0).
 *
 * @param random - Bytes from a cryptographic source.
 */
export function generateSecret(random: (size: number) => Uint8Array): string {
  return `whsec_${Buffer.from(random(32)).toString('base64')}`;
}

/**
 * The headers by which a receiver knows that a body is ours and whole (Standard Webhooks 1.0).
 *
 * @param secrets - The current one first; during a rotation the old one too: either of them verifies.
 * @param id - The event's, constant over retries.
 * @param body - Exactly what is sent.
 */
export function signatureHeaders(
  secrets: string[],
  id: string,
  sentAt: Date,
  body: string,
): Record<string, string> {
  if (secrets.length === 0) throw new Error(`Webhook ${id} has no secret to be signed with.`);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

import { Webhook } from 'standardwebhooks';

/**
 * Generates a webhook secret, which consists of `whsec_` and 32 bytes in base64 (Standard Webhooks
 * 1.0).
 *
 * @param random - Returns bytes from a cryptographic source.
 */
export function generateSecret(random: (size: number) => Uint8Array): string {
  return `whsec_${Buffer.from(random(32)).toString('base64')}`;
}

type SignatureHeader = 'webhook-id' | 'webhook-timestamp' | 'webhook-signature';

/**
 * Returns headers with which a receiver can verify the sender and the body (Standard Webhooks 1.0).
 *
 * @param secrets - The current secret, followed by the old secrets during a rotation.
 * @param id - Event id, which is the same in every retry.
 * @param body - Exactly the bytes that are sent.
 */
export function signatureHeaders(
  secrets: string[],
  id: string,
  sentAt: Date,
  body: string,
): Record<SignatureHeader, string> {
  if (secrets.length === 0) throw new Error(`No secret to sign event ${id} with.`);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body));
  return toSignatureHeaders(id, sentAt, signatures.join(' '));
}

/** @param signature - Signatures, separated by spaces. */
export function toSignatureHeaders(
  id: string,
  sentAt: Date,
  signature: string,
): Record<SignatureHeader, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signature,
  };
}

import type { components } from './api.ts';

/** The signature headers of a delivery. */
export interface WebhookHeaders {
  get(name: 'webhook-id' | 'webhook-timestamp' | 'webhook-signature'): string | null;
}

/**
 * Maximum difference between the time of a delivery and the clock, as recommended by Standard
 * Webhooks.
 */
const toleranceSeconds = 5 * 60;

/**
 * Verifies a delivery (Standard Webhooks 1.0) and returns its event.
 *
 * @param body - The unchanged body of the request. JSON that was parsed and formatted again is not
 * valid.
 * @param headers - Headers of the request, such as a `Headers` object.
 * @param secret - The webhook's secret, `whsec_…`.
 * @throws {Error} The signature is not valid, or the delivery is older than five minutes.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
): Promise<components['schemas']['Event']> {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds) {
    throw new Error('The delivery is too old or has no timestamp.');
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const keyBytes = fromBase64(secret.replace(/^whsec_/, ''));
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // Contains several signatures while the secret is being rotated.
  for (const text of (headers.get('webhook-signature') ?? '').split(' ')) {
    const [version, signature = ''] = text.split(',');
    const isValid =
      version === 'v1' && (await crypto.subtle.verify('HMAC', key, fromBase64(signature), signed));
    if (isValid) return JSON.parse(body);
  }
  throw new Error('The signature is not valid.');
}

/** Returns no bytes for text that is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

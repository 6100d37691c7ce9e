import { createHmac, hkdfSync } from 'node:crypto';

/**
 * The server's secrets. The first signs and encrypts; all of them verify and decrypt. There is more
 * than one only while the secret is being rotated.
 */
export type Secrets = readonly [current: string, ...accepted: string[]];

/**
 * One 32-byte key per secret (HKDF-SHA-256, RFC 5869), in the same order. Keys differ for each
 * purpose.
 */
export function deriveKeys(secrets: Secrets, purpose: string): [current: Buffer, ...Buffer[]] {
  const [current, ...accepted] = secrets;
  const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return [derive(current), ...accepted.map(derive)];
}

/**
 * Returns the first result without an error, so that strings signed with an earlier secret remain
 * valid.
 *
 * @throws The error of the first attempt if all attempts fail.
 */
export function firstAccepted<Key, Result>(
  keys: readonly [Key, ...Key[]],
  attempt: (key: Key) => Result,
): Result {
  const [current, ...accepted] = keys;
  try {
    return attempt(current);
  } catch (error) {
    for (const key of accepted) {
      try {
        return attempt(key);
      } catch {
        // Only the current secret's error is relevant.
      }
    }
    throw error;
  }
}

/** Identifies a secret without revealing it: 32 hex digits. Stored in the database. */
export function secretFingerprint(secret: string): string {
  return createHmac('sha256', secret).update('fingerprint').digest('hex').slice(0, 32);
}

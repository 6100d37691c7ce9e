import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { deriveKeys, firstAccepted, type Secrets } from './secrets.ts';

/** Encrypts short strings for the database; see `secretBox`. */
export interface SecretBox {
  seal(text: string): string;
  /** Throws if the string was sealed with a different secret or was changed. */
  open(sealed: string): string;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM and a key derived from the current secret. Decrypts strings encrypted
 * with any accepted secret. The output is the base64url of a version byte, the nonce, the
 * ciphertext and the tag. The version is authenticated, too.
 *
 * @param random - Returns bytes from a cryptographic source. A repeated nonce breaks the cipher.
 * @param purpose - Every purpose has its own key.
 */
export function secretBox(
  secrets: Secrets,
  random: (size: number) => Uint8Array = randomBytes,
  purpose: 'webhook secrets' | 'kept answers' | 'sign-in secrets' = 'webhook secrets',
): SecretBox {
  const keys = deriveKeys(secrets, `svc-reader ${purpose}`);
  const header = Uint8Array.of(version);

  return {
    seal(text) {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keys[0], nonce).setAAD(header);
      const parts = [header, nonce, cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url');
    },

    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes[0] !== version || bytes.length < 1 + nonceBytes + tagBytes) {
        throw new Error('Not a sealed text of a known version.');
      }
      const nonce = bytes.subarray(1, 1 + nonceBytes);
      return firstAccepted(keys, (key) => {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
          .setAAD(header)
          .setAuthTag(bytes.subarray(-tagBytes));
        const text = decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      });
    },
  };
}

/** Caches decrypted strings because decryption takes a sixth of the time of a delivery. */
export function withCache(box: SecretBox): SecretBox {
  const opened = new LRUCache<string, string>({ max: 2000 });
  return {
    seal: box.seal,
    open(sealed) {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const text = box.open(sealed);
      opened.set(sealed, text);
      return text;
    },
  };
}

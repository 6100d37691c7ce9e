import { createHash } from 'node:crypto';
import { Failure } from '../failure.ts';
import { maxFontBytes } from './deployment-fields.ts';

/** Length of the header (WOFF File Format 2.0, section 3.1). */
const headerBytes = 48;

/** A logo or font as stored and served. */
export interface StoredFile {
  /** Digest of the bytes with a suffix. */
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

export function toStoredFile(bytes: Uint8Array, mediaType: string, suffix: string): StoredFile {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { name: `${digest}.${suffix}`, mediaType, bytes };
}

/** Returns the bytes of a Base64 `data:` URL (RFC 2397), or null if the Base64 is invalid. */
export function decodeDataUrl(url: string): Uint8Array | null {
  const text = url.slice(url.indexOf(',') + 1);
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
  return isBase64 && text !== '' ? Buffer.from(text, 'base64') : null;
}

/**
 * Validates a font. Checks only the header because browsers validate the tables themselves.
 *
 * @param url - `data:` URL of a WOFF2 font.
 * @throws Failure `invalid_request` with the pointer `/fonts/{index}/data`.
 */
export function toFontFile(url: string, index: number): StoredFile {
  const bytes = decodeDataUrl(url);
  const error = bytes ? fontError(Buffer.from(bytes)) : 'Must be valid Base64.';
  if (!bytes || error) {
    const pointer = `/fonts/${index}/data`;
    const detail = error ?? '';
    throw new Failure('invalid_request', `${pointer}: ${detail}`, {
      errors: [{ pointer, detail, reason: 'file' }],
    });
  }
  return toStoredFile(bytes, 'font/woff2', 'woff2');
}

function fontError(bytes: Buffer): string | null {
  if (bytes.length > maxFontBytes) return 'Must be a file of at most 300 kB.';
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 4) !== 'wOF2') {
    return 'Must be a WOFF2 font.';
  }
  const isComplete =
    bytes.readUInt32BE(8) === bytes.length &&
    bytes.readUInt16BE(12) > 0 &&
    bytes.readUInt32BE(20) <= bytes.length - headerBytes;
  return isComplete ? null : 'The WOFF2 font is corrupt or truncated.';
}

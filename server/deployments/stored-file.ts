import { createHash } from 'node:crypto';
import { Failure } from '../failure.ts';
import { maxFontBytes } from './deployment-fields.ts';

/** WOFF File Format 2.0, section 3.1: the header has 48 bytes. */
const headerBytes = 48;
/** A logo or a font as it is kept and served. */
export interface StoredFile {
  /** Digest and suffix: other bytes have another name. */
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

export function toStoredFile(bytes: Uint8Array, mediaType: string, suffix: string): StoredFile {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { name: `${digest}.${suffix}`, mediaType, bytes };
}

/** The bytes of a `data:` URL in Base64 (RFC 2397); null when they are no Base64. */
export function decodeDataUrl(url: string): Uint8Array | null {
  const text = url.slice(url.indexOf(',') + 1);
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
  return isBase64 && text !== '' ? Buffer.from(text, 'base64') : null;
}

/**
 * A font as it is served: browsers check its tables themselves, so only its header is read here.
 *
 * @param url - `data:` URL of a WOFF2.
 * @throws Failure `invalid_request`: names `/fonts/{index}/data`.
 */
export function toFontFile(url: string, index: number): StoredFile {
  const bytes = decodeDataUrl(url);
  const fault = bytes ? fontError(Buffer.from(bytes)) : 'It is not Base64.';
  if (!bytes || fault) {
    const pointer = `/fonts/${index}/data`;
    const detail = fault ?? '';
    throw new Failure('invalid_request', `${pointer}: ${detail}`, {
      errors: [{ pointer, detail }],
    });
  }
  return toStoredFile(bytes, 'font/woff2', 'woff2');
}

function fontError(bytes: Buffer): string | null {
  if (bytes.length > maxFontBytes) return 'Must be a file of at most 300 kilobytes.';
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 4) !== 'wOF2') {
    return 'It is not a WOFF2 font.';
  }
  const isWhole =
    bytes.readUInt32BE(8) === bytes.length &&
    bytes.readUInt16BE(12) > 0 &&
    bytes.readUInt32BE(20) <= bytes.length - headerBytes;
  return isWhole ? null : 'It is a WOFF2 font that is broken or cut off.';
}

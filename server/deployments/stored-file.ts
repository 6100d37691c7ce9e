import { createHash } from 'node:crypto';

/** A logo or a font as it is kept and served. */
export interface StoredFile {
  /** Digest and suffix: other bytes have another name. */
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

export function storedFile(bytes: Uint8Array, mediaType: string, suffix: string): StoredFile {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { name: `${digest}.${suffix}`, mediaType, bytes };
}

/** The bytes of a `data:` URL in Base64 (RFC 2397); null when they are no Base64. */
export function bytesOfDataUrl(url: string): Uint8Array | null {
  const text = url.slice(url.indexOf(',') + 1);
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
  return isBase64 && text !== '' ? Buffer.from(text, 'base64') : null;
}

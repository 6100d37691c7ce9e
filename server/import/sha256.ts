import { createHash } from 'node:crypto';

/** SHA-256 in hex, by which a file imported before is recognized. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

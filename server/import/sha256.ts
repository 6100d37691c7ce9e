import { createHash } from 'node:crypto';

// A separate file, because the server process must not load the compiler's `book-rows.ts`.

/** SHA-256 in hex, by which a file imported before is recognized. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

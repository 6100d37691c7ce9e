import { createHash } from 'node:crypto';

// A separate file because the server process must not load the compiler's `book-rows.ts`.

/** Returns the SHA-256 in hex, which identifies a file that was already imported. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

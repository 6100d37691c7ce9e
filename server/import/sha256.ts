import { createHash } from 'node:crypto';

/** Hex SHA-256, by which the same file is known again. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** Returns an id such as `bk_01JD4Y0G8W6T0T3M5N9QZK7R2V`. Later ids sort after earlier ones. */
export type NewId = (prefix: string) => string;

/**
 * Creates ids from a 48-bit time and 80 random bits (https://github.com/ulid/spec). One generator's
 * ids increase even within a millisecond. Those of different processes are ordered to the
 * millisecond.
 *
 * @param now - Returns milliseconds since 1970.
 * @param random - Returns a number in [0, 1). Defaults to the system's cryptographic source.
 */
export function idGenerator(now: () => number, random = pooledRandom()): NewId {
  const next = monotonicFactory(random);
  return (prefix) => `${prefix}_${next(now())}`;
}

/** Requesting many random bytes together is faster than requesting one for each letter of an id. */
const pooledBytes = 4096;

/**
 * The system's cryptographic source, as numbers in [0, 1) with 8 bits, of which each letter uses 5.
 */
function pooledRandom(): () => number {
  const pool = new Uint8Array(pooledBytes);
  let used = pooledBytes;
  return () => {
    if (used === pooledBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool[used] ?? 0;
    used += 1;
    return byte / 256;
  };
}

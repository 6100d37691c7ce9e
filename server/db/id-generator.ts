import { monotonicFactory } from 'ulid';

/** Returns an id such as `bk_01JD4Y0G8W6T0T3M5N9QZK7R2V`; later ids sort after earlier ones. */
export type NewId = (prefix: string) => string;

/**
 * Ids of 48 bits of time and 80 random bits (https://github.com/ulid/spec). Ids of one generator rise
 * even within a millisecond; those of two processes are ordered to the millisecond.
 *
 * @param now - Returns milliseconds since 1970.
 * @param random - Returns a number in [0, 1); default: the system's cryptographic source.
 */
export function idGenerator(now: () => number, random?: () => number): NewId {
  const next = monotonicFactory(random);
  return (prefix) => `${prefix}_${next(now())}`;
}

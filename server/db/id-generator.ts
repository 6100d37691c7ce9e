import { monotonicFactory } from 'ulid';

/** Makes an id such as `bk_01JD4Y0G8W6T0T3M5N9QZK7R2V`: later ids sort behind earlier ones. */
export type NewId = (prefix: string) => string;

/**
 * Ids of 48 bits of time and 80 of chance (https://github.com/ulid/spec). Those of one maker rise
 * even within a millisecond; those of two processes are in order to the millisecond.
 *
 * @param now - Milliseconds since 1970.
 * @param random - A number from 0 up to 1; by default from the system's cryptographic source.
 */
export function idGenerator(now: () => number, random?: () => number): NewId {
  const next = monotonicFactory(random);
  return (prefix) => `${prefix}_${next(now())}`;
}

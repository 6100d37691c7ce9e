export type Random = () => number;

/** Random numbers in [0, 1) (mulberry32). The same seed gives the same numbers. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A random item of a list, which must not be empty. */
export function pick<T>(chance: Random, list: readonly T[]): T {
  const one = list[Math.floor(chance() * list.length)];
  if (one === undefined) throw new Error('The list is empty.');
  return one;
}

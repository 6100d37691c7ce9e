import { type Random, pick, seededRandom } from '../faults/seeded-random.ts';

export { type Random, pick, seededRandom };

/** A whole number from 0 to below `limit`. */
export function randomBelow(chance: Random, limit: number): number {
  return Math.floor(chance() * limit);
}

/** One of a list that may be empty. */
export function pickOptional<T>(chance: Random, list: readonly T[]): T | undefined {
  return list[randomBelow(chance, list.length)];
}

/** One of them, each as likely as its weight says. */
export function pickWeighted<Name extends string>(
  chance: Random,
  weights: Record<Name, number>,
): Name {
  const all = Object.entries(weights) as [Name, number][];
  let left = chance() * all.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of all) {
    left -= weight;
    if (left < 0) return name;
  }
  return pick(chance, all)[0];
}

/** A seed that depends on all the numbers, so that neighbours have nothing in common. */
export function mixSeed(...numbers: number[]): number {
  return numbers.reduce((hash, number) => {
    const next = Math.imul(hash ^ (number + 0x9e3779b9), 0x85ebca6b);
    return (next ^ (next >>> 13)) >>> 0;
  }, 0x2545f491);
}

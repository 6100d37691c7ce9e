import { type Random, pick, seededRandom } from '../faults/seeded-random.ts';

export { type Random, pick, seededRandom };

/** A random integer from 0 to `limit` − 1. */
export function randomBelow(chance: Random, limit: number): number {
  return Math.floor(chance() * limit);
}

/** A random entry of a list that may be empty. */
export function pickOptional<T>(chance: Random, list: readonly T[]): T | undefined {
  return list[randomBelow(chance, list.length)];
}

/** A random name with a probability proportional to its weight. */
export function pickWeighted<Name extends string>(
  chance: Random,
  weights: Record<Name, number>,
): Name {
  const all = Object.entries(weights) as [Name, number][];
  let remaining = chance() * all.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of all) {
    remaining -= weight;
    if (remaining < 0) return name;
  }
  return pick(chance, all)[0];
}

/** Combines numbers into a seed such that neighboring inputs yield unrelated seeds. */
export function mixSeed(...numbers: number[]): number {
  return numbers.reduce((hash, number) => {
    const next = Math.imul(hash ^ (number + 0x9e3779b9), 0x85ebca6b);
    return (next ^ (next >>> 13)) >>> 0;
  }, 0x2545f491);
}

import { type Chance, pick, seededChance } from '../faults/seeded-chance.ts';

export { type Chance, pick, seededChance };

/** A whole number from 0 to below `limit`. */
export function below(chance: Chance, limit: number): number {
  return Math.floor(chance() * limit);
}

/** One of a list that may be empty. */
export function anyOf<T>(chance: Chance, list: readonly T[]): T | undefined {
  return list[below(chance, list.length)];
}

/** One of them, each as likely as its weight says. */
export function weighted<Name extends string>(chance: Chance, weights: Record<Name, number>): Name {
  const all = Object.entries(weights) as [Name, number][];
  let left = chance() * all.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of all) {
    left -= weight;
    if (left < 0) return name;
  }
  return pick(chance, all)[0];
}

/** A seed that depends on all the numbers, so that neighbours have nothing in common. */
export function mixed(...numbers: number[]): number {
  return numbers.reduce((hash, number) => {
    const next = Math.imul(hash ^ (number + 0x9e3779b9), 0x85ebca6b);
    return (next ^ (next >>> 13)) >>> 0;
  }, 0x2545f491);
}

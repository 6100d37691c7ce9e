/**
 * Returns numbers from 0 (included) to 1 (excluded). The same seed returns the same numbers
 * (mulberry32).
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Chooses an item with a probability proportional to its weight. */
export function weighted<Item extends { weight: number }>(
  random: () => number,
  items: readonly Item[],
): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0);
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  const last = items.at(-1);
  if (!last) throw new Error('There are no items to choose from.');
  return last;
}

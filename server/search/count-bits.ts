/**
 * Returns the number of bits that are set. Uses bit manipulation because typo search counts the
 * bits of many words.
 */
export function countBits(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Where in a book a word stands, the weightiest first; as bits, so that a posting holds several. */
export const field = {
  title: 1,
  subtitle: 2,
  contributor: 4,
  subject: 8,
  publisher: 16,
  other: 32,
} as const;

export const fieldBits = 6;
export const fieldMask = (1 << fieldBits) - 1;
export const anyField = fieldMask;

/** Of the fields in the mask the weightiest, as a number from 0. */
export function weightiest(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

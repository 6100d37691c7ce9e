/**
 * Height of an iframe with a reader, in CSS px: a spread on a wide page, a single page on a narrow one. It depends
 * only on the width, so a frame that grows does not request more height.
 */
export function frameHeight(width: number): number {
  return Math.round(Math.min(760, Math.max(520, width * 1.25)));
}

/**
 * Returns the height, in CSS px, of an iframe with a reader. It fits a spread on a wide page and a
 * single page on a narrow page. It depends only on the width, so a frame that grows does not
 * request more height.
 */
export function frameHeight(width: number): number {
  return Math.round(Math.min(760, Math.max(520, width * 1.25)));
}

/**
 * How high a frame with a reader of so many px in width wants to be: an opened book on a wide page, a
 * page of one on a narrow one. It depends on the width alone, so that a frame that grows never asks for
 * more.
 */
export function frameHeight(width: number): number {
  return Math.round(Math.min(760, Math.max(520, width * 1.25)));
}

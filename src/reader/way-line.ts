import type { Place } from './progress.ts';

/**
 * A quiet line above the page: the way back from a jump, on to where the reading stopped elsewhere, or
 * what became of a link. */
export type WayLine =
  | { kind: 'back'; place: Place; page: number }
  | { kind: 'resume'; place: Place; device: string }
  | { kind: 'link'; isCopied: boolean };

import type { Mark } from '../marks/mark.ts';

/** What a menu of marks is about, and where that stands on the stage, in px. */
export interface MarkTarget {
  /** Null for selected text. */
  mark: Mark | null;
  isNoting: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Fingers need room: for handles, and for a menu of the system above. */
  isTouch: boolean;
}

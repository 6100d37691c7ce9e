/** Who speaks: the book’s own recording, or a voice of the device. */
export type Narration = 'recording' | 'voice';

/** Why nothing is heard: the page forbids sounds, or they did not come. */
export type ReadAloudFailure = 'forbidden' | 'broken';

/** A book that is being listened to. */
export interface ReadAloudState {
  narration: Narration;
  status: 'loading' | 'playing' | 'paused' | 'failed';
  failure: ReadAloudFailure | null;
  /** How fast it is spoken; one of `rates`. */
  rate: number;
  /** Whether the person has turned to other pages than are spoken. */
  isAway: boolean;
  /** Whether a table, a list or a note is spoken that may be left. */
  canEscape: boolean;
  /** Whether there are notes and page numbers, and whether they are passed over. */
  hasAsides: boolean;
  skipsAsides: boolean;
  /** Voices of the device that speak the book’s language, and the one that speaks. */
  voices: readonly string[];
  voice: string | null;
}

export const speechRates = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

export function initialReadAloud(narration: Narration): ReadAloudState {
  return {
    narration,
    status: 'loading',
    failure: null,
    rate: 1,
    isAway: false,
    canEscape: false,
    hasAsides: false,
    skipsAsides: false,
    voices: [],
    voice: null,
  };
}

/** Whether a book has a recording, by its reading order. */
export function hasRecording(order: readonly { isNarrated?: boolean | undefined }[]): boolean {
  return order.some((item) => item.isNarrated === true);
}

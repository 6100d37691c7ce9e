/** Source of the narration, which is the book's recording or speech synthesis on the device. */
export type Narration = 'recording' | 'voice';

/**
 * Reason for a playback failure. Either the host page blocks audio (`forbidden`), or the audio
 * failed to load (`broken`).
 */
export type ReadAloudFailure = 'forbidden' | 'broken';

/** A book's read-aloud state. */
export interface ReadAloudState {
  narration: Narration;
  status: 'loading' | 'playing' | 'paused' | 'failed';
  failure: ReadAloudFailure | null;
  /** Speech rate, one of `speechRates`. */
  rate: number;
  /** Whether the user has turned to a page other than the one being read. */
  isAway: boolean;
  /** Whether the table, list or note being read can be skipped. */
  canEscape: boolean;
  /** Whether the book has notes and page numbers, and whether they are skipped. */
  hasAsides: boolean;
  skipsAsides: boolean;
  /** Device voices for the book's language, and the selected voice. */
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

/** Whether any section in the reading order has a recording. */
export function hasRecording(order: readonly { isNarrated?: boolean | undefined }[]): boolean {
  return order.some((item) => item.isNarrated === true);
}

/** Whether speech synthesis has voices. The first call starts loading them. */
export function hasSpeechVoices(): boolean {
  return 'speechSynthesis' in globalThis && speechSynthesis.getVoices().length > 0;
}

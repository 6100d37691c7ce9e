import type { SectionContent } from '../../../server/reading-sessions/contract.ts';
import type { ReadAloudFailure } from '../../state/read-aloud.ts';

/** A part of a section that is spoken without interruption. */
export interface Passage {
  /** Text offsets. */
  start: number;
  end: number;
  /** EPUB structural semantics, such as `footnote`. */
  types: readonly string[];
  /** Index of the passage after the structure (table, list or note) that a listener may leave; null outside one. */
  escape: number | null;
}

/** Progress events of a spoken passage. */
export interface PassageListener {
  /** The passage has been spoken to its end. */
  onEnd: () => void;
  /** The narration has reached a text offset. */
  onPosition: (offset: number) => void;
  /** A word is spoken; text offsets. */
  onWord: (start: number, end: number) => void;
  onFail: (fault: ReadAloudFailure) => void;
  /** The device has paused playback, or requires a user gesture to start it. */
  onPause: () => void;
}

/** Speaks passages one at a time. */
export interface Narrator<Spoken extends Passage> {
  /** Whether narration moves to the page that the reader turns to (EPUB Reading Systems 3.3, section 9.4.1). */
  readonly followsPageTurns: boolean;
  /** The passages of a section, in order. */
  passagesOf(section: SectionContent): readonly Spoken[];
  /** Speaks a passage; interrupts the current one. */
  speak(passage: Spoken, section: SectionContent, listener: PassageListener): void;
  pause(): void;
  resume(): void;
  /** Changes the speed immediately; 1 is normal. */
  setRate(rate: number): void;
  setVoice(voice: string): void;
  /** Stops and releases all resources. The narrator cannot be used again. */
  stop(): void;
}

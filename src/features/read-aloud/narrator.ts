import type { SectionContent } from '../../../server/reading-sessions/contract.ts';
import type { ReadAloudFailure } from '../../state/read-aloud.ts';

/** Part of a section that is spoken without interruption. */
export interface Passage {
  /** Text offsets. */
  start: number;
  end: number;
  /** EPUB structural semantics, such as `footnote`. */
  types: readonly string[];
  /**
   * Index of the passage after the structure (table, list or note) that a listener may leave. Null
   * outside a structure.
   */
  escape: number | null;
}

/** Progress events of a spoken passage. */
export interface PassageListener {
  /** Called when the passage has been spoken to its end. */
  onEnd: () => void;
  /** Called when the narration reaches a text offset. */
  onPosition: (offset: number) => void;
  /** Called when a word is spoken, with its text offsets. */
  onWord: (start: number, end: number) => void;
  onFail: (fault: ReadAloudFailure) => void;
  /** Called when the device pauses playback or requires a user gesture to start it. */
  onPause: () => void;
}

/** Speaks passages one at a time. */
export interface Narrator<Spoken extends Passage> {
  /**
   * Whether narration moves to the page that the reader turns to (EPUB Reading Systems 3.3, section
   * 9.4.1).
   */
  readonly followsPageTurns: boolean;
  /** Returns a section's passages in order. */
  passagesOf(section: SectionContent): readonly Spoken[];
  /** Speaks a passage, interrupting the current one. */
  speak(passage: Spoken, section: SectionContent, listener: PassageListener): void;
  pause(): void;
  resume(): void;
  /** Changes the speed immediately. 1 is normal speed. */
  setRate(rate: number): void;
  setVoice(voice: string): void;
  /** Stops the narrator and releases all resources. The narrator cannot be used again. */
  stop(): void;
}

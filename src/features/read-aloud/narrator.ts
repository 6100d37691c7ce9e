import type { SectionContent } from '../../../server/reading-sessions/contract.ts';
import type { ReadAloudFailure } from '../../state/read-aloud.ts';

/** A piece of a section that is spoken in one go. */
export interface Passage {
  /** Text offsets. */
  start: number;
  end: number;
  /** EPUB structural semantics, such as `footnote`. */
  types: readonly string[];
  /** Index of the passage behind what a listener may leave early; null outside of it. */
  escape: number | null;
}

/** What is heard of a passage while it is spoken. */
export interface PassageListener {
  /** It has been spoken to its end. */
  onEnd: () => void;
  /** The voice has come to a text offset. */
  onPosition: (offset: number) => void;
  /** A word is spoken, by text offsets. */
  onWord: (start: number, end: number) => void;
  onFail: (fault: ReadAloudFailure) => void;
  /** The device has stopped it, or wants to be asked by a press first. */
  onPause: () => void;
}

/** Speaks passages, one at a time. */
export interface Narrator<Spoken extends Passage> {
  /** Whether it goes where the person turns to (EPUB Reading Systems 3.3, section 9.4.1). */
  readonly followsPageTurns: boolean;
  /** What it can speak of a section, in order. */
  passagesOf(section: SectionContent): readonly Spoken[];
  /** Speaks a passage instead of what it speaks now. */
  speak(passage: Spoken, section: SectionContent, hearing: PassageListener): void;
  pause(): void;
  resume(): void;
  /** From now on. */
  setRate(rate: number): void;
  setVoice(voice: string): void;
  /** For good. */
  stop(): void;
}

import type { Settings } from '../../src/state/settings.ts';

/**
 * A piece of text that was not seen exactly once, was not in lines of a readable width, or moved to
 * another page while the section was read.
 */
export interface TextError {
  kind: 'lost' | 'twice' | 'disorder' | 'covered' | 'squeezed' | 'unreachable' | 'unlike' | 'moved';
  /** Pages of the section, from 0, on which it was seen. */
  pages: number[];
  text: string;
  /** Path of the enclosing elements, from the section's root. */
  path: string;
}

/** Result of reading one section to its end. */
export interface SectionReport {
  section: number;
  pages: number;
  /** Length of the section's text without white space. */
  characters: number;
  /** How many of `characters` the book itself hides, for example with `display: none`. */
  unshown: number;
  faults: TextError[];
  /** Pages, from 0, without visible text, pictures or rules. */
  blankPages: number[];
  /** Section that the last turn opened, or null at the end of the book. */
  next: number | null;
}

/** The reading position after a change. */
export interface VisiblePosition {
  section: number;
  page: number;
  pages: number;
  /** The page's text without white space. */
  text: string;
  /** Start and end of `text` within the section's text without white space. */
  start: number;
  end: number;
}

export interface LayoutChange {
  width?: number;
  height?: number;
  /** As in `SettingsRequestEvent`. */
  settings?: Partial<Settings>;
  /** Language of the reader's controls. */
  language?: string;
}

/** Whether the remembered passage is visible, and the text that is visible instead. */
export interface PassageReport {
  isVisible: boolean;
  /** Text of the page, or of the passage's section in scroll mode, without white space. */
  text: string;
}

export interface ReadingProbe {
  /** Waits until the book is open. Returns its readable sections in order. */
  opened(): Promise<number[]>;
  goTo(section: number, offset: number): Promise<void>;
  /** Turns through the current section and one page beyond it. */
  read(): Promise<SectionReport>;
  turn(step: 1 | -1, times: number): Promise<number>;
  /**
   * Turns back to the first page of the book. Returns every page on the way, with the current one.
   */
  back(): Promise<{ section: number; page: number }[]>;
  look(): Promise<VisiblePosition>;
  /**
   * Remembers the first visible character, or the picture before it. Returns the text from there
   * on, which is empty on a page without text.
   */
  remember(): Promise<string>;
  /** Searches for the remembered character or picture, in any mode. */
  recall(): Promise<PassageReport>;
  /** Changes the reader's size, user settings or language. */
  change(to: LayoutChange): Promise<void>;
}

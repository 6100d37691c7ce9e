import type { Mode, Settings, Theme } from '../../reader/settings.ts';
import type { Token } from '../../look/tokens.ts';
import type { WantedSettings } from '../request-events.ts';
import type { Messages } from '../../text/messages.ts';

/** What the typography panel shows. */
export interface ShownSettings {
  text: Messages;
  settings: Settings;
  /** The theme in force: the person's, else the page's. */
  theme: Theme;
  /** The themes to choose from. */
  choices: readonly Theme[];
  /** The theme that the page or its publisher wants; null for none of their own. */
  own: Theme | null;
  /** The house’s tokens, which the samples of the themes show too. */
  branding: Readonly<Record<string, Token>>;
  /** The mode in force. */
  mode: Mode;
  /** Of the text on screen. */
  direction: 'ltr' | 'rtl';
  /** Whether all of the book is of fixed layout: its type is its publisher's. */
  isFixed: boolean;
  /** Whether there is ruby to hide. */
  hasRuby: boolean;
}

/** Asks for another look. */
export type AskFor = (settings: WantedSettings) => void;

import type { Embed } from '../../server/reading-sessions/contract.ts';
import type { FontChoice } from '../../shared/typefaces.ts';

/** `pages` shows one page or spread at a time, and `scroll` shows one continuous column. */
export const modes = ['pages', 'scroll'] as const;
export type Mode = (typeof modes)[number];
export const themes = ['light', 'dark', 'sepia', 'contrast', 'system'] as const;
export type Theme = (typeof themes)[number];
export type ColumnChoice = 'auto' | 'one' | 'two';
export type MarginChoice = 'narrow' | 'normal' | 'wide';
export type AlignChoice = 'book' | 'start' | 'justify';
export type HyphenChoice = 'book' | 'auto' | 'none';
export type RubyChoice = 'shown' | 'hidden';
/**
 * Animation of page turns. With `auto`, pages follow a swipe, and other input turns them
 * immediately.
 */
export type PageTurn = 'auto' | 'slide' | 'fade' | 'none';
/** Progress displays in the order in which the button cycles through them. */
export const progressDisplays = ['percent', 'page', 'left', 'time'] as const;
export type ProgressDisplay = (typeof progressDisplays)[number];

/** User settings for the pages. */
export interface Settings {
  /** Factor applied to the base text size, one of `fontScales`. */
  fontScale: number;
  /** Null follows the element's `theme` attribute. */
  theme: Theme | null;
  /** Null follows the element's `mode` attribute. */
  mode: Mode | null;
  /** `auto` shows two columns if there is enough space, and `two` whenever they fit. */
  columns: ColumnChoice;
  margins: MarginChoice;
  font: FontChoice;
  /** Multiple of the text size, or null for the book's value. */
  lineHeight: number | null;
  /** Space between paragraphs in multiples of the text size, or null for the book's value. */
  paragraphSpacing: number | null;
  /** Extra space between letters and between words, in multiples of the text size. */
  letterSpacing: number;
  wordSpacing: number;
  align: AlignChoice;
  hyphens: HyphenChoice;
  ruby: RubyChoice;
  /** Null follows the element's `page-turn` attribute. */
  pageTurn: PageTurn | null;
  /** How the progress bar shows the reading position. */
  reading: ProgressDisplay;
  /** Whether single letters work as keyboard shortcuts. */
  shortcuts: boolean;
}

export const defaultSettings: Settings = {
  fontScale: 1,
  theme: null,
  mode: null,
  columns: 'auto',
  margins: 'normal',
  font: 'book',
  lineHeight: null,
  paragraphSpacing: null,
  letterSpacing: 0,
  wordSpacing: 0,
  align: 'book',
  hyphens: 'book',
  ruby: 'shown',
  pageTurn: null,
  reading: 'percent',
  shortcuts: true,
};

export const fontScales = [0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.4, 1.6, 1.8, 2.1, 2.5] as const;

/** Valid values of each setting, in display order. */
export const settingChoices: { readonly [Name in keyof Settings]: readonly Settings[Name][] } = {
  fontScale: fontScales,
  theme: [null, ...themes],
  mode: [null, ...modes],
  columns: ['auto', 'one', 'two'],
  margins: ['narrow', 'normal', 'wide'],
  font: [
    'book',
    'serif',
    'sans',
    'system',
    'literata',
    'source-serif',
    'garamond',
    'bitter',
    'atkinson',
    'lexend',
    'source-sans',
    'inter',
    'mono',
    'dyslexic',
  ],
  // `null` is in the position that a typical book's value would have.
  lineHeight: [1.2, 1.35, null, 1.65, 1.8, 2, 2.25],
  paragraphSpacing: [0, null, 0.5, 1, 1.5, 2],
  letterSpacing: [0, 0.03, 0.06, 0.09, 0.12, 0.16],
  wordSpacing: [0, 0.08, 0.16, 0.25, 0.4],
  align: ['book', 'start', 'justify'],
  hyphens: ['book', 'auto', 'none'],
  ruby: ['shown', 'hidden'],
  pageTurn: [null, 'auto', 'slide', 'fade', 'none'],
  reading: progressDisplays,
  shortcuts: [true, false],
};

/** Returns the theme, or undefined if the value is not a theme. */
export function parseTheme(value: unknown): Theme | undefined {
  return themes.find((theme) => theme === value);
}

/** Returns the mode, or undefined if the value is not a mode. */
function parseMode(value: unknown): Mode | undefined {
  return modes.find((mode) => mode === value);
}

/**
 * Returns the mode in which the book is laid out. The user's choice takes precedence (unless the
 * deployment forbids settings), followed by the `mode` attribute and the book's own mode.
 */
export function effectiveMode(
  { mode }: Pick<Settings, 'mode'>,
  attribute: string,
  embed: Pick<Embed, 'deployment' | 'mode'> | undefined,
): Mode {
  const allowsSettings = embed?.deployment?.features.readerSettings ?? true;
  return (allowsSettings && mode) || parseMode(attribute) || embed?.mode || 'pages';
}

/** Parses settings from untrusted storage, omitting invalid ones. */
export function parseSettings(value: unknown): Partial<Settings> {
  if (typeof value !== 'object' || value === null) return {};
  const given: [string, unknown][] = Object.entries(value);
  const choices: Record<string, readonly unknown[]> = settingChoices;
  return Object.fromEntries(given.filter(([name, one]) => choices[name]?.includes(one)));
}

/** Whether the settings change the book's text styles. */
export function hasUserStyles(settings: Settings): boolean {
  const { font, lineHeight, paragraphSpacing, letterSpacing, wordSpacing } = settings;
  return (
    [font, settings.align, settings.hyphens].some((one) => one !== 'book') ||
    lineHeight !== null ||
    paragraphSpacing !== null ||
    letterSpacing + wordSpacing > 0 ||
    settings.ruby === 'hidden'
  );
}

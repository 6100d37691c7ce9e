/** Themes whose tokens a deployment may set. */
export const themes = ['light', 'dark', 'sepia'] as const;
export type ThemeName = (typeof themes)[number];

/** Themes that a reader can select. The colors of `contrast` are fixed (`contrastTokens`). */
export const selectableThemes = [...themes, 'contrast'] as const;
export type SelectableTheme = (typeof selectableThemes)[number];

/** A token's value: one for all themes, or one for each. */
export type Token = string | Readonly<Record<ThemeName, string>>;

/**
 * Every custom property that a page or a deployment may set on `<svc-reader>`, with its default.
 * `npm run docs` copies the comments into the component's reference.
 */
export const tokens = {
  /** Page background. */
  '--svc-background': { light: '#fffefb', dark: '#17181a', sepia: '#f7eedd' },
  /** Color of text in the book and the controls. */
  '--svc-color': { light: '#1d1c1a', dark: '#d3d0c9', sepia: '#43352a' },
  /** Color of secondary text, such as the chapter title and page numbers. */
  '--svc-muted': { light: '#68645d', dark: '#9c9891', sepia: '#735f49' },
  /** Color of hairlines, the unread part of the progress bar, and skeleton lines. */
  '--svc-line': { light: '#e6e2da', dark: '#303236', sepia: '#e4d6bc' },
  /** Color of links, the read part of the progress bar, the selected entry, and the focus ring. */
  '--svc-accent': { light: '#2457d6', dark: '#8fb2ff', sepia: '#8a4613' },
  /** Panel background. */
  '--svc-surface': { light: '#ffffff', dark: '#222428', sepia: '#fdf6e8' },
  /** Background color for selected text. */
  '--svc-selection': { light: '#cfdcfb', dark: '#34487a', sepia: '#ecd6a8' },
  /** Lightness that replaces black in the book’s own colors, 0–1. */
  '--svc-l-base': { light: '0', dark: '0.87', sepia: '0.06' },
  /** Factor that scales the lightness of the book’s own colors. A negative factor inverts it, and `0` ignores the colors. */
  '--svc-l-scale': { light: '1', dark: '-0.67', sepia: '0.89' },
  /** Font for books that set none. */
  '--svc-font-family':
    "'Iowan Old Style', 'Source Serif 4', Charter, 'Bitstream Charter', 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, serif",
  /** Font for the controls. */
  '--svc-ui-font-family': "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  /** Text size at the middle setting, in px. */
  '--svc-font-size': '18px',
  /** Line height for books that set none. */
  '--svc-line-height': '1.5',
  /** Maximum line length, in multiples of the text size. */
  '--svc-measure': '34',
  /** The reader's corner radius. */
  '--svc-radius': '0px',
  /** Background of yellow highlights. `initial` mixes yellow into the page background. */
  '--svc-mark-yellow': 'initial',
  /** Background of green highlights. `initial` mixes green into the page background. */
  '--svc-mark-green': 'initial',
  /** Background of blue highlights. `initial` mixes blue into the page background. */
  '--svc-mark-blue': 'initial',
  /** Background of pink highlights. `initial` mixes pink into the page background. */
  '--svc-mark-pink': 'initial',
  /** Background of purple highlights. `initial` mixes purple into the page background. */
  '--svc-mark-purple': 'initial',
} as const satisfies Record<`--svc-${string}`, Token>;

export type TokenName = keyof typeof tokens;

export const tokenNames = /* @__PURE__ */ listTokenNames();

/** Highlight colors in the `contrast` theme, which are those that the reader mixes itself. */
const defaultHighlightColors = {
  '--svc-mark-yellow': 'initial',
  '--svc-mark-green': 'initial',
  '--svc-mark-blue': 'initial',
  '--svc-mark-pink': 'initial',
  '--svc-mark-purple': 'initial',
} as const;

/** Tokens that the `contrast` theme overrides, for each system color scheme. */
export const contrastTokens = {
  light: {
    '--svc-background': '#ffffff',
    '--svc-color': '#000000',
    '--svc-muted': '#2e2e2e',
    '--svc-line': '#6b6b6b',
    '--svc-accent': '#0033a8',
    '--svc-surface': '#ffffff',
    '--svc-selection': '#bcd6ff',
    '--svc-l-base': '0',
    '--svc-l-scale': '0',
    ...defaultHighlightColors,
  },
  dark: {
    '--svc-background': '#000000',
    '--svc-color': '#ffffff',
    '--svc-muted': '#d6d6d6',
    '--svc-line': '#949494',
    '--svc-accent': '#ffd84d',
    '--svc-surface': '#000000',
    '--svc-selection': '#1f4aa8',
    '--svc-l-base': '1',
    '--svc-l-scale': '0',
    ...defaultHighlightColors,
  },
} as const satisfies Record<'light' | 'dark', Partial<Record<TokenName, string>>>;

/** The allowed values of a token. Numbers and lengths (px) have inclusive bounds. */
export type TokenRule =
  | { kind: 'color' }
  /**
   * Highlight color. `initial` selects the color that the reader mixes from the theme's background.
   */
  | { kind: 'ink' }
  | { kind: 'font-family' }
  | { kind: 'number' | 'length'; min: number; max: number };

/** The values that each token accepts. Used only by the server. Browsers load no part of it. */
export const tokenRules = {
  '--svc-background': { kind: 'color' },
  '--svc-color': { kind: 'color' },
  '--svc-muted': { kind: 'color' },
  '--svc-line': { kind: 'color' },
  '--svc-accent': { kind: 'color' },
  '--svc-surface': { kind: 'color' },
  '--svc-selection': { kind: 'color' },
  '--svc-l-base': { kind: 'number', min: 0, max: 1 },
  '--svc-l-scale': { kind: 'number', min: -1, max: 1 },
  '--svc-font-family': { kind: 'font-family' },
  '--svc-ui-font-family': { kind: 'font-family' },
  '--svc-font-size': { kind: 'length', min: 8, max: 72 },
  '--svc-line-height': { kind: 'number', min: 1, max: 3 },
  '--svc-measure': { kind: 'number', min: 10, max: 100 },
  '--svc-radius': { kind: 'length', min: 0, max: 100 },
  '--svc-mark-yellow': { kind: 'ink' },
  '--svc-mark-green': { kind: 'ink' },
  '--svc-mark-blue': { kind: 'ink' },
  '--svc-mark-pink': { kind: 'ink' },
  '--svc-mark-purple': { kind: 'ink' },
} as const satisfies Record<TokenName, TokenRule>;

/** Returns a token's value in one theme, or undefined if the token is undefined. */
export function tokenValue(token: Token, theme: ThemeName): string;
export function tokenValue(token: Token | undefined, theme: ThemeName): string | undefined;
export function tokenValue(token: Token | undefined, theme: ThemeName): string | undefined {
  return typeof token === 'object' ? token[theme] : token;
}

export function isTokenName(name: string): name is TokenName {
  return Object.hasOwn(tokens, name);
}

/** Returns each token's default in one theme. */
export function tokensFor(theme: ThemeName): [TokenName, string][] {
  return Object.entries<Token>(tokens).map(([name, value]) => [
    asTokenName(name),
    tokenValue(value, theme),
  ]);
}

/** Returns a token's value in one theme from `overrides`, or else the default. */
export function resolveToken(
  overrides: Readonly<Partial<Record<TokenName, Token>>>,
  name: TokenName,
  theme: ThemeName,
): string {
  return tokenValue(overrides[name], theme) ?? tokenValue(tokens[name], theme);
}

/** Restores the type that `Object.entries` loses. */
function asTokenName(name: string): TokenName {
  return name as TokenName;
}

/** Restores the type that `Object.keys` loses. */
function listTokenNames(): [TokenName, ...TokenName[]] {
  return Object.keys(tokens) as [TokenName, ...TokenName[]];
}

/** Themes whose tokens a deployment may set. */
export const themes = ['light', 'dark', 'sepia'] as const;
export type ThemeName = (typeof themes)[number];

/** Themes that a reader can select. The colors of `contrast` are fixed (`contrastTokens`). */
export const selectableThemes = [...themes, 'contrast'] as const;
export type SelectableTheme = (typeof selectableThemes)[number];

/** A token's value: one for all themes, or one for each. */
export type Token = string | Readonly<Record<ThemeName, string>>;

/** Tokens that the reader sets in every theme. */
const themedTokens = {
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
  /** Lightness that replaces black in the book's own colors, 0–1. */
  '--svc-l-base': { light: '0', dark: '0.87', sepia: '0.06' },
  /**
   * Factor that scales the lightness of the book's own colors. A negative factor inverts it, and
   * `0` ignores the colors.
   */
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
} as const satisfies Record<`--svc-${string}`, Token>;

/** Tokens that only pages and deployments set. The reader's style sheets contain their defaults. */
const optionalTokens = {
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
  /** Background of the toolbar; `initial` for the page background. */
  '--svc-toolbar-background': 'initial',
  /** Background of the progress bar; `initial` for the page background. */
  '--svc-progress-background': 'initial',
  /** Corner radius of panels, menus and dialogs; `initial` for the reader's own, 14 to 18 px. */
  '--svc-panel-radius': 'initial',
  /** Corner radius of buttons, fields and list entries; `initial` for the reader's own. */
  '--svc-button-radius': 'initial',
  /** Font of headings in panels; `initial` for the font of the controls. */
  '--svc-heading-font-family': 'initial',
  /** Style of the title in the toolbar: `normal` or `italic`. */
  '--svc-title-font-style': 'normal',
  /** Weight of the title in the toolbar. */
  '--svc-title-font-weight': '400',
  /** Capitals in the toolbar's title: `none`, `uppercase`, `lowercase` or `capitalize`. */
  '--svc-title-text-transform': 'none',
} as const satisfies Record<`--svc-${string}`, Token>;

/**
 * Every custom property that a page or a deployment can set on `<svc-reader>`, with its default.
 * `npm run docs` copies the comments into the element reference.
 */
export const tokens = /* @__PURE__ */ mergeTokens(themedTokens, optionalTokens);

export type TokenName = keyof typeof tokens;

export const tokenNames = /* @__PURE__ */ listTokenNames();

/**
 * Color tokens without a default value, which the `contrast` theme resets, without their `--svc-`
 * prefix.
 */
export const optionalColors =
  'mark-yellow mark-green mark-blue mark-pink mark-purple toolbar-background progress-background';

/** The other tokens without a default value. */
export const optionalShapes = /^--svc-(panel|button|heading|title)-/;

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
  },
} as const satisfies Record<'light' | 'dark', Partial<Record<TokenName, string>>>;

/** The allowed values of a token. Numbers and lengths (px) have inclusive bounds. */
export type TokenRule =
  | { kind: 'color' }
  /**
   * Highlight color. `initial` selects the color that the reader mixes from the theme's background.
   */
  | { kind: 'ink' }
  /** Background color; `initial` for the page background. */
  | { kind: 'background' }
  /** `isOptional`: whether `initial` is also allowed, which selects the reader's own value. */
  | { kind: 'font-family'; isOptional?: boolean }
  | { kind: 'keyword'; values: readonly string[] }
  | { kind: 'number' | 'length'; min: number; max: number; isOptional?: boolean };

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
  '--svc-toolbar-background': { kind: 'background' },
  '--svc-progress-background': { kind: 'background' },
  '--svc-panel-radius': { kind: 'length', min: 0, max: 40, isOptional: true },
  '--svc-button-radius': { kind: 'length', min: 0, max: 40, isOptional: true },
  '--svc-heading-font-family': { kind: 'font-family', isOptional: true },
  '--svc-title-font-style': { kind: 'keyword', values: ['normal', 'italic'] },
  '--svc-title-font-weight': { kind: 'number', min: 100, max: 900 },
  '--svc-title-text-transform': {
    kind: 'keyword',
    values: ['none', 'uppercase', 'lowercase', 'capitalize'],
  },
} as const satisfies Record<TokenName, TokenRule>;

/** Returns a token's value in one theme, or undefined if the token is undefined. */
export function tokenValue(token: Token, theme: ThemeName): string;
export function tokenValue(token: Token | undefined, theme: ThemeName): string | undefined;
export function tokenValue(token: Token | undefined, theme: ThemeName): string | undefined {
  return typeof token === 'object' ? token[theme] : token;
}

/** Returns each token's default in one theme. */
export function tokensFor(theme: ThemeName): [TokenName, string][] {
  return Object.entries<Token>(themedTokens).map(([name, value]) => [
    asTokenName(name),
    tokenValue(value, theme),
  ]);
}

/** Returns a token's value in one theme from `overrides`, otherwise the default. */
export function resolveToken(
  overrides: Readonly<Partial<Record<TokenName, Token>>>,
  name: TokenName,
  theme: ThemeName,
): string {
  return tokenValue(overrides[name], theme) ?? tokenValue(tokens[name], theme);
}

/**
 * Merges the tokens in a function, because the build can drop a call from a script that uses only
 * the themed tokens.
 */
function mergeTokens<Themed, Optional>(themed: Themed, optional: Optional): Themed & Optional {
  return { ...themed, ...optional };
}

/** Restores the type that `Object.entries` loses. */
function asTokenName(name: string): TokenName {
  return name as TokenName;
}

/** Restores the type that `Object.keys` loses. */
function listTokenNames(): [TokenName, ...TokenName[]] {
  return Object.keys(tokens) as [TokenName, ...TokenName[]];
}

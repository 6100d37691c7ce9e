/** Themes whose tokens a deployment may set. */
export const themes = ['light', 'dark', 'sepia'] as const;
export type ThemeName = (typeof themes)[number];

/** Themes that a reader can select. The colors of `contrast` are fixed (`contrastTokens`). */
export const selectableThemes = [...themes, 'contrast'] as const;
export type SelectableTheme = (typeof selectableThemes)[number];

/** A token's value: one for all themes, or one for each. */
export type Token = string | Readonly<Record<ThemeName, string>>;

const inEach = (light: string, dark: string, sepia: string) => ({ light, dark, sepia });

/** Tokens that the reader sets in every theme. The colors come first. */
const themedTokens = {
  /** Page background. */
  '--svc-background': inEach('#fffefb', '#17181a', '#f7eedd'),
  /** Color of text in the book and the controls. */
  '--svc-color': inEach('#1d1c1a', '#d3d0c9', '#43352a'),
  /** Color of secondary text, such as the chapter title and page numbers. */
  '--svc-muted': inEach('#68645d', '#9c9891', '#735f49'),
  /** Color of hairlines, the unread part of the progress bar, and skeleton lines. */
  '--svc-line': inEach('#e6e2da', '#303236', '#e4d6bc'),
  /** Color of links, the read part of the progress bar, the selected entry, and the focus ring. */
  '--svc-accent': inEach('#2457d6', '#8fb2ff', '#8a4613'),
  /** Panel background. */
  '--svc-surface': inEach('#fff', '#222428', '#fdf6e8'),
  /** Background color for selected text. */
  '--svc-selection': inEach('#cfdcfb', '#34487a', '#ecd6a8'),
  /** Lightness that replaces black in the book's own colors, 0–1. */
  '--svc-l-base': inEach('0', '0.87', '0.06'),
  /**
   * Factor that scales the lightness of the book's own colors. A negative factor inverts it, and
   * `0` ignores the colors.
   */
  '--svc-l-scale': inEach('1', '-0.67', '0.89'),
  /** Font for books that set none. */
  '--svc-font-family':
    "'Iowan Old Style', 'Source Serif 4', Charter, 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, serif",
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

/** Values of the color tokens in the `contrast` theme, in their order. */
const contrastValues = {
  light: '#fff #000 #333 #666 #03a #fff #bdf 0 0',
  dark: '#000 #fff #ddd #999 #fd4 #000 #24a 1 0',
};

/** Returns the tokens that the `contrast` theme overrides, for a system color scheme. */
export function contrastTokens(scheme: 'light' | 'dark'): [TokenName, string][] {
  const values = contrastValues[scheme].split(' ');
  return tokensFor(scheme)
    .slice(0, values.length)
    .map(([name], at) => [name, values[at] ?? '']);
}

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

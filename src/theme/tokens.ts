export type ThemeName = 'light' | 'dark' | 'sepia';

/** A default value: one for all themes, or one per theme. */
export type Token = string | Readonly<Record<ThemeName, string>>;

/** Every custom property that a page can set on `<svc-reader>`, with its description and default. */
export const tokens = {
  /** Page background. */
  '--svc-background': { light: '#fffefb', dark: '#17181a', sepia: '#f7eedd' },
  /** Text of the book and of the controls. */
  '--svc-color': { light: '#1d1c1a', dark: '#d3d0c9', sepia: '#43352a' },
  /** Secondary text: chapter title and page numbers. */
  '--svc-muted': { light: '#68645d', dark: '#9c9891', sepia: '#735f49' },
  /** Hairlines, the unread part of the progress bar, skeleton lines. */
  '--svc-line': { light: '#e6e2da', dark: '#303236', sepia: '#e4d6bc' },
  /** Links, the read part of the progress bar, the selected entry, focus rings. */
  '--svc-accent': { light: '#2457d6', dark: '#8fb2ff', sepia: '#8a4613' },
  /** Background of panels over the page. */
  '--svc-surface': { light: '#ffffff', dark: '#222428', sepia: '#fdf6e8' },
  /** Background of selected text. */
  '--svc-selection': { light: '#cfdcfb', dark: '#34487a', sepia: '#ecd6a8' },
  /** Lightness that replaces black in the book’s own colors, 0–1. */
  '--svc-l-base': { light: '0', dark: '0.87', sepia: '0.06' },
  /** Factor applied to the lightness of the book’s own colors; a negative value inverts it, `0` ignores the colors. */
  '--svc-l-scale': { light: '1', dark: '-0.67', sepia: '0.89' },
  /** Font of books that set none. */
  '--svc-font-family':
    "'Iowan Old Style', 'Source Serif 4', Charter, 'Bitstream Charter', 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, serif",
  /** Font of the controls. */
  '--svc-ui-font-family': "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  /** Text size at the default user setting, in px. */
  '--svc-font-size': '18px',
  /** Line height of books that set none. */
  '--svc-line-height': '1.5',
  /** Maximum line length, in multiples of the text size. */
  '--svc-measure': '34',
  /** Corner radius of the reader. */
  '--svc-radius': '0px',
  /** Background of yellow highlights; `initial` mixes the color with the page background. */
  '--svc-mark-yellow': 'initial',
  /** Background of green highlights; `initial` mixes the color with the page background. */
  '--svc-mark-green': 'initial',
  /** Background of blue highlights; `initial` mixes the color with the page background. */
  '--svc-mark-blue': 'initial',
  /** Background of pink highlights; `initial` mixes the color with the page background. */
  '--svc-mark-pink': 'initial',
  /** Background of purple highlights; `initial` mixes the color with the page background. */
  '--svc-mark-purple': 'initial',
} as const satisfies Record<`--svc-${string}`, Token>;

export type TokenName = keyof typeof tokens;

/** Values that count as unset. */
const defaultHighlightColors = {
  '--svc-mark-yellow': 'initial',
  '--svc-mark-green': 'initial',
  '--svc-mark-blue': 'initial',
  '--svc-mark-pink': 'initial',
  '--svc-mark-purple': 'initial',
} as const;

/** Tokens that the `contrast` theme replaces, on a light and on a dark system. */
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

/** A token's value in one theme; undefined if it has none. */
export function tokenValue(token: Token | undefined, theme: ThemeName): string | undefined {
  return typeof token === 'object' ? token[theme] : token;
}

export function isTokenName(name: string): name is TokenName {
  return Object.hasOwn(tokens, name);
}

/** Each token's value in one theme. */
export function tokensFor(theme: ThemeName): [TokenName, string][] {
  return Object.entries<Token>(tokens).map(([name, value]) => [
    asTokenName(name),
    tokenValue(value, theme) ?? '',
  ]);
}

/** Narrows a key of `tokens`, because `Object.entries` widens keys to strings. */
function asTokenName(name: string): TokenName {
  if (!isTokenName(name)) throw new Error(`${name} is not a theme token.`);
  return name;
}

export type ThemeName = 'light' | 'dark' | 'sepia';

/** A default: one for every theme, or one for each. */
export type Token = string | Readonly<Record<ThemeName, string>>;

/** Every custom property that a page may set on `<svc-reader>`, its meaning and its default. */
export const tokens = {
  /** Paper. */
  '--svc-background': { light: '#fffefb', dark: '#17181a', sepia: '#f7eedd' },
  /** Text of the book and of the controls. */
  '--svc-color': { light: '#1d1c1a', dark: '#d3d0c9', sepia: '#43352a' },
  /** Secondary text: chapter title, page numbers. */
  '--svc-muted': { light: '#68645d', dark: '#9c9891', sepia: '#735f49' },
  /** Hairlines, the unread part of the progress, skeleton lines. */
  '--svc-line': { light: '#e6e2da', dark: '#303236', sepia: '#e4d6bc' },
  /** Links, the read part of the progress, the chosen entry, focus. */
  '--svc-accent': { light: '#2457d6', dark: '#8fb2ff', sepia: '#8a4613' },
  /** Panels above the page. */
  '--svc-surface': { light: '#ffffff', dark: '#222428', sepia: '#fdf6e8' },
  /** Behind selected text. */
  '--svc-selection': { light: '#cfdcfb', dark: '#34487a', sepia: '#ecd6a8' },
  /** Lightness to which black among the book’s own colours is moved, 0–1. */
  '--svc-l-base': { light: '0', dark: '0.87', sepia: '0.06' },
  /** Factor on the lightness of the book’s own colours; negative inverts it, `0` leaves them out. */
  '--svc-l-scale': { light: '1', dark: '-0.67', sepia: '0.89' },
  /** Text of books that name no font of their own. */
  '--svc-font-family':
    "'Iowan Old Style', 'Source Serif 4', Charter, 'Bitstream Charter', 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, serif",
  /** Controls. */
  '--svc-ui-font-family': "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  /** Size of the text at the person’s middle setting, in px. */
  '--svc-font-size': '18px',
  /** Line height of books that set none. */
  '--svc-line-height': '1.5',
  /** Longest line, in multiples of the text’s size. */
  '--svc-measure': '34',
  /** Corners of the reader. */
  '--svc-radius': '0px',
  /** Behind text that is marked in yellow; `initial` is ink in the paper. */
  '--svc-mark-yellow': 'initial',
  /** Behind text that is marked in green; `initial` is ink in the paper. */
  '--svc-mark-green': 'initial',
  /** Behind text that is marked in blue; `initial` is ink in the paper. */
  '--svc-mark-blue': 'initial',
  /** Behind text that is marked in pink; `initial` is ink in the paper. */
  '--svc-mark-pink': 'initial',
  /** Behind text that is marked in purple; `initial` is ink in the paper. */
  '--svc-mark-purple': 'initial',
} as const satisfies Record<`--svc-${string}`, Token>;

export type TokenName = keyof typeof tokens;

/** As if nobody had set them. */
const defaultHighlightColors = {
  '--svc-mark-yellow': 'initial',
  '--svc-mark-green': 'initial',
  '--svc-mark-blue': 'initial',
  '--svc-mark-pink': 'initial',
  '--svc-mark-purple': 'initial',
} as const;

/** What the theme of the strongest contrast has instead, on a light and on a dark system. */
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

/** A token's value in one theme; undefined for none. */
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

/** `Object.entries` forgets the names' type. */
function asTokenName(name: string): TokenName {
  if (!isTokenName(name)) throw new Error(`${name} is no token.`);
  return name;
}

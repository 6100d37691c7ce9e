/** Themes whose tokens a deployment can set. */
export const themes = ['light', 'dark', 'sepia'] as const;
export type Theme = (typeof themes)[number];
/** Themes that readers can choose; the colors of `contrast` belong to the component. */
export const selectableThemes = [...themes, 'contrast'] as const;
export type SelectableTheme = (typeof selectableThemes)[number];

/** Valid values of a token; `min` and `max` are inclusive. */
export type TokenRule =
  | { kind: 'color' }
  /** Highlight color behind book text; `initial` lets the reader derive it from the theme. */
  | { kind: 'ink' }
  | { kind: 'font-family' }
  | { kind: 'number' | 'length'; min: number; max: number };

type TokenEntry = TokenRule & { default: string | Readonly<Record<Theme, string>> };

/**
 * The custom properties of `<svc-reader>` that a deployment can set, with the component's defaults.
 * Contrast is checked with the defaults for unset tokens, as the reader displays them.
 */
export const tokenTable = {
  '--svc-background': {
    kind: 'color',
    default: { light: '#fffefb', dark: '#17181a', sepia: '#f7eedd' },
  },
  '--svc-color': {
    kind: 'color',
    default: { light: '#1d1c1a', dark: '#d3d0c9', sepia: '#43352a' },
  },
  '--svc-muted': {
    kind: 'color',
    default: { light: '#68645d', dark: '#9c9891', sepia: '#735f49' },
  },
  '--svc-line': {
    kind: 'color',
    default: { light: '#e6e2da', dark: '#303236', sepia: '#e4d6bc' },
  },
  '--svc-accent': {
    kind: 'color',
    default: { light: '#2457d6', dark: '#8fb2ff', sepia: '#8a4613' },
  },
  '--svc-surface': {
    kind: 'color',
    default: { light: '#ffffff', dark: '#222428', sepia: '#fdf6e8' },
  },
  '--svc-selection': {
    kind: 'color',
    default: { light: '#cfdcfb', dark: '#34487a', sepia: '#ecd6a8' },
  },
  '--svc-l-base': {
    kind: 'number',
    min: 0,
    max: 1,
    default: { light: '0', dark: '0.87', sepia: '0.06' },
  },
  '--svc-l-scale': {
    kind: 'number',
    min: -1,
    max: 1,
    default: { light: '1', dark: '-0.67', sepia: '0.89' },
  },
  '--svc-font-family': {
    kind: 'font-family',
    default:
      "'Iowan Old Style', 'Source Serif 4', Charter, 'Bitstream Charter', 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, serif",
  },
  '--svc-ui-font-family': {
    kind: 'font-family',
    default: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  },
  '--svc-font-size': { kind: 'length', min: 8, max: 72, default: '18px' },
  '--svc-line-height': { kind: 'number', min: 1, max: 3, default: '1.5' },
  '--svc-measure': { kind: 'number', min: 10, max: 100, default: '34' },
  '--svc-radius': { kind: 'length', min: 0, max: 100, default: '0px' },
  '--svc-mark-yellow': { kind: 'ink', default: 'initial' },
  '--svc-mark-green': { kind: 'ink', default: 'initial' },
  '--svc-mark-blue': { kind: 'ink', default: 'initial' },
  '--svc-mark-pink': { kind: 'ink', default: 'initial' },
  '--svc-mark-purple': { kind: 'ink', default: 'initial' },
} as const satisfies Record<`--svc-${string}`, TokenEntry>;

export type TokenName = keyof typeof tokenTable;

const defaultHighlightColors = {
  '--svc-mark-yellow': 'initial',
  '--svc-mark-green': 'initial',
  '--svc-mark-blue': 'initial',
  '--svc-mark-pink': 'initial',
  '--svc-mark-purple': 'initial',
} as const;

/** The tokens of the theme `contrast`, for light and dark system settings. */
export const highContrastTokens: Readonly<
  Record<'light' | 'dark', Partial<Record<TokenName, string>>>
> = {
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
};

export const tokenNames = Object.keys(tokenTable) as [TokenName, ...TokenName[]];

/** The component's default of a token in a theme. */
export function defaultTokenValue(name: TokenName, theme: Theme): string {
  const entry: TokenEntry = tokenTable[name];
  return typeof entry.default === 'string' ? entry.default : entry.default[theme];
}

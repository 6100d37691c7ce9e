export type ThemeName = 'light' | 'dark' | 'sepia';

export interface Token {
  /** One value for every theme, or one for each. */
  default: string | Record<ThemeName, string>;
  meaning: string;
}

/** Every custom property that a page may set on `<svc-reader>`. */
export const tokens = {
  '--svc-background': {
    default: { light: '#fffefb', dark: '#17181a', sepia: '#f7eedd' },
    meaning: 'Paper.',
  },
  '--svc-color': {
    default: { light: '#1d1c1a', dark: '#d3d0c9', sepia: '#43352a' },
    meaning: 'Text of the book and of the controls.',
  },
  '--svc-muted': {
    default: { light: '#68645d', dark: '#9c9891', sepia: '#735f49' },
    meaning: 'Secondary text: chapter title, page numbers.',
  },
  '--svc-line': {
    default: { light: '#e6e2da', dark: '#303236', sepia: '#e4d6bc' },
    meaning: 'Hairlines, the unread part of the progress, skeleton lines.',
  },
  '--svc-accent': {
    default: { light: '#2457d6', dark: '#8fb2ff', sepia: '#8a4613' },
    meaning: 'Links, the read part of the progress, the chosen entry, focus.',
  },
  '--svc-surface': {
    default: { light: '#ffffff', dark: '#222428', sepia: '#fdf6e8' },
    meaning: 'Panels above the page.',
  },
  '--svc-selection': {
    default: { light: '#cfdcfb', dark: '#34487a', sepia: '#ecd6a8' },
    meaning: 'Behind selected text.',
  },
  '--svc-l-base': {
    default: { light: '0', dark: '0.87', sepia: '0.06' },
    meaning: 'Lightness to which black among the book’s own colours is moved, 0–1.',
  },
  '--svc-l-scale': {
    default: { light: '1', dark: '-0.67', sepia: '0.89' },
    meaning: 'Factor on the lightness of the book’s own colours; negative inverts it.',
  },
  '--svc-font-family': {
    default:
      "'Iowan Old Style', 'Source Serif 4', Charter, 'Bitstream Charter', 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, serif",
    meaning: 'Text of books that name no font of their own.',
  },
  '--svc-ui-font-family': {
    default: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
    meaning: 'Controls.',
  },
  '--svc-font-size': {
    default: '18px',
    meaning: 'Size of the text at the person’s middle setting, in px.',
  },
  '--svc-line-height': { default: '1.5', meaning: 'Line height of books that set none.' },
  '--svc-measure': {
    default: '34',
    meaning: 'Longest line, in multiples of the text’s size.',
  },
  '--svc-radius': { default: '0px', meaning: 'Corners of the reader.' },
} as const satisfies Record<`--svc-${string}`, Token>;

export type TokenName = keyof typeof tokens;

export function isTokenName(name: string): name is TokenName {
  return Object.hasOwn(tokens, name);
}

/** Each token's value in one theme. */
export function tokensOf(theme: ThemeName): [TokenName, string][] {
  return Object.entries(tokens).map(([name, { default: value }]) => [
    asTokenName(name),
    typeof value === 'string' ? value : value[theme],
  ]);
}

/** `Object.entries` forgets the names' type. */
function asTokenName(name: string): TokenName {
  if (!isTokenName(name)) throw new Error(`${name} is no token.`);
  return name;
}

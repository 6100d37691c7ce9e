/** Subsets of a typeface, by character. Each is a separate file. */
export const fontSubsets = [
  'latin',
  'latin-ext',
  'vietnamese',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
] as const;
export type FontSubset = (typeof fontSubsets)[number];

/**
 * Font of the text. `book` is the publisher's font. `serif`, `sans` and `system` are device fonts.
 */
export type FontChoice = 'book' | 'serif' | 'sans' | 'system' | TypefaceName;

export type TypefaceName =
  | 'literata'
  | 'source-serif'
  | 'garamond'
  | 'bitter'
  | 'atkinson'
  | 'lexend'
  | 'source-sans'
  | 'inter'
  | 'mono'
  | 'dyslexic';

/** A typeface that the server provides, as files in `svc-reader/fonts/`. */
export interface Typeface {
  /** Proper name, which is not translated. */
  family: string;
  /** Name of the npm package in the scope `@fontsource`, and prefix of the file names. */
  file: string;
  subsets: readonly FontSubset[];
  hasItalic: boolean;
  /** Fonts for characters that the typeface lacks, also used while it loads. */
  fallback: string;
}

const latin = ['latin', 'latin-ext'] as const;
const vietnamese = [...latin, 'vietnamese'] as const;
const cyrillic = [...vietnamese, 'cyrillic', 'cyrillic-ext'] as const;
const serif = "Georgia, 'Noto Serif', serif";
const sans = "'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/** The typefaces that readers can choose, all under the SIL Open Font License 1.1. */
export const typefaces: Readonly<Record<TypefaceName, Typeface>> = {
  literata: typeface('Literata', 'literata', [...cyrillic, 'greek', 'greek-ext'], serif),
  'source-serif': typeface('Source Serif', 'source-serif-4', [...cyrillic, 'greek'], serif),
  garamond: typeface('EB Garamond', 'eb-garamond', [...cyrillic, 'greek', 'greek-ext'], serif),
  bitter: typeface('Bitter', 'bitter', cyrillic, serif),
  atkinson: typeface('Atkinson Hyperlegible', 'atkinson-hyperlegible-next', latin, sans),
  lexend: { ...typeface('Lexend', 'lexend', vietnamese, sans), hasItalic: false },
  'source-sans': typeface(
    'Source Sans',
    'source-sans-3',
    [...cyrillic, 'greek', 'greek-ext'],
    sans,
  ),
  inter: typeface('Inter', 'inter', [...cyrillic, 'greek', 'greek-ext'], sans),
  mono: typeface('JetBrains Mono', 'jetbrains-mono', [...cyrillic, 'greek'], 'monospace'),
  dyslexic: typeface(
    'OpenDyslexic',
    'opendyslexic',
    ['latin'],
    "'Comic Neue', Verdana, sans-serif",
  ),
};

/** Whether a font is one of the typefaces. */
export function isTypeface(font: FontChoice): font is TypefaceName {
  return Object.hasOwn(typefaces, font);
}

/** A file of a typeface. */
export interface TypefaceFile {
  name: string;
  subset: FontSubset;
  weight: '400' | '700';
  style: 'normal' | 'italic';
}

/** The files of a typeface's subsets, in two weights and, if available, in italics. */
export function typefaceFiles({ file, hasItalic }: Typeface, subset: FontSubset): TypefaceFile[] {
  const start = subset === 'latin' ? file : `${file}-${subset}`;
  return (['400', '700'] as const).flatMap((weight) =>
    (hasItalic ? (['normal', 'italic'] as const) : (['normal'] as const)).map((style) => ({
      name: `${start}-${weight}-${style}.woff2`,
      subset,
      weight,
      style,
    })),
  );
}

/** The file with only the letters of the typeface's name, for lists of typefaces. */
export function typefaceNameFile({ file }: Typeface): string {
  return `${file}-name.woff2`;
}

function typeface(
  family: string,
  file: string,
  subsets: readonly FontSubset[],
  fallback: string,
): Typeface {
  return { family, file, subsets, hasItalic: true, fallback };
}

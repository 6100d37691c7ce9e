export const themes = ['light', 'dark', 'sepia', 'system'] as const;
export type Theme = (typeof themes)[number];
export type ColumnChoice = 'auto' | 'one';
/** Page after page, or the whole book as one strip. */
export const modes = ['pages', 'scroll'] as const;
export type Mode = (typeof modes)[number];

/** What a person may change about the pages. */
export interface Settings {
  /** Factor on the base size of the text; one of `fontScales`. */
  fontScale: number;
  /** Null follows the element's `theme` attribute. */
  theme: Theme | null;
  /** `auto`: two columns where two are comfortable. */
  columns: ColumnChoice;
  /** Null follows the element's `mode` attribute. */
  mode: Mode | null;
}

export const defaultSettings: Settings = { fontScale: 1, theme: null, columns: 'auto', mode: null };

export const fontScales = [0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.4, 1.6, 1.8, 2.1, 2.5] as const;

/** Undefined for everything that is no theme. */
export function readTheme(value: unknown): Theme | undefined {
  return themes.find((theme) => theme === value);
}

/** Undefined for everything that is no mode. */
export function readMode(value: unknown): Mode | undefined {
  return modes.find((mode) => mode === value);
}

/** Settings out of a store that anyone may have written to: what is not valid is left out. */
export function readSettings(value: unknown): Partial<Settings> {
  if (typeof value !== 'object' || value === null) return {};
  const settings: Partial<Settings> = {};
  if ('fontScale' in value) {
    const scale = fontScales.find((one) => one === value.fontScale);
    if (scale !== undefined) settings.fontScale = scale;
  }
  const theme = 'theme' in value ? readTheme(value.theme) : undefined;
  if (theme) settings.theme = theme;
  const mode = 'mode' in value ? readMode(value.mode) : undefined;
  if (mode) settings.mode = mode;
  if ('columns' in value && (value.columns === 'auto' || value.columns === 'one')) {
    settings.columns = value.columns;
  }
  return settings;
}

import { isTokenName, tokensOf, valueIn, type ThemeName, type Token } from './tokens.ts';

type Theme = ThemeName | 'system';

/** What a deployment says about the look of its readers; an answer of `/v1/reader/embed` has it. */
export interface House {
  /** `tokens`: names that are no token are left out. */
  theme: { name?: Theme | null; tokens: Readonly<Record<string, Token>> };
  deployment?: {
    /** `themes`: those that a person may choose; `readerSettings`: whether that choice counts. */
    features: { themes: readonly ThemeName[]; readerSettings: boolean };
  } | null;
}

/**
 * The tokens of one theme as a sheet of the reader's root. They stand on `:host`, so that the
 * page's own rules for the element win.
 */
export class ThemeSheet {
  readonly sheet = new CSSStyleSheet();
  house: House = { theme: { tokens: {} } };
  /** The theme in force. */
  wanted: Theme = 'system';
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  readonly #onShow: () => void;

  /** @param onShow - Another theme is in force. */
  constructor(onShow: () => void) {
    this.#onShow = onShow;
  }

  /** Shows what the person chose, else what the page asks for, as far as the house allows. */
  show(chosen: Theme | null, asked?: Theme): void {
    const { theme: own, deployment } = this.house;
    const features = deployment?.features;
    const isAllowed = (theme: ThemeName) => features?.themes.includes(theme) ?? true;
    const isHeard = features?.readerSettings ?? true;
    const ofSystem = this.#system.matches ? 'dark' : 'light';
    this.wanted =
      [isHeard && chosen, asked, own.name].find(
        (theme) => theme && (theme === 'system' || isAllowed(theme)),
      ) || 'system';
    const theme =
      this.wanted !== 'system'
        ? this.wanted
        : isAllowed(ofSystem)
          ? ofSystem
          : (features?.themes[0] ?? ofSystem);
    this.sheet.replaceSync(':host{}');
    const [rule] = this.sheet.cssRules;
    if (!(rule instanceof CSSStyleRule)) return;
    rule.style.setProperty('color-scheme', theme === 'dark' ? 'dark' : 'light');
    for (const [name, value] of tokensOf(theme)) rule.style.setProperty(name, value);
    for (const [name, token] of Object.entries(own.tokens)) {
      if (isTokenName(name)) rule.style.setProperty(name, valueIn(token, theme) ?? null);
    }
    this.#onShow();
  }

  /** Tells when the system turns dark or light. */
  followSystem(onChange: () => void, signal: AbortSignal): void {
    this.#system.addEventListener('change', onChange, { signal });
  }
}

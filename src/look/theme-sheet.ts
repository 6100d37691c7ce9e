import { isTokenName, tokensOf, type ThemeName } from './tokens.ts';

/**
 * The tokens of one theme as a sheet of the reader's root. They stand on `:host`, so that the
 * page's own rules for the element win.
 */
export class ThemeSheet {
  readonly sheet = new CSSStyleSheet();
  /** The publisher's tokens, by name; names that are no token are left out. */
  branding: Readonly<Record<string, string>> = {};
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  readonly #onShow: () => void;
  #wanted: ThemeName | 'system' = 'system';

  /** @param onShow - Another theme is in force. */
  constructor(onShow: () => void) {
    this.#onShow = onShow;
  }

  show(wanted: ThemeName | 'system'): void {
    this.#wanted = wanted;
    const theme = wanted === 'system' ? (this.#system.matches ? 'dark' : 'light') : wanted;
    this.sheet.replaceSync(':host{}');
    const [rule] = this.sheet.cssRules;
    if (!(rule instanceof CSSStyleRule)) return;
    rule.style.setProperty('color-scheme', theme === 'dark' ? 'dark' : 'light');
    for (const [name, value] of tokensOf(theme)) rule.style.setProperty(name, value);
    for (const [name, value] of Object.entries(this.branding)) {
      if (isTokenName(name)) rule.style.setProperty(name, value);
    }
    this.#onShow();
  }

  /** Goes along when the system turns dark or light. */
  followSystem(signal: AbortSignal): void {
    this.#system.addEventListener('change', () => this.show(this.#wanted), { signal });
  }
}

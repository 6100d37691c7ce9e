import { isTokenName, tokensOf, type ThemeName } from './tokens.ts';

/**
 * The tokens of one theme as a sheet of the reader's root. They stand on `:host`, so that the
 * page's own rules for the element win.
 */
export class ThemeSheet {
  readonly sheet = new CSSStyleSheet();

  /** @param branding - Tokens of the publisher, by name; names that are no token are left out. */
  show(theme: ThemeName, branding: Readonly<Record<string, string>> = {}): void {
    this.sheet.replaceSync(':host{}');
    const [rule] = this.sheet.cssRules;
    if (!(rule instanceof CSSStyleRule)) return;
    rule.style.setProperty('color-scheme', theme === 'dark' ? 'dark' : 'light');
    for (const [name, value] of tokensOf(theme)) rule.style.setProperty(name, value);
    for (const [name, value] of Object.entries(branding)) {
      if (isTokenName(name)) rule.style.setProperty(name, value);
    }
  }
}

/** What `system` means at the moment, and a call whenever that changes. */
export function watchSystemTheme(onChange: () => void): {
  isDark: () => boolean;
  stop: () => void;
} {
  const query = matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', onChange);
  return {
    isDark: () => query.matches,
    stop: () => query.removeEventListener('change', onChange),
  };
}

import {
  contrastTokens,
  optionalColors,
  optionalShapes,
  tokensFor,
  tokenValue,
  type ThemeName,
  type Token,
} from '../../shared/theme-tokens.ts';

/** A theme that the user can choose. */
type ThemeChoice = ThemeName | 'contrast';
type Theme = ThemeChoice | 'system';

/** A deployment's theme settings, from the response of `/v1/reader/embed`. */
export interface ThemeConfig {
  /** Unknown names in `tokens` are ignored. */
  theme: { name?: Theme | null; tokens: Readonly<Record<string, Token>> };
  deployment?: {
    /**
     * `themes` lists the themes that the user can choose, and `readerSettings` determines whether
     * the user's choice counts.
     */
    features: { themes: readonly ThemeChoice[]; readerSettings: boolean };
  } | null;
}

/**
 * Style sheet with the tokens of one theme, for the reader's shadow root. The tokens are set on
 * `:host`, so page rules for the element override them, except in the `contrast` theme, where they
 * are `!important`.
 */
export class ThemeSheet {
  readonly sheet = new CSSStyleSheet();
  config: ThemeConfig = { theme: { tokens: {} } };
  /** The active theme, and the theme requested by the host page or its deployment. */
  current: { theme: Theme; ownTheme?: Theme | null } = { theme: 'system' };
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #moreContrast = matchMedia('(prefers-contrast: more)');
  readonly #host: HTMLElement;
  readonly #onChange: () => void;

  /** @param onChange - Called when the theme changes. */
  constructor(host: HTMLElement, onChange: () => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  /** Applies the user's choice or, without one, the page's theme if the deployment allows it. */
  apply(chosen: Theme | null, requested?: Theme): void {
    const { theme: own, deployment } = this.config;
    const features = deployment?.features;
    const isAllowed = (theme: ThemeChoice) => features?.themes.includes(theme) ?? true;
    const allowsUserTheme = features?.readerSettings ?? true;
    const firstAllowed = (...themes: (Theme | null | undefined)[]) =>
      themes.find((theme) => theme && (theme === 'system' || isAllowed(theme)));
    const ownTheme = firstAllowed(requested, own.name);
    const choice = firstAllowed(allowsUserTheme ? chosen : null, ownTheme) ?? 'system';
    this.current = { theme: choice, ownTheme };
    const systemTheme = this.#isPageDark() ? 'dark' : 'light';
    const isPreferred = (theme: ThemeChoice) =>
      isAllowed(theme) && (theme !== 'contrast' || this.#moreContrast.matches);
    const theme =
      choice !== 'system'
        ? choice
        : ((['contrast', systemTheme] as const).find(isPreferred) ??
          features?.themes[0] ??
          systemTheme);
    const base = theme === 'contrast' ? systemTheme : theme;
    // The host keeps its page's color scheme, which `system` follows.
    this.sheet.replaceSync(
      `:host{}:is(.frame,.frame~*){color-scheme:${base === 'dark' ? 'dark' : 'light'}}`,
    );
    const [rule] = this.sheet.cssRules;
    if (!(rule instanceof CSSStyleRule)) return;
    const { style } = rule;
    const set = (tokens: Iterable<readonly [string, Token]>, priority?: string) => {
      for (const [name, token] of tokens) {
        style.setProperty(name, tokenValue(token, base), priority);
      }
    };
    const unset = optionalColors.split(' ').map((name) => [`--svc-${name}`, 'initial'] as const);
    set([...tokensFor(base), ...unset]);
    // Ignores unknown tokens. Known tokens have a value by now, except those for shapes and fonts.
    const isKnown = (name: string) => style.getPropertyValue(name) || optionalShapes.test(name);
    set(Object.entries(own.tokens).filter(([name]) => isKnown(name)));
    if (theme === 'contrast') {
      set([...contrastTokens(systemTheme), ...unset], 'important');
    }
    this.#onChange();
  }

  /** Restores the element's box after a CSS reset such as `all: unset` on the page. */
  restoreBox(): void {
    if (getComputedStyle(this.#host).display !== 'inline') return;
    this.sheet.insertRule(
      ':host(:not([hidden])){display:block!important;position:relative!important;block-size:clamp(320px,80vh,768px)!important;overflow:clip!important}',
    );
  }

  /**
   * Calls back when the page or the system switches between dark and light, or the system's
   * contrast preference changes.
   */
  observeSystem(onChange: () => void, signal: AbortSignal): void {
    for (const query of [this.#dark, this.#moreContrast]) {
      query.addEventListener('change', onChange, { signal });
    }
    this.#host.addEventListener(
      'transitionrun',
      // Only the transition of the host's pseudo-element matters; see `shell-styles.ts`.
      ({ pseudoElement }) => pseudoElement && onChange(),
      { signal },
    );
  }

  /** Whether the host page is dark. If the page has no color scheme, whether the device is. */
  #isPageDark(): boolean {
    let { colorScheme } = getComputedStyle(this.#host);
    if (colorScheme === 'normal') {
      const meta = document.querySelector<HTMLMetaElement>('meta[name=color-scheme]');
      colorScheme = meta?.content ?? '';
    }
    const isDark = colorScheme.includes('dark');
    return isDark === colorScheme.includes('light') ? this.#dark.matches : isDark;
  }
}

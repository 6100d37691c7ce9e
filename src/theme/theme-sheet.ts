import {
  contrastTokens,
  isTokenName,
  tokensFor,
  tokenValue,
  type ThemeName,
  type Token,
} from '../../shared/theme-tokens.ts';

/** What a person may choose from. */
type ThemeChoice = ThemeName | 'contrast';
type Theme = ThemeChoice | 'system';

/** What a deployment says about the look of its readers; an answer of `/v1/reader/embed` has it. */
export interface ThemeConfig {
  /** `tokens`: names that are no token are left out. */
  theme: { name?: Theme | null; tokens: Readonly<Record<string, Token>> };
  deployment?: {
    /** `themes`: those that a person may choose; `readerSettings`: whether that choice counts. */
    features: { themes: readonly ThemeChoice[]; readerSettings: boolean };
  } | null;
}

/**
 * The tokens of one theme as a sheet of the reader's root. They stand on `:host`, so that the
 * page's own rules for the element win; but for those of `contrast`, which are nobody's to weaken.
 */
export class ThemeSheet {
  readonly sheet = new CSSStyleSheet();
  config: ThemeConfig = { theme: { tokens: {} } };
  /** The theme in force, and the one that the page or its house wants. */
  current: { theme: Theme; ownTheme?: Theme | null } = { theme: 'system' };
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #strong = matchMedia('(prefers-contrast: more)');
  readonly #onShow: () => void;

  /** @param onShow - Another theme is in force. */
  constructor(onShow: () => void) {
    this.#onShow = onShow;
  }

  /** Shows what the person chose, else what the page asks for, as far as the house allows. */
  apply(chosen: Theme | null, asked?: Theme): void {
    const { theme: own, deployment } = this.config;
    const features = deployment?.features;
    const isAllowed = (theme: ThemeChoice) => features?.themes.includes(theme) ?? true;
    const isHeard = features?.readerSettings ?? true;
    const first = (...themes: (Theme | null | undefined)[]) =>
      themes.find((theme) => theme && (theme === 'system' || isAllowed(theme)));
    const ownTheme = first(asked, own.name);
    const wanted = first(isHeard ? chosen : null, ownTheme) ?? 'system';
    this.current = { theme: wanted, ownTheme };
    const ofSystem = this.#dark.matches ? 'dark' : 'light';
    const liked: ThemeChoice[] = [
      ...(this.#strong.matches ? (['contrast'] as const) : []),
      ofSystem,
    ];
    const theme =
      wanted !== 'system' ? wanted : (liked.find(isAllowed) ?? features?.themes[0] ?? ofSystem);
    const base = theme === 'contrast' ? ofSystem : theme;
    this.sheet.replaceSync(':host{}');
    const [rule] = this.sheet.cssRules;
    if (!(rule instanceof CSSStyleRule)) return;
    const { style } = rule;
    style.setProperty('color-scheme', base === 'dark' ? 'dark' : 'light');
    for (const [name, value] of tokensFor(base)) style.setProperty(name, value);
    for (const [name, token] of Object.entries(own.tokens)) {
      if (isTokenName(name)) style.setProperty(name, tokenValue(token, base) ?? null);
    }
    if (theme === 'contrast') {
      for (const [name, value] of Object.entries(contrastTokens[ofSystem])) {
        style.setProperty(name, value, 'important');
      }
    }
    this.#onShow();
  }

  /** Gives the reader its box back, where a page has taken every rule from every element. */
  restoreBox(): void {
    this.sheet.insertRule(
      ':host(:not([hidden])){display:block!important;position:relative!important;block-size:min(80vh,768px)!important;min-block-size:320px!important;overflow:clip!important}',
    );
  }

  /** Tells when the system turns dark or light, or asks for more contrast. */
  observeSystem(onChange: () => void, signal: AbortSignal): void {
    for (const query of [this.#dark, this.#strong]) {
      query.addEventListener('change', onChange, { signal });
    }
  }
}

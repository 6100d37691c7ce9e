import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { deviceFonts } from '../../rendition/user-styles/user-css.ts';
import { defaultSettings, themes, type Theme } from '../../state/settings.ts';
import { effectivePageTurn } from '../../state/page-turn.ts';
import { tokenValue, type ThemeName } from '../../../shared/theme-tokens.ts';
import { controlStyles } from '../control-styles.ts';
import { icons } from '../icons.ts';
import { focusPanel, renderPanelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { SettingsRequestEvent, type WantedSettings } from '../../events/request-events.ts';
import { renderBasicSettings, renderAdvancedSettings, type SettingsView } from './settings-form.ts';
import { settingStyles } from './setting-styles.ts';
import type { Embed } from '../../../server/reading-sessions/contract.ts';
import type { PanelView } from '../control-templates.ts';
import { TypefaceNameFonts, typefaceNameFonts } from './typeface-names.ts';

const themeNames = ['light', 'dark', 'sepia'] as const satisfies ThemeName[];

/**
 * Settings panel with the most frequently used settings, and the others under "More". Changes apply
 * immediately to the page behind it.
 *
 * @fires svc-settings-request - The user changed a setting.
 * @fires svc-panel-request - The user closed the panel.
 * @csspart panel - The panel.
 */
export class SvcSettings extends LitElement {
  static override styles = [controlStyles, panelStyles, settingStyles];

  static override properties = { view: {} };

  declare view: SettingsView;

  readonly #nameFonts = new TypefaceNameFonts();

  protected override render() {
    const { messages, settings, isFixed } = this.view;
    const request = (settings: WantedSettings) =>
      this.dispatchEvent(new SettingsRequestEvent(settings));
    const isDefault = JSON.stringify(settings) === JSON.stringify(defaultSettings);
    return renderPanelFrame(this, {
      shape: 'pop',
      title: messages.appearance,
      close: messages.close,
      resize: messages.panelFullHeight,
      content: html`
        ${renderBasicSettings(this.view, request)}
        ${
          isFixed
            ? nothing
            : html`<details @toggle=${showOpened}>
                <summary>${messages.moreSettings}${icons.next}</summary>
                ${renderAdvancedSettings(this.view, request)}
              </details>`
        }
        <button
          type="button"
          class="quiet reset"
          aria-disabled=${isDefault}
          @click=${() => request(defaultSettings)}
        >
          ${messages.reset}
        </button>
      `,
    });
  }

  protected override firstUpdated() {
    focusPanel(this.renderRoot);
    if (!this.view.isFixed) this.#nameFonts.load(this.view.resourceUrl);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#nameFonts.release();
  }

  // Set by script, because the host page's CSP can block style attributes in markup.
  protected override updated() {
    const { branding } = this.view;
    for (const name of themeNames) {
      const background = tokenValue(branding['--svc-background'], name);
      const color = tokenValue(branding['--svc-color'], name);
      for (const sample of this.#all(`.theme-sample.${name} .sample`)) {
        if (background) sample.style.background = background;
        if (color) sample.style.color = color;
      }
    }
    const fonts = { ...deviceFonts, ...typefaceNameFonts, book: 'var(--svc-font-family)' };
    for (const [font, stack] of Object.entries(fonts)) {
      for (const name of this.#all(`.font-sample.${font}`)) name.style.fontFamily = stack;
    }
  }

  #all(selector: string): NodeListOf<HTMLElement> {
    return this.renderRoot.querySelectorAll<HTMLElement>(selector);
  }
}

export const elements = { 'svc-settings': SvcSettings };

export function render({
  state,
  messages,
  theme,
  ownTheme = null,
  embed,
  page,
}: PanelView): TemplateResult {
  const rendition = page.rendition;
  const isFixed = embed?.readingOrder.every(({ layout }) => layout === 'fixed') ?? false;
  return html`<svc-settings
    exportparts="panel"
    .view=${
      {
        messages,
        settings: state.settings,
        theme,
        themeChoices: themeChoices(embed),
        defaultTheme: ownTheme === 'system' ? null : ownTheme,
        branding: embed?.theme.tokens ?? {},
        mode: rendition?.mode ?? 'pages',
        pageTurn: effectivePageTurn(state.settings, requestedPageTurn(page)),
        resourceUrl: rendition?.views.book.resourceUrl('') ?? '',
        direction: rendition?.current.section.direction ?? 'ltr',
        // Fixed-layout pages without a viewport size are rendered as reflowable text.
        isFixed: isFixed && (rendition?.current.isFixed ?? true),
        hasRuby: rendition?.shadowRoots.some((root) => root.querySelector('ruby')) ?? false,
      } satisfies SettingsView
    }
  ></svc-settings>`;
}

/** The value of the reader's `page-turn` attribute. */
function requestedPageTurn(page: Node): string {
  const root = page.getRootNode();
  const reader = root instanceof ShadowRoot ? root.host : null;
  return reader && 'pageTurn' in reader ? String(reader.pageTurn) : '';
}

/** The themes that the user can choose. */
function themeChoices(embed: Embed | undefined): readonly Theme[] {
  const features = embed?.deployment?.features;
  if (!features) return themes;
  if (!features.readerSettings) return [];
  const isOffered = (theme: Theme) => features.themes.some((one) => one === theme);
  return themes.filter((theme) =>
    theme === 'system' ? isOffered('light') && isOffered('dark') : isOffered(theme),
  );
}

/** Scrolls the panel to the additional settings, which begin below the visible part on a phone. */
function showOpened({ currentTarget }: Event): void {
  if (!(currentTarget instanceof HTMLDetailsElement) || !currentTarget.open) return;
  const body = currentTarget.closest('.body');
  // Does not use `scrollIntoView`, which would also scroll the host page.
  if (body instanceof HTMLElement) body.scrollTop = currentTarget.offsetTop - body.offsetTop;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-settings': SvcSettings;
  }
}

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { fontStacks } from '../../rendition/user-styles/user-css.ts';
import { defaultSettings, themes, type Theme } from '../../state/settings.ts';
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

const themeNames = ['light', 'dark', 'sepia'] as const satisfies ThemeName[];

/**
 * How the pages look: what most people look for, and the rest below “More”. The page behind changes at
 * once.
 *
 * @fires svc-settings-request - Something is to look different.
 * @fires svc-panel-request - The sheet is to close.
 * @csspart panel - The sheet.
 */
export class SvcSettings extends LitElement {
  static override styles = [controlStyles, panelStyles, settingStyles];

  static override properties = { view: {} };

  declare view: SettingsView;

  protected override render() {
    const { messages, settings, isFixed } = this.view;
    const ask = (wanted: WantedSettings) => this.dispatchEvent(new SettingsRequestEvent(wanted));
    const isDefault = JSON.stringify(settings) === JSON.stringify(defaultSettings);
    return renderPanelFrame(this, {
      shape: 'pop',
      title: messages.appearance,
      close: messages.close,
      content: html`
        ${renderBasicSettings(this.view, ask)}
        ${
          isFixed
            ? nothing
            : html`<details>
                <summary>${messages.moreSettings}${icons.next}</summary>
                ${renderAdvancedSettings(this.view, ask)}
              </details>`
        }
        <button
          type="button"
          class="quiet reset"
          aria-disabled=${isDefault}
          @click=${() => ask(defaultSettings)}
        >
          ${messages.reset}
        </button>
      `,
    });
  }

  protected override firstUpdated() {
    focusPanel(this.renderRoot);
  }

  // By script, because a style attribute in markup would need the host page's consent (CSP).
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
    for (const [font, stack] of Object.entries(fontStacks)) {
      for (const tile of this.#all(`.font-sample.${font}`)) tile.style.fontFamily = stack;
    }
    for (const tile of this.#all('.font-sample.book')) {
      tile.style.fontFamily = 'var(--svc-font-family)';
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
  const reading = page.rendition;
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
        mode: reading?.mode ?? 'pages',
        direction: reading?.current.section.direction ?? 'ltr',
        // A page that states no size is set as text.
        isFixed: isFixed && (reading?.current.isFixed ?? true),
        hasRuby: reading?.shadowRoots.some((root) => root.querySelector('ruby')) ?? false,
      } satisfies SettingsView
    }
  ></svc-settings>`;
}

/** The themes that the house lets a person choose. */
function themeChoices(embed: Embed | undefined): readonly Theme[] {
  const features = embed?.deployment?.features;
  if (!features) return themes;
  if (!features.readerSettings) return [];
  const isOffered = (theme: Theme) => features.themes.some((one) => one === theme);
  return themes.filter((theme) =>
    theme === 'system' ? isOffered('light') && isOffered('dark') : isOffered(theme),
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-settings': SvcSettings;
  }
}

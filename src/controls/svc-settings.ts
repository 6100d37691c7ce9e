import { html, LitElement, nothing } from 'lit';
import { fontStacks } from '../page/person-css.ts';
import { defaultSettings } from '../reader/settings.ts';
import { valueIn, type ThemeName } from '../look/tokens.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { enterPanel, panelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { SettingsRequestEvent, type WantedSettings } from './request-events.ts';
import { firstSettings } from './settings/first-settings.ts';
import { moreSettings } from './settings/more-settings.ts';
import { settingStyles } from './settings/setting-styles.ts';
import type { ShownSettings } from './settings/shown-settings.ts';

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

  static override properties = { shown: {} };

  declare shown: ShownSettings;

  protected override render() {
    const { text, settings, isFixed } = this.shown;
    const ask = (wanted: WantedSettings) => this.dispatchEvent(new SettingsRequestEvent(wanted));
    const isDefault = JSON.stringify(settings) === JSON.stringify(defaultSettings);
    return panelFrame(this, {
      shape: 'pop',
      title: text.appearance,
      close: text.close,
      content: html`
        ${firstSettings(this.shown, ask)}
        ${
          isFixed
            ? nothing
            : html`<details>
                <summary>${text.moreSettings}${icons.next}</summary>
                ${moreSettings(this.shown, ask)}
              </details>`
        }
        <button
          type="button"
          class="quiet reset"
          aria-disabled=${isDefault}
          @click=${() => ask(defaultSettings)}
        >
          ${text.reset}
        </button>
      `,
    });
  }

  protected override firstUpdated() {
    enterPanel(this.renderRoot);
  }

  // By script, because a style attribute in markup would need the host page's consent (CSP).
  protected override updated() {
    const { branding } = this.shown;
    for (const name of themeNames) {
      const background = valueIn(branding['--svc-background'], name);
      const color = valueIn(branding['--svc-color'], name);
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

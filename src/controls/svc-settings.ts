import { css, html, LitElement, nothing } from 'lit';
import { PanelRequestEvent, SettingsRequestEvent } from './request-events.ts';
import { valueIn, type ThemeName, type Token } from '../look/tokens.ts';
import type { Settings, Theme } from '../reader/settings.ts';
import { stepFontScale } from '../reader/step-font-scale.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { panelStyles } from './panel-styles.ts';

const themeNames = ['light', 'dark', 'sepia'] as const satisfies ThemeName[];

/**
 * Size of the text, theme and columns, in a small sheet below the toolbar.
 *
 * @fires svc-settings-request - Something is to look different.
 * @fires svc-panel-request - The sheet is to close.
 * @csspart panel - The sheet.
 */
export class SvcSettings extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      :host {
        position: absolute;
        inset: 0;
        z-index: 3;
      }
      .scrim {
        position: absolute;
        inset: 0;
      }
      .panel {
        inset-block-start: 48px;
        inset-inline-end: 8px;
        inline-size: min(calc(100% - 16px), 296px);
        max-block-size: calc(100% - 56px);
        overflow: auto;
        padding: 16px;
        border-radius: 16px;
        animation: enter 140ms ease-out;
      }
      fieldset,
      .group {
        all: unset;
        display: block;
      }
      fieldset + fieldset,
      .group + fieldset {
        margin-block-start: 16px;
      }
      legend,
      .name {
        all: unset;
        display: block;
        margin-block-end: 8px;
        color: var(--svc-muted);
        font-size: 13px;
      }
      .size {
        display: grid;
        grid-template-columns: 1fr auto 1fr;
        align-items: center;
        border-radius: 12px;
        background: color-mix(in srgb, var(--svc-color) 6%, transparent);
      }
      .size button {
        font-family: var(--svc-font-family);
        min-block-size: 44px;
      }
      .small {
        font-size: 15px;
      }
      .large {
        font-size: 23px;
      }
      output {
        min-inline-size: 4em;
        text-align: center;
      }
      .choices {
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: 1fr;
        gap: 8px;
      }
      label {
        position: relative;
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 6px;
        cursor: pointer;
        font-size: 12px;
      }
      input {
        position: absolute;
        inset: 0;
        opacity: 0;
        margin: 0;
        cursor: pointer;
      }
      .swatch {
        inline-size: 100%;
        box-sizing: border-box;
        padding: 9px 0;
        border-radius: 12px;
        border: 1px solid var(--svc-line);
        text-align: center;
        font: 400 17px/1.2 var(--svc-font-family);
      }
      .light {
        background: #fffefb;
        color: #1d1c1a;
      }
      .dark {
        background: #17181a;
        color: #d3d0c9;
      }
      .sepia {
        background: #f7eedd;
        color: #43352a;
      }
      .system {
        background: linear-gradient(105deg, #fffefb 50%, #17181a 50%);
        color: #1d1c1a;
      }
      .system span {
        color: #d3d0c9;
      }
      .choice {
        inline-size: 100%;
        box-sizing: border-box;
        padding: 9px 4px;
        border-radius: 12px;
        border: 1px solid var(--svc-line);
        text-align: center;
        font-size: 14px;
      }
      input:checked + * {
        border-color: var(--svc-accent);
        box-shadow: 0 0 0 1px var(--svc-accent);
      }
      input:focus-visible + * {
        outline: 2px solid var(--svc-accent);
        outline-offset: 3px;
      }
      /* Two columns never fit there. */
      @container (max-width: 720px) {
        .columns {
          display: none;
        }
      }
      @keyframes enter {
        from {
          opacity: 0;
          translate: 0 -6px;
        }
      }
    `,
  ];

  static override properties = { text: {}, settings: {}, theme: {}, choices: {}, branding: {} };

  declare text: Messages;
  declare settings: Settings;
  /** The theme in force: the person's, else the page's. */
  declare theme: Theme;
  /** The themes to choose from. */
  declare choices: readonly Theme[];
  /** The house’s tokens, which the samples of the themes show too. */
  declare branding: Readonly<Record<string, Token>>;

  protected override render() {
    const { text, settings } = this;
    const { fontScale } = settings;
    return html`
      <div class="scrim" @click=${this.#close}></div>
      <div
        class="panel"
        part="panel"
        role="dialog"
        aria-label=${text.appearance}
        tabindex="-1"
        @keydown=${this.#onKey}
      >
        <div class="group" role="group" aria-labelledby="size">
          <span class="name" id="size">${text.textSize}</span>
          <div class="size">
            ${this.#sizeButton(-1, text.smaller)}
            <output>${text.percent(fontScale)}</output>
            ${this.#sizeButton(1, text.larger)}
          </div>
        </div>
        ${
          this.choices.length > 1
            ? html`<fieldset>
                <legend>${text.theme}</legend>
                <div class="choices">${this.choices.map((theme) => this.#themeChoice(theme))}</div>
              </fieldset>`
            : nothing
        }
        <fieldset class="columns">
          <legend>${text.columns}</legend>
          <div class="choices">
            ${this.#columnChoice('auto', text.columnsAuto)}
            ${this.#columnChoice('one', text.columnsOne)}
          </div>
        </fieldset>
      </div>
    `;
  }

  protected override firstUpdated() {
    this.renderRoot.querySelector<HTMLElement>('.panel')?.focus({ preventScroll: true });
  }

  // By script, because a style attribute in markup would need the host page's consent (CSP).
  protected override updated() {
    for (const name of themeNames) {
      const swatch = this.renderRoot.querySelector<HTMLElement>(`.swatch.${name}`);
      const background = valueIn(this.branding['--svc-background'], name);
      const color = valueIn(this.branding['--svc-color'], name);
      if (background) swatch?.style.setProperty('background', background);
      if (color) swatch?.style.setProperty('color', color);
    }
  }

  #sizeButton(step: 1 | -1, label: string) {
    const { fontScale } = this.settings;
    const wanted = stepFontScale(fontScale, step);
    return html`<button
      type="button"
      aria-label=${label}
      title=${label}
      ?disabled=${wanted === fontScale}
      @click=${() => this.#request({ fontScale: wanted })}
    >
      <span class=${step > 0 ? 'large' : 'small'} aria-hidden="true">A</span>
    </button>`;
  }

  #themeChoice(theme: Theme) {
    const { text } = this;
    const names: Record<Theme, string> = {
      light: text.themeLight,
      dark: text.themeDark,
      sepia: text.themeSepia,
      system: text.themeSystem,
    };
    return html`<label>
      <input
        type="radio"
        name="theme"
        .checked=${this.theme === theme}
        @change=${() => this.#request({ theme })}
      />
      <span class=${`swatch ${theme}`} aria-hidden="true">A<span>a</span></span>
      ${names[theme]}
    </label>`;
  }

  #columnChoice(columns: Settings['columns'], name: string) {
    return html`<label>
      <input
        type="radio"
        name="columns"
        .checked=${this.settings.columns === columns}
        @change=${() => this.#request({ columns })}
      />
      <span class="choice">${name}</span>
    </label>`;
  }

  #request(settings: ConstructorParameters<typeof SettingsRequestEvent>[0]) {
    this.dispatchEvent(new SettingsRequestEvent(settings));
  }

  #close() {
    this.dispatchEvent(new PanelRequestEvent(null));
  }

  #onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.#close();
  }
}

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { SettingsRequestEvent } from '../../events/request-events.ts';
import type { Mode } from '../../state/settings.ts';
import type { Messages } from '../../i18n/messages.ts';
import { controlStyles } from '../control-styles.ts';
import { isKnownPanel } from './known-panels.ts';
import { focusPanel, renderPanelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import type { VisibleControls } from '../visible-controls.ts';
import type { PanelView } from '../control-templates.ts';

/** Keys and their functions. */
type Shortcut = [keys: readonly string[], meaning: string];

/**
 * Panel with the reader's gestures and keyboard shortcuts, and the setting for single-letter
 * shortcuts. On a touch device, the gestures are first and the shortcuts are collapsed, because
 * tablets may have a keyboard.
 *
 * @fires svc-settings-request - The user turned single-letter shortcuts on or off.
 * @fires svc-panel-request - The user closed the panel.
 * @csspart panel - The panel.
 */
export class SvcHelp extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      h3 {
        margin: 0 0 4px;
        color: var(--svc-muted);
        font: 400 13px/1.4 var(--svc-ui-font-family);
      }
      * + h3 {
        margin-block-start: 18px;
      }
      dl {
        margin: 0;
      }
      dl div {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 16px;
        box-sizing: border-box;
        min-block-size: 34px;
        padding-block: 4px;
        line-height: 1.25;
      }
      dd {
        flex: none;
        display: flex;
        gap: 4px;
        margin: 0;
      }
      kbd {
        box-sizing: border-box;
        min-inline-size: 26px;
        padding: 2px 7px;
        border: 1px solid var(--svc-line);
        border-radius: 6px;
        background: var(--svc-background);
        font: 500 13px/1.5 var(--svc-ui-font-family);
        text-align: center;
        white-space: nowrap;
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        padding-block: 5px;
      }
      .off {
        opacity: 0.45;
      }
      summary {
        margin-block-start: 14px;
        padding-block: 10px;
        cursor: pointer;
      }
      summary:focus-visible {
        outline: 2px solid var(--svc-accent);
        outline-offset: 2px;
      }
      label {
        cursor: pointer;
      }
      input {
        inline-size: 20px;
        block-size: 20px;
        margin: 0;
        accent-color: var(--svc-accent);
        cursor: pointer;
      }
      input:focus-visible {
        outline: 2px solid var(--svc-accent);
        outline-offset: 2px;
      }
    `,
  ];

  static override properties = {
    messages: {},
    progression: {},
    mode: {},
    controls: {},
    hasShortcuts: {},
    hasFullscreen: {},
  };

  declare messages: Messages;
  /** The book's page progression. */
  declare progression: 'ltr' | 'rtl';
  /** Reading mode. Shortcuts for page turns are not listed in scroll mode. */
  declare mode: Mode;
  declare controls: VisibleControls;
  /** Whether single-letter shortcuts are on. */
  declare hasShortcuts: boolean;
  declare hasFullscreen: boolean;

  protected override render() {
    const { messages } = this;
    const isTouch = matchMedia('(pointer: coarse)').matches;
    return renderPanelFrame(this, {
      shape: 'pop',
      title: messages.help,
      close: messages.close,
      resize: messages.panelFullHeight,
      content: isTouch
        ? html`${this.#gestures()}
            <details>
              <summary>${messages.helpLetters}</summary>
              ${this.#keys()}
            </details>`
        : html`${this.#keys()}${this.#gestures()}`,
    });
  }

  #gestures() {
    const { messages, mode } = this;
    const hasTouch = matchMedia('(any-pointer: coarse)').matches;
    const gestures = [
      ...(mode === 'scroll' ? [] : [messages.helpTap]),
      messages.helpMiddle,
      ...(hasTouch ? [messages.helpHold, messages.helpPicture] : []),
    ];
    return html`<h3>${messages.gestures}</h3>
      <ul>
        ${gestures.map((one) => html`<li>${one}</li>`)}
      </ul>`;
  }

  #keys() {
    const { messages, hasShortcuts } = this;
    return html`<h3>${messages.helpTurning}</h3>
      ${this.#list(this.#navigationKeys())}
      <h3>${messages.helpLetters}</h3>
      <div class=${hasShortcuts ? '' : 'off'}>
        ${this.#list(this.#letterKeys())}
        ${this.#hasMarks ? html`<p class="hint">${messages.helpSelect}</p>` : nothing}
      </div>
      <label class="row">
        ${messages.shortcuts}
        <input type="checkbox" .checked=${hasShortcuts} @change=${this.#onSwitch} />
      </label>
      <p class="hint">${messages.helpFocus}</p>`;
  }

  protected override firstUpdated() {
    focusPanel(this.renderRoot);
  }

  #navigationKeys(): Shortcut[] {
    const { messages, progression, mode } = this;
    const arrows = progression === 'rtl' ? ['←', '→'] : ['→', '←'];
    const [next = [], previous = []] = mode === 'scroll' ? [] : arrows.map((arrow) => [arrow]);
    return [
      [[...next, messages.keySpace], messages.nextPage],
      [[...previous, `${messages.keyShift} ${messages.keySpace}`], messages.previousPage],
      [[messages.keyHome, messages.keyEnd], messages.helpEnds],
      [['Alt ←', 'Alt →'], messages.helpHistory],
      [['Esc'], messages.close],
    ];
  }

  get #hasMarks(): boolean {
    return this.controls.marks && isKnownPanel('marks');
  }

  #letterKeys(): Shortcut[] {
    const { messages, controls } = this;
    const shortcuts: [boolean, Shortcut][] = [
      [controls.contents, [['T'], messages.contents]],
      [controls.search && isKnownPanel('search'), [['S', '/'], messages.search]],
      [this.#hasMarks, [['B'], messages.bookmark]],
      [this.#hasMarks, [['H'], messages.highlightSelection]],
      [this.#hasMarks, [['N'], messages.noteSelection]],
      [controls.menu, [['M'], messages.menu]],
      [this.hasFullscreen, [['F'], messages.fullscreen]],
      [true, [['?'], messages.help]],
    ];
    return shortcuts.filter(([isAvailable]) => isAvailable).map(([, shortcut]) => shortcut);
  }

  #list(shortcuts: readonly Shortcut[]) {
    return html`<dl>
      ${shortcuts.map(
        ([keys, meaning]) =>
          html`<div>
            <dt>${meaning}</dt>
            <dd>${keys.map((key) => html`<kbd dir="auto">${key}</kbd>`)}</dd>
          </div>`,
      )}
    </dl>`;
  }

  #onSwitch(event: Event) {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.dispatchEvent(new SettingsRequestEvent({ shortcuts: event.target.checked }));
  }
}

export const elements = { 'svc-help': SvcHelp };

export function render(view: PanelView): TemplateResult {
  const { state, book, messages, controls, page, canFillScreen } = view;
  return html`<svc-help
    exportparts="panel"
    .messages=${messages}
    .progression=${book.progression}
    .mode=${page.rendition?.mode ?? 'pages'}
    .controls=${controls}
    .hasShortcuts=${state.settings.shortcuts}
    .hasFullscreen=${controls.fullscreen && canFillScreen}
  ></svc-help>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-help': SvcHelp;
  }
}

import { css, html, LitElement } from 'lit';
import { PanelRequestEvent } from './request-events.ts';
import type { Panel } from '../reader/state.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';

/**
 * The quiet line above the page: contents, the chapter's title, appearance.
 *
 * @fires svc-panel-request - A panel is to open, or to close.
 * @csspart title - Title of the chapter.
 * @csspart button - Each button.
 */
export class SvcToolbar extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: 1fr minmax(0, auto) 1fr;
        align-items: center;
        gap: 8px;
        padding-inline: 8px;
      }
      p {
        margin: 0;
        overflow: hidden;
        white-space: nowrap;
        text-overflow: ellipsis;
        color: var(--svc-muted);
        font-size: 13px;
        letter-spacing: 0.01em;
      }
      button:last-child {
        justify-self: end;
      }
      .letters {
        font: 400 19px/1 var(--svc-font-family);
      }
      .letters span {
        font-size: 14px;
      }
    `,
  ];

  static override properties = { text: {}, label: {}, panel: {}, parts: {} };

  declare text: Messages;
  /** Title of the chapter, in the book's own language. */
  declare label: { title: string; language: string };
  declare panel: Panel | null;
  /** Which buttons there are. */
  declare parts: { contents: boolean; settings: boolean; title: boolean };

  /** Puts the focus back on the button that opened a panel. */
  focusButton(panel: Panel): void {
    this.renderRoot.querySelector<HTMLElement>(`[data-panel='${panel}']`)?.focus();
  }

  protected override render() {
    const { text, label, parts } = this;
    return html`
      <div>${parts.contents ? this.#button('contents', text.contents, icons.contents) : ''}</div>
      <p part="title" lang=${label.language} dir="auto">${parts.title ? label.title : ''}</p>
      ${
        parts.settings
          ? this.#button(
              'settings',
              text.appearance,
              html`<span class="letters" aria-hidden="true"><span>A</span>A</span>`,
            )
          : ''
      }
    `;
  }

  #button(panel: Panel, label: string, content: unknown) {
    return html`<button
      part="button"
      type="button"
      data-panel=${panel}
      aria-label=${label}
      title=${label}
      aria-haspopup="dialog"
      aria-expanded=${this.panel === panel}
      @click=${() => this.#toggle(panel)}
    >
      ${content}
    </button>`;
  }

  #toggle(panel: Panel) {
    this.dispatchEvent(new PanelRequestEvent(this.panel === panel ? null : panel));
  }
}

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { GoToRequestEvent, PanelRequestEvent } from './request-events.ts';
import type { TocEntry } from '../../server/epub/contract.ts';
import { isLocked, type SampleBounds } from '../reader/sample.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { panelStyles } from './panel-styles.ts';

/**
 * The table of contents, as a sheet at the side.
 *
 * @fires svc-go-to-request - An entry was chosen.
 * @fires svc-panel-request - The sheet is to close, or an entry beyond the sample was chosen.
 * @csspart panel - The sheet.
 * @csspart entry - Each entry that leads somewhere.
 */
export class SvcContents extends LitElement {
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
        background: rgb(0 0 0 / 0.28);
        animation: appear 160ms ease-out;
      }
      .panel {
        inset-block: 0;
        inset-inline-start: 0;
        display: flex;
        flex-direction: column;
        inline-size: min(100%, 380px);
        border-width: 0;
        border-inline-end-width: 1px;
        animation: enter 200ms cubic-bezier(0.2, 0.8, 0.2, 1);
      }
      @container (max-width: 480px) {
        .panel {
          inline-size: 100%;
          border-width: 0;
        }
      }
      nav {
        flex: 1;
        overflow: auto;
        overscroll-behavior: contain;
        padding: 0 8px 16px;
        scrollbar-width: thin;
        scrollbar-color: var(--svc-line) transparent;
      }
      ol {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      ol ol {
        padding-inline-start: 16px;
      }
      .entry {
        display: flex;
        justify-content: flex-start;
        inline-size: 100%;
        min-block-size: 40px;
        padding: 8px 12px;
        font: 400 16px/1.35 var(--svc-font-family);
        text-align: start;
        overflow-wrap: anywhere;
      }
      span.entry {
        box-sizing: border-box;
        color: var(--svc-muted);
        font: 600 13px/1.4 var(--svc-ui-font-family);
        padding-block-start: 14px;
      }
      ol ol .entry {
        font-size: 15px;
        min-block-size: 34px;
        padding-block: 5px;
      }
      [aria-current] {
        color: var(--svc-accent);
        font-weight: 600;
        background: color-mix(in srgb, var(--svc-accent) 9%, transparent);
      }
      .locked {
        color: var(--svc-muted);
      }
      .locked svg {
        flex: none;
        inline-size: 16px;
        block-size: 16px;
        margin-inline-start: auto;
      }
      .spoken {
        position: absolute;
        inline-size: 1px;
        block-size: 1px;
        overflow: hidden;
        clip-path: inset(50%);
        white-space: nowrap;
      }
      p {
        padding: 0 20px;
        color: var(--svc-muted);
      }
      @keyframes enter {
        from {
          translate: -24px 0;
          opacity: 0;
        }
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
    `,
  ];

  static override properties = { text: {}, toc: {}, current: {}, language: {}, sample: {} };

  declare text: Messages;
  declare toc: readonly TocEntry[];
  /** The entry the page belongs to. */
  declare current: TocEntry | null;
  /** BCP 47 tag of the titles. */
  declare language: string;
  /** What of the book may be read. */
  declare sample: SampleBounds;

  protected override render() {
    const { text, toc } = this;
    return html`
      <div class="scrim" @click=${this.#close}></div>
      <div
        class="panel"
        part="panel"
        role="dialog"
        aria-modal="true"
        aria-labelledby="title"
        tabindex="-1"
        @keydown=${this.#onKey}
      >
        <div class="head">
          <h2 id="title">${text.contents}</h2>
          <button type="button" aria-label=${text.close} title=${text.close} @click=${this.#close}>
            ${icons.close}
          </button>
        </div>
        ${
          toc.length > 0
            ? html`<nav aria-labelledby="title" lang=${this.language}>${this.#list(toc)}</nav>`
            : html`<p>${text.noContents}</p>`
        }
      </div>
    `;
  }

  protected override firstUpdated() {
    const current = this.renderRoot.querySelector<HTMLElement>('[aria-current]');
    const list = this.renderRoot.querySelector('nav');
    // Not scrollIntoView: that would scroll the host page too.
    if (current && list) {
      list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    const first = current ?? this.renderRoot.querySelector<HTMLElement>('.panel');
    first?.focus({ preventScroll: true });
  }

  #list(entries: readonly TocEntry[]): TemplateResult {
    return html`<ol>
      ${entries.map((entry) => html`<li>${this.#entry(entry)}${entry.children.length > 0 ? this.#list(entry.children) : ''}</li>`)}
    </ol>`;
  }

  #entry(entry: TocEntry) {
    const { section, offset, title } = entry;
    if (section === null) return html`<span class="entry" dir="auto">${title}</span>`;
    const locked = isLocked({ section, offset }, this.sample);
    return html`<button
      type="button"
      class=${locked ? 'entry locked' : 'entry'}
      part="entry"
      dir="auto"
      aria-current=${entry === this.current ? 'location' : nothing}
      @click=${() => (locked ? this.#offer() : this.#choose(section, offset))}
    >
      ${title}${
        locked
          ? html`${icons.lock}<span class="spoken" lang=${this.text.locale}
                >${this.text.locked}</span
              >`
          : nothing
      }
    </button>`;
  }

  #choose(section: number, offset: number) {
    this.dispatchEvent(new GoToRequestEvent(section, offset));
    this.#close();
  }

  #offer() {
    this.dispatchEvent(new PanelRequestEvent('sample-end'));
  }

  #close() {
    this.dispatchEvent(new PanelRequestEvent(null));
  }

  #onKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      this.#close();
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>('nav button')];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const next = buttons[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

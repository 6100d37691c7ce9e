import { css, html, LitElement, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { SeekRequestEvent, TurnRequestEvent } from './request-events.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';

/** Where in the book the page is. */
export interface ProgressView {
  /** Share of the book read, 0–1. */
  fraction: number;
  /** From 1, within the section. */
  page: number;
  pages: number;
  /** From 1, within the book. */
  position: number;
  positions: number;
  isFirst: boolean;
  isLast: boolean;
  /** Share of the book at which the sample ends, 0–1; null for a whole book. */
  end: number | null;
  /** Side on which the book's next page lies. */
  progression: 'ltr' | 'rtl';
}

/**
 * How far into the book the page is, as a slider, with a button on either side.
 *
 * @fires svc-seek-request - The person picked another place.
 * @fires svc-turn-request - The person asked for the next or the previous page.
 * @csspart track - The slider.
 * @csspart end - Where the sample ends.
 * @csspart page - The page's number.
 * @csspart left - How many pages are left in the chapter.
 * @csspart percent - How much of the book is read.
 */
export class SvcProgress extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        padding-inline: 8px;
      }
      .row {
        display: grid;
        grid-template-columns: auto auto minmax(0, 1fr) auto auto auto;
        align-items: center;
        gap: 4px;
        block-size: 100%;
        color: var(--svc-muted);
        font-size: 13px;
      }
      .row:dir(rtl) svg {
        transform: scaleX(-1);
      }
      .percent {
        min-inline-size: 3.2em;
        text-align: end;
        white-space: nowrap;
      }
      .page,
      .left {
        white-space: nowrap;
      }
      .left {
        padding-inline-start: 8px;
      }
      @container (max-width: 720px) {
        .left {
          display: none;
        }
      }
      .track {
        position: relative;
        display: grid;
        isolation: isolate;
      }
      .end {
        position: absolute;
        z-index: -1;
        inset-block: 10px;
        inset-inline-start: calc(11px + (100% - 24px) * var(--end));
        inline-size: 2px;
        border-radius: 1px;
        background: var(--svc-muted);
        pointer-events: none;
      }
      @media (forced-colors: active) {
        .end {
          forced-color-adjust: none;
          background: CanvasText;
        }
      }
      input {
        appearance: none;
        box-sizing: border-box;
        inline-size: 100%;
        block-size: 32px;
        margin: 0;
        padding-inline: 12px;
        background: none;
        cursor: pointer;
        border-radius: 8px;
        forced-color-adjust: none;
        --toward: right;
        --fill: linear-gradient(
          to var(--toward),
          var(--svc-accent) var(--read),
          var(--svc-line) var(--read)
        );
      }
      input:dir(rtl) {
        --toward: left;
      }
      input:focus-visible {
        outline: 2px solid var(--svc-accent);
      }
      input::-webkit-slider-runnable-track {
        block-size: 3px;
        border-radius: 2px;
        background: var(--fill);
      }
      input::-moz-range-track {
        block-size: 3px;
        border-radius: 2px;
        background: var(--fill);
      }
      input::-webkit-slider-thumb {
        appearance: none;
        inline-size: 14px;
        block-size: 14px;
        margin-block-start: -5.5px;
        border-radius: 50%;
        background: var(--svc-accent);
        border: 2px solid var(--svc-background);
      }
      input::-moz-range-thumb {
        inline-size: 10px;
        block-size: 10px;
        border-radius: 50%;
        background: var(--svc-accent);
        border: 2px solid var(--svc-background);
      }
    `,
  ];

  static override properties = { text: {}, view: {}, wanted: { state: true } };

  declare text: Messages;
  declare view: ProgressView;
  /** Where the slider is held; null while nobody holds it. */
  declare wanted: number | null;

  constructor() {
    super();
    this.wanted = null;
  }

  protected override render() {
    const { text, view } = this;
    const fraction = this.wanted ?? view.fraction;
    return html`<div class="row" dir=${view.progression}>
      ${this.#turnButton(-1, text.previousPage, view.isFirst)}
      <span class="page" part="page" dir="ltr">${text.pageOf(view.page, view.pages)}</span>
      <span class="track">
        <input
          type="range"
          part="track"
          min="0"
          max="1"
          step="0.001"
          aria-label=${text.progress}
          aria-valuetext=${this.#told(fraction)}
          .value=${live(String(Math.round(fraction * 1000) / 1000))}
          @input=${this.#hold}
          @change=${this.#requestSeek}
        />
        ${view.end === null ? nothing : html`<span class="end" part="end"></span>`}
      </span>
      <span class="left" part="left" dir="ltr"
        >${view.pages > view.page ? text.pagesLeft(view.pages - view.page) : nothing}</span
      >
      <span class="percent" part="percent" dir="ltr">${text.percent(fraction)}</span>
      ${this.#turnButton(1, text.nextPage, view.isLast)}
    </div>`;
  }

  protected override updated() {
    // By script, because a style attribute in markup would need the host page's consent (CSP).
    const fraction = this.wanted ?? this.view.fraction;
    const end = this.renderRoot.querySelector<HTMLElement>('.end');
    end?.style.setProperty('--end', String(this.view.end));
    this.renderRoot
      .querySelector('input')
      ?.style.setProperty('--read', `${Math.round(fraction * 1000) / 10}%`);
  }

  #turnButton(step: 1 | -1, label: string, isDisabled: boolean) {
    return html`<button
      type="button"
      part="button"
      aria-label=${label}
      title=${label}
      ?disabled=${isDisabled}
      @click=${() => this.dispatchEvent(new TurnRequestEvent(step))}
    >
      ${step > 0 ? icons.next : icons.previous}
    </button>`;
  }

  #told(fraction: number): string {
    const { text, view } = this;
    const told = [text.percent(fraction), text.positionOf(view.position, view.positions)];
    if (view.end !== null) told.push(text.sampleUntil(view.end));
    return told.join(', ');
  }

  #hold(event: Event) {
    if (event.target instanceof HTMLInputElement) this.wanted = event.target.valueAsNumber;
  }

  // Only asks: the reader owns the place and hands `view` back down.
  #requestSeek(event: Event) {
    this.wanted = null;
    if (event.target instanceof HTMLInputElement) {
      this.dispatchEvent(new SeekRequestEvent(event.target.valueAsNumber));
    }
  }
}

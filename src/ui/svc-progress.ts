import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  GoToRequestEvent,
  SeekRequestEvent,
  SettingsRequestEvent,
  TurnRequestEvent,
} from '../events/request-events.ts';
import { adjacentChapter, visibleTicks, type ChapterStart } from '../state/chapter-starts.ts';
import { progressDisplays, type ProgressDisplay } from '../state/settings.ts';
import { formatDuration } from '../i18n/format.ts';
import type { Messages } from '../i18n/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { progressStyles } from './progress-styles.ts';

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
  /** BCP 47 tag of the chapters' titles. */
  language: string;
  /** What is told of the place. */
  reading: ProgressDisplay;
  /** Minutes of reading that are left. */
  minutes: { chapter: number; book: number };
}

/** What stands at a share of the book. */
export interface PositionPreview {
  chapter: string;
  /** The printed page; empty where the book tells of none. */
  page: string;
}

/** So much further a press of an arrow leads: a hundredth of the book. */
const arrowStepFraction = 0.01;
/** Half the thumb: the book begins and ends so far inside the track. */
const thumbPx = 12;

/**
 * How far into the book the page is, as a slider with its chapters, with a button on either side.
 *
 * @fires svc-seek-request - The person picked another place.
 * @fires svc-go-to-request - The person picked the beginning of a chapter.
 * @fires svc-turn-request - The person asked for the next or the previous page.
 * @fires svc-settings-request - The place is to be told another way.
 * @csspart track - The slider.
 * @csspart tick - Where a chapter begins.
 * @csspart end - Where the sample ends.
 * @csspart preview - What is at the place that the slider is held at.
 * @csspart told - The place, as a share, a page, or what is left to read.
 */
export class SvcProgress extends LitElement {
  static override styles = [controlStyles, progressStyles];

  static override properties = {
    messages: {},
    view: {},
    ticks: {},
    previewAt: {},
    requestedFraction: { state: true },
    hoveredFraction: { state: true },
    trackPx: { state: true },
  };

  declare messages: Messages;
  declare view: ProgressView;
  /** Where the chapters begin. */
  declare ticks: readonly ChapterStart[];
  /** What stands at a share of the book. */
  declare previewAt: (fraction: number) => PositionPreview;
  /** Where the slider is held; null while nobody holds it. */
  declare private requestedFraction: number | null;
  /** What the pointer is over; null while it is elsewhere. */
  declare private hoveredFraction: number | null;
  /** Width of the whole book on the slider, in px. */
  declare private trackPx: number;
  /** The chapter that the slider was put at with keys. */
  #chapter: ChapterStart | null = null;
  /** A pointer that holds the slider lets go with `change`; keys do with this. */
  #isHeldByKeys = false;
  readonly #sizes = new ResizeObserver(() => {
    const track = this.renderRoot.querySelector('input')?.clientWidth ?? 0;
    this.trackPx = Math.max(0, track - 2 * thumbPx);
  });

  constructor() {
    super();
    this.ticks = [];
    this.requestedFraction = null;
    this.hoveredFraction = null;
    this.trackPx = 0;
  }

  override connectedCallback() {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  protected override render() {
    const { messages, view } = this;
    const fraction = this.requestedFraction ?? view.fraction;
    const shown = this.requestedFraction ?? this.hoveredFraction;
    return html`<div class="row" dir=${view.progression}>
      ${this.#turnButton(-1, messages.previousPage, view.isFirst)}
      <span
        class="track"
        @pointermove=${this.#onHover}
        @pointerleave=${() => (this.hoveredFraction = null)}
      >
        <input
          type="range"
          part="track"
          min="0"
          max="1"
          step="0.001"
          aria-label=${messages.progress}
          aria-valuetext=${this.#spoken(fraction)}
          .value=${live(String(roundFraction(fraction)))}
          @input=${this.#hold}
          @change=${this.#requestSeek}
          @pointerup=${this.#endHold}
          @click=${this.#endHold}
          @pointercancel=${() => (this.requestedFraction = null)}
          @keydown=${this.#onKey}
          @keyup=${this.#letGo}
          @blur=${this.#letGo}
        />
        ${this.#ticks().map(() => html`<span class="tick" part="tick"></span>`)}
        ${view.end === null ? nothing : html`<span class="end" part="end"></span>`}
        ${shown === null ? nothing : this.#preview(shown)}
      </span>
      <button
        type="button"
        class="told"
        part="told"
        data-reading=${view.reading}
        title=${messages.changeProgress}
        @click=${this.#tellOtherwise}
      >
        <span dir="auto">${this.#told(fraction)}</span>
      </button>
      ${this.#turnButton(1, messages.nextPage, view.isLast)}
    </div>`;
  }

  protected override updated(changed: PropertyValues) {
    // By script, because a style attribute in markup would need the host page's consent (CSP).
    const fraction = this.requestedFraction ?? this.view.fraction;
    const place = (selector: string, at: number | null) =>
      this.renderRoot.querySelector<HTMLElement>(selector)?.style.setProperty('--at', String(at));
    place('.end', this.view.end);
    place('.preview', this.requestedFraction ?? this.hoveredFraction);
    const input = this.renderRoot.querySelector('input');
    input?.style.setProperty('--read', `${Math.round(fraction * 1000) / 10}%`);
    if (!changed.has('ticks') && !changed.has('trackPx')) return;
    const ticks = this.#ticks();
    for (const [index, tick] of this.renderRoot.querySelectorAll<HTMLElement>('.tick').entries()) {
      tick.style.setProperty('--at', String(ticks[index]?.fraction));
    }
  }

  #ticks(): readonly ChapterStart[] {
    return visibleTicks(this.ticks, this.trackPx);
  }

  #turnButton(step: 1 | -1, label: string, isDisabled: boolean) {
    return html`<button
      type="button"
      part="button"
      class=${step > 0 ? 'turn on' : 'turn back'}
      aria-label=${label}
      title=${label}
      ?disabled=${isDisabled}
      @click=${() => this.dispatchEvent(new TurnRequestEvent(step))}
    >
      ${step > 0 ? icons.next : icons.previous}
    </button>`;
  }

  #preview(fraction: number) {
    const { messages, view } = this;
    const { chapter, page } = this.previewAt(fraction);
    return html`<span class="preview" part="preview" aria-hidden="true"
      >${chapter ? html`<b lang=${view.language} dir="auto">${chapter}</b>` : nothing}<small
        dir="auto"
        >${messages.percent(fraction)}${page ? ` · ${messages.printedPage(page)}` : nothing}</small
      ></span
    >`;
  }

  #told(fraction: number): string {
    const { messages, view } = this;
    const { reading, page, pages, minutes } = view;
    if (this.requestedFraction !== null || reading === 'percent') return messages.percent(fraction);
    if (reading === 'left' && page < pages) return messages.pagesLeft(pages - page);
    if (reading !== 'time') return messages.pageInChapter(page, pages);
    const told = (one: number) => formatDuration(messages.locale, one);
    return messages.minutesLeft(told(minutes.chapter), told(minutes.book));
  }

  #spoken(fraction: number): string {
    const { messages, view } = this;
    const told = [messages.percent(fraction)];
    if (this.requestedFraction === null)
      told.push(messages.positionOf(view.position, view.positions));
    else told.push(this.previewAt(fraction).chapter);
    if (view.end !== null) told.push(messages.sampleEndsAt(view.end));
    return told.filter(Boolean).join(', ');
  }

  #hold(event: Event) {
    if (event.target instanceof HTMLInputElement)
      this.requestedFraction = event.target.valueAsNumber;
    this.#isHeldByKeys = false;
    this.#chapter = null;
  }

  // Only asks: the reader owns the place and hands `view` back down.
  #requestSeek() {
    const { requestedFraction: wanted } = this;
    this.requestedFraction = null;
    this.hoveredFraction = null;
    if (wanted !== null) this.dispatchEvent(new SeekRequestEvent(wanted));
  }

  /** `change` comes right after this, or never: after some taps, and where it was held before. */
  #endHold() {
    setTimeout(() => {
      if (this.requestedFraction === null || this.#isHeldByKeys) return;
      const isMoved = this.requestedFraction !== roundFraction(this.view.fraction);
      if (isMoved) this.#requestSeek();
      else this.requestedFraction = null;
    });
  }

  /** Keys move the slider; the book follows when they are let go. */
  #onKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.requestedFraction ?? this.view.fraction;
    const forward = this.view.progression === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    let chapter: ChapterStart | null = null;
    let wanted: number;
    if (/^Arrow(?:Left|Right|Up|Down)$/.test(event.key)) {
      const isForward = event.key === forward || event.key === 'ArrowUp';
      wanted = at + (isForward ? arrowStepFraction : -arrowStepFraction);
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      chapter = adjacentChapter(this.ticks, at, event.key === 'PageUp' ? 1 : -1);
      wanted = chapter?.fraction ?? at;
    } else if (event.key === 'Home' || event.key === 'End') {
      wanted = event.key === 'End' ? 1 : 0;
    } else if (event.key === 'Escape' && this.requestedFraction !== null) {
      event.preventDefault();
      event.stopPropagation();
      this.requestedFraction = null;
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.#chapter = chapter;
    this.#isHeldByKeys = true;
    this.requestedFraction = Math.min(1, Math.max(0, wanted));
  }

  #letGo() {
    const { requestedFraction: wanted } = this;
    const chapter = this.#chapter;
    const isHeld = this.#isHeldByKeys;
    this.#isHeldByKeys = false;
    if (wanted === null || !isHeld) return;
    this.requestedFraction = null;
    this.#chapter = null;
    this.dispatchEvent(
      chapter
        ? new GoToRequestEvent(chapter.section, chapter.offset)
        : new SeekRequestEvent(wanted),
    );
  }

  #onHover(event: PointerEvent) {
    const track = this.renderRoot.querySelector('input');
    if (event.pointerType !== 'mouse' || !track) return;
    const { left, width } = track.getBoundingClientRect();
    const along = Math.min(
      1,
      Math.max(0, (event.clientX - left - thumbPx) / (width - 2 * thumbPx)),
    );
    this.hoveredFraction = this.view.progression === 'rtl' ? 1 - along : along;
  }

  #tellOtherwise() {
    const next =
      progressDisplays[(progressDisplays.indexOf(this.view.reading) + 1) % progressDisplays.length];
    this.dispatchEvent(new SettingsRequestEvent({ reading: next }));
  }
}

/** As exactly as the slider is put. */
function roundFraction(fraction: number): number {
  return Math.round(fraction * 1000) / 1000;
}

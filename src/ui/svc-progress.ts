import { html, LitElement, nothing, type PropertyValues } from 'lit';
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
import { indexed } from '../state/indexed.ts';

/** Reading position of the page. */
export interface ProgressView {
  /** Share of the book read, 0–1. */
  fraction: number;
  /** Page number within the section, from 1. */
  page: number;
  pages: number;
  /** Position number within the book, from 1. */
  position: number;
  positions: number;
  isFirst: boolean;
  isLast: boolean;
  /** Share of the book at which the sample ends, 0–1, or null for a whole book. */
  end: number | null;
  /** Page progression of the book. */
  progression: 'ltr' | 'rtl';
  /** BCP 47 tag of the chapter titles. */
  language: string;
  /** How the reading position is shown. */
  reading: ProgressDisplay;
  /** Estimated minutes left. */
  minutes: { chapter: number; book: number };
}

/** Preview of a slider position. */
export interface PositionPreview {
  chapter: string;
  /** Printed page number, or empty if the book has no page list. */
  page: string;
}

/** Share of the book that an arrow key moves the slider. */
const arrowStepFraction = 0.01;
/** Half the thumb width. The book starts and ends this far inside the track. */
const thumbPx = 12;

/**
 * Reading progress, with a chapter slider, page turn buttons and the reading position.
 *
 * @fires svc-seek-request - The user chose another position.
 * @fires svc-go-to-request - The user chose the start of a chapter.
 * @fires svc-turn-request - The user pressed the button for the next or previous page.
 * @fires svc-settings-request - The user changed how the reading position is shown.
 * @csspart track - The slider.
 * @csspart tick - A chapter boundary on the slider.
 * @csspart end - The end of the sample on the slider.
 * @csspart preview - The preview of the position under the slider's thumb.
 * @csspart time-left - The time left in the chapter.
 * @csspart told - The reading position: a percentage, a page number or the time left.
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
    crowdedWidth: { state: true },
  };

  declare messages: Messages;
  declare view: ProgressView;
  /** Chapter starts. */
  declare ticks: readonly ChapterStart[];
  /** Returns the preview of a fraction of the book. */
  declare previewAt: (fraction: number) => PositionPreview;
  /** Fraction to which the slider is being moved, or null otherwise. */
  declare private requestedFraction: number | null;
  /** Fraction under the pointer, or null if the pointer is elsewhere. */
  declare private hoveredFraction: number | null;
  /** Width of the whole book on the slider, in px. */
  declare private trackPx: number;
  /** Width in px at which the reading position did not fit. It is shortened at that width. */
  declare private crowdedWidth: number;
  /** The chapter selected with the keyboard. */
  #selectedChapter: ChapterStart | null = null;
  /**
   * Whether the slider is being moved with the keyboard. If so, releasing the key commits the value
   * instead of `change`.
   */
  #isKeyboardSeek = false;
  readonly #sizes = new ResizeObserver(() => {
    const track = this.renderRoot.querySelector('input')?.clientWidth ?? 0;
    this.trackPx = Math.max(0, track - 2 * thumbPx);
  });

  constructor() {
    super();
    this.crowdedWidth = 0;
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
          aria-valuetext=${this.#valueText(fraction)}
          @input=${this.#onInput}
          @change=${this.#requestSeek}
          @pointerup=${this.#onRelease}
          @click=${this.#onRelease}
          @pointercancel=${() => (this.requestedFraction = null)}
          @keydown=${this.#onKey}
          @keyup=${this.#commitKeyboardSeek}
          @blur=${this.#commitKeyboardSeek}
        />
        ${this.#ticks().map(() => html`<span class="tick" part="tick"></span>`)}
        ${view.end === null ? nothing : html`<span class="end" part="end"></span>`}
        ${shown === null ? nothing : this.#preview(shown)}
      </span>
      ${this.#timeLeft()}
      <button
        type="button"
        class="position"
        part="told"
        data-reading=${view.reading}
        title=${messages.changeProgress}
        @click=${this.#cycleDisplay}
      >
        <span dir="auto">${this.#positionText(fraction)}</span>
      </button>
      ${this.#turnButton(1, messages.nextPage, view.isLast)}
    </div>`;
  }

  protected override updated(changed: PropertyValues) {
    // Set by script, because the host page's CSP can block style attributes in markup.
    const fraction = this.requestedFraction ?? this.view.fraction;
    const setPosition = (selector: string, at: number | null) =>
      this.renderRoot.querySelector<HTMLElement>(selector)?.style.setProperty('--at', String(at));
    setPosition('.end', this.view.end);
    setPosition('.preview', this.requestedFraction ?? this.hoveredFraction);
    const input = this.renderRoot.querySelector('input');
    const value = String(roundFraction(fraction));
    // The user may have moved the thumb since the last update.
    if (input && input.value !== value) input.value = value;
    input?.style.setProperty('--read', `${Math.round(fraction * 1000) / 10}%`);
    for (const text of this.renderRoot.querySelectorAll('.position, .time-left'))
      if (text.scrollWidth > text.clientWidth) this.crowdedWidth = this.clientWidth;
    if (!changed.has('ticks') && !changed.has('trackPx')) return;
    const ticks = this.#ticks();
    for (const [index, tick] of indexed(this.renderRoot.querySelectorAll<HTMLElement>('.tick'))) {
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
      class=${step > 0 ? 'turn next' : 'turn back'}
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

  // Only text counts, so a chapter of images has no estimate.
  #timeLeft() {
    const { messages, view } = this;
    const { chapter } = view.minutes;
    if (view.reading === 'time' || this.requestedFraction !== null || chapter === 0) return nothing;
    const time = formatDuration(messages.locale, chapter);
    const isCrowded = this.crowdedWidth === this.clientWidth;
    return html`<span class="time-left" part="time-left"
      ><bdi>${isCrowded ? time : messages.timeLeftInChapter(time)}</bdi></span
    >`;
  }

  #positionText(fraction: number): string {
    const { messages, view } = this;
    const { reading, page, pages, minutes } = view;
    if (this.requestedFraction !== null || reading === 'percent') return messages.percent(fraction);
    if (reading === 'left' && page < pages) return messages.pagesLeft(pages - page);
    if (reading !== 'time') return messages.pageInChapter(page, pages);
    const format = (one: number) => formatDuration(messages.locale, one);
    const [chapter, book] = [format(minutes.chapter), format(minutes.book)];
    if (this.crowdedWidth === this.clientWidth) return `${chapter} · ${book}`;
    return messages.minutesLeft(chapter, book);
  }

  #valueText(fraction: number): string {
    const { messages, view } = this;
    const parts = [messages.percent(fraction)];
    if (this.requestedFraction === null)
      parts.push(messages.positionOf(view.position, view.positions));
    else parts.push(this.previewAt(fraction).chapter);
    if (view.end !== null) parts.push(messages.sampleEndsAt(view.end));
    return parts.filter(Boolean).join(', ');
  }

  #onInput(event: Event) {
    if (event.target instanceof HTMLInputElement)
      this.requestedFraction = event.target.valueAsNumber;
    this.#isKeyboardSeek = false;
    this.#selectedChapter = null;
  }

  // Only request the change, because the reader owns the position and passes `view` back down.
  #requestSeek() {
    const { requestedFraction: target } = this;
    this.requestedFraction = null;
    this.hoveredFraction = null;
    if (target !== null) this.dispatchEvent(new SeekRequestEvent(target));
  }

  /**
   * Ends a seek by pointer. A `change` event may follow immediately or, after some taps and on
   * release at the original position, not at all.
   */
  #onRelease() {
    setTimeout(() => {
      if (this.requestedFraction === null || this.#isKeyboardSeek) return;
      const isMoved = this.requestedFraction !== roundFraction(this.view.fraction);
      if (isMoved) this.#requestSeek();
      else this.requestedFraction = null;
    });
  }

  /** Moves the slider by key. The book follows when the key is released. */
  #onKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.requestedFraction ?? this.view.fraction;
    const forward = this.view.progression === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    let chapter: ChapterStart | null = null;
    let target: number;
    if (/^Arrow(?:Left|Right|Up|Down)$/.test(event.key)) {
      const isForward = event.key === forward || event.key === 'ArrowUp';
      target = at + (isForward ? arrowStepFraction : -arrowStepFraction);
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      chapter = adjacentChapter(this.ticks, at, event.key === 'PageUp' ? 1 : -1);
      target = chapter?.fraction ?? at;
    } else if (event.key === 'Home' || event.key === 'End') {
      target = event.key === 'End' ? 1 : 0;
    } else if (event.key === 'Escape' && this.requestedFraction !== null) {
      event.preventDefault();
      event.stopPropagation();
      this.requestedFraction = null;
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.#selectedChapter = chapter;
    this.#isKeyboardSeek = true;
    this.requestedFraction = Math.min(1, Math.max(0, target));
  }

  #commitKeyboardSeek() {
    const { requestedFraction: target } = this;
    const chapter = this.#selectedChapter;
    const wasKeyboardSeek = this.#isKeyboardSeek;
    this.#isKeyboardSeek = false;
    if (target === null || !wasKeyboardSeek) return;
    this.requestedFraction = null;
    this.#selectedChapter = null;
    this.dispatchEvent(
      chapter
        ? new GoToRequestEvent(chapter.section, chapter.offset)
        : new SeekRequestEvent(target),
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

  #cycleDisplay() {
    const next =
      progressDisplays[(progressDisplays.indexOf(this.view.reading) + 1) % progressDisplays.length];
    this.dispatchEvent(new SettingsRequestEvent({ reading: next }));
  }
}

/** Rounds to the slider's step. */
function roundFraction(fraction: number): number {
  return Math.round(fraction * 1000) / 1000;
}

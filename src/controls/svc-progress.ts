import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  GoToRequestEvent,
  SeekRequestEvent,
  SettingsRequestEvent,
  TurnRequestEvent,
} from './request-events.ts';
import { chapterBeside, ticksOn, type ChapterMark } from '../reader/chapter-marks.ts';
import { readings, type ReadingChoice } from '../reader/settings.ts';
import { formatMinutes } from '../text/format-minutes.ts';
import type { Messages } from '../text/messages.ts';
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
  reading: ReadingChoice;
  /** Minutes of reading that are left. */
  minutes: { chapter: number; book: number };
}

/** What stands at a share of the book. */
export interface PlacePreview {
  chapter: string;
  /** The printed page; empty where the book tells of none. */
  page: string;
}

/** So much further a press of an arrow leads: a hundredth of the book. */
const arrowStep = 0.01;
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
    text: {},
    view: {},
    marks: {},
    previewAt: {},
    wanted: { state: true },
    hovered: { state: true },
    room: { state: true },
  };

  declare text: Messages;
  declare view: ProgressView;
  /** Where the chapters begin. */
  declare marks: readonly ChapterMark[];
  /** What stands at a share of the book. */
  declare previewAt: (fraction: number) => PlacePreview;
  /** Where the slider is held; null while nobody holds it. */
  declare private wanted: number | null;
  /** What the pointer is over; null while it is elsewhere. */
  declare private hovered: number | null;
  /** Width of the whole book on the slider, in px. */
  declare private room: number;
  /** The chapter that the slider was put at with keys. */
  #chapter: ChapterMark | null = null;
  /** A pointer that holds the slider lets go with `change`; keys do with this. */
  #isHeldByKeys = false;
  readonly #sizes = new ResizeObserver(() => {
    const track = this.renderRoot.querySelector('input')?.clientWidth ?? 0;
    this.room = Math.max(0, track - 2 * thumbPx);
  });

  constructor() {
    super();
    this.marks = [];
    this.wanted = null;
    this.hovered = null;
    this.room = 0;
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
    const { text, view } = this;
    const fraction = this.wanted ?? view.fraction;
    const shown = this.wanted ?? this.hovered;
    return html`<div class="row" dir=${view.progression}>
      ${this.#turnButton(-1, text.previousPage, view.isFirst)}
      <span
        class="track"
        @pointermove=${this.#onHover}
        @pointerleave=${() => (this.hovered = null)}
      >
        <input
          type="range"
          part="track"
          min="0"
          max="1"
          step="0.001"
          aria-label=${text.progress}
          aria-valuetext=${this.#spoken(fraction)}
          .value=${live(String(rounded(fraction)))}
          @input=${this.#hold}
          @change=${this.#requestSeek}
          @pointerup=${this.#endHold}
          @click=${this.#endHold}
          @pointercancel=${() => (this.wanted = null)}
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
        title=${text.changeReading}
        @click=${this.#tellOtherwise}
      >
        <span dir="auto">${this.#told(fraction)}</span>
      </button>
      ${this.#turnButton(1, text.nextPage, view.isLast)}
    </div>`;
  }

  protected override updated(changed: PropertyValues) {
    // By script, because a style attribute in markup would need the host page's consent (CSP).
    const fraction = this.wanted ?? this.view.fraction;
    const place = (selector: string, at: number | null) =>
      this.renderRoot.querySelector<HTMLElement>(selector)?.style.setProperty('--at', String(at));
    place('.end', this.view.end);
    place('.preview', this.wanted ?? this.hovered);
    const input = this.renderRoot.querySelector('input');
    input?.style.setProperty('--read', `${Math.round(fraction * 1000) / 10}%`);
    if (!changed.has('marks') && !changed.has('room')) return;
    const ticks = this.#ticks();
    for (const [index, tick] of this.renderRoot.querySelectorAll<HTMLElement>('.tick').entries()) {
      tick.style.setProperty('--at', String(ticks[index]?.fraction));
    }
  }

  #ticks(): readonly ChapterMark[] {
    return ticksOn(this.marks, this.room);
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
    const { text, view } = this;
    const { chapter, page } = this.previewAt(fraction);
    return html`<span class="preview" part="preview" aria-hidden="true"
      >${chapter ? html`<b lang=${view.language} dir="auto">${chapter}</b>` : nothing}<small
        dir="auto"
        >${text.percent(fraction)}${page ? ` · ${text.printedPage(page)}` : nothing}</small
      ></span
    >`;
  }

  #told(fraction: number): string {
    const { text, view } = this;
    const { reading, page, pages, minutes } = view;
    if (this.wanted !== null || reading === 'percent') return text.percent(fraction);
    if (reading === 'left' && page < pages) return text.pagesLeft(pages - page);
    if (reading !== 'time') return text.pageInChapter(page, pages);
    const told = (one: number) => formatMinutes(text.locale, one);
    return text.minutesLeft(told(minutes.chapter), told(minutes.book));
  }

  #spoken(fraction: number): string {
    const { text, view } = this;
    const told = [text.percent(fraction)];
    if (this.wanted === null) told.push(text.positionOf(view.position, view.positions));
    else told.push(this.previewAt(fraction).chapter);
    if (view.end !== null) told.push(text.sampleUntil(view.end));
    return told.filter(Boolean).join(', ');
  }

  #hold(event: Event) {
    if (event.target instanceof HTMLInputElement) this.wanted = event.target.valueAsNumber;
    this.#isHeldByKeys = false;
    this.#chapter = null;
  }

  // Only asks: the reader owns the place and hands `view` back down.
  #requestSeek() {
    const { wanted } = this;
    this.wanted = null;
    this.hovered = null;
    if (wanted !== null) this.dispatchEvent(new SeekRequestEvent(wanted));
  }

  /** `change` comes right after this, or never: after some taps, and where it was held before. */
  #endHold() {
    setTimeout(() => {
      if (this.wanted === null || this.#isHeldByKeys) return;
      const isMoved = this.wanted !== rounded(this.view.fraction);
      if (isMoved) this.#requestSeek();
      else this.wanted = null;
    });
  }

  /** Keys move the slider; the book follows when they are let go. */
  #onKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.wanted ?? this.view.fraction;
    const forward = this.view.progression === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    let chapter: ChapterMark | null = null;
    let wanted: number;
    if (/^Arrow(?:Left|Right|Up|Down)$/.test(event.key)) {
      const isForward = event.key === forward || event.key === 'ArrowUp';
      wanted = at + (isForward ? arrowStep : -arrowStep);
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      chapter = chapterBeside(this.marks, at, event.key === 'PageUp' ? 1 : -1);
      wanted = chapter?.fraction ?? at;
    } else if (event.key === 'Home' || event.key === 'End') {
      wanted = event.key === 'End' ? 1 : 0;
    } else if (event.key === 'Escape' && this.wanted !== null) {
      event.preventDefault();
      event.stopPropagation();
      this.wanted = null;
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.#chapter = chapter;
    this.#isHeldByKeys = true;
    this.wanted = Math.min(1, Math.max(0, wanted));
  }

  #letGo() {
    const { wanted } = this;
    const chapter = this.#chapter;
    const isHeld = this.#isHeldByKeys;
    this.#isHeldByKeys = false;
    if (wanted === null || !isHeld) return;
    this.wanted = null;
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
    this.hovered = this.view.progression === 'rtl' ? 1 - along : along;
  }

  #tellOtherwise() {
    const next = readings[(readings.indexOf(this.view.reading) + 1) % readings.length];
    this.dispatchEvent(new SettingsRequestEvent({ reading: next }));
  }
}

/** As exactly as the slider is put. */
function rounded(fraction: number): number {
  return Math.round(fraction * 1000) / 1000;
}

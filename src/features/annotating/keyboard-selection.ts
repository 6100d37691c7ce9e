import { rangeOf } from '../../rendition/section/text-range.ts';
import { readText } from '../../rendition/section/read-text.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { selectedText, type SelectedText } from '../../rendition/selection.ts';
import type { AnnotatedBook } from './start-annotating.ts';
import type { AnnotationMenuController } from './annotation-menu-controller.ts';
import { sentencesOn, wordsOn, type OffsetRange } from './text-segments.ts';

type KeyboardSelectionOptions = AnnotatedBook & {
  menu: AnnotationMenuController;
  views: () => Iterable<SectionView>;
};
/** From the beginning of the text to its end, or back. */
type StepDirection = 1 | -1;
type Step = { direction: StepDirection; unit: 'sentence' | 'word' };

/** So much of a long sentence is read out. */
const maxAnnouncedLength = 300;

/** Selects text by keys alone: a sentence of the page, from which the arrows lead on. */
export class KeyboardSelection {
  readonly #by: KeyboardSelectionOptions;
  /** What it has selected last. */
  #last: SelectedText | null = null;
  /** Goes on from there when the page has turned. */
  #pending: Step | null = null;

  constructor(by: KeyboardSelectionOptions, signal: AbortSignal) {
    this.#by = by;
    const { page, store } = by;
    page.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    page.addEventListener('pointerdown', () => (this.#pending = null), { signal, capture: true });
    signal.addEventListener(
      'abort',
      store.subscribe((now, before) => {
        if (now.view !== before.view && this.#pending) queueMicrotask(() => this.#goOn());
      }),
    );
  }

  /** Selects a sentence of the page: the one that it was at before, else the first. */
  start(): void {
    const shown = this.#shown();
    if (!shown) return;
    const all = sentencesOn(shown.view.text, shown);
    const at = this.#last?.view === shown.view ? this.#last.start : -1;
    const isHere = at >= shown.start && at < shown.end;
    const first = (isHere && all.findLast(({ start }) => start <= at)) || all[0];
    if (first) this.#select(shown.view, first, { isFirst: true });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    this.#pending = null;
    const last = this.#current();
    const step = last && stepOf(event.key, last);
    if (!step) return;
    const isTaken = event.shiftKey ? this.#extend(last, step) : this.#move(last, step);
    // At an end of the page the key turns it, as ever.
    if (isTaken || event.shiftKey) event.preventDefault();
    else this.#pending = step;
  }

  #move(last: SelectedText, { direction, unit }: Step): boolean {
    const shown = this.#shown();
    if (shown?.view !== last.view) return false;
    const all = segmentsOnPage(shown, unit);
    const isInto = unit === 'word' && !all.some((one) => isSameRange(one, last));
    const isOutOf =
      unit === 'sentence' && !all.some(({ start, end }) => start === last.start && end <= last.end);
    const next =
      direction === 1
        ? all.find(({ start }) => (isInto ? start >= last.start : start > last.start))
        : all.findLast(({ start }) => (isOutOf ? start <= last.start : start < last.start));
    if (next) this.#select(shown.view, next);
    return next !== undefined;
  }

  #extend(last: SelectedText, { direction, unit }: Step): boolean {
    const shown = this.#shown();
    if (shown?.view !== last.view) return false;
    const all = segmentsOnPage({ ...shown, start: Math.min(shown.start, last.start) }, unit);
    const to =
      direction === 1
        ? all.find(({ end }) => end > last.end)
        : all.findLast(({ start, end }) => start >= last.start && end < last.end);
    if (to) this.#select(last.view, { start: last.start, end: to.end });
    return to !== undefined;
  }

  /** After a turn: with the first sentence or word there that was not selected yet, or the last. */
  #goOn(): void {
    const step = this.#pending;
    const last = this.#last;
    const shown = this.#shown();
    this.#pending = null;
    if (!step || !last || !shown) return;
    const all = segmentsOnPage(shown, step.unit);
    const isWithin = shown.view === last.view;
    const next =
      step.direction === 1
        ? all.find(({ start }) => !isWithin || start > last.start)
        : all.findLast(({ start }) => !isWithin || start < last.start);
    if (next) this.#select(shown.view, next);
  }

  /** What is selected, when it was selected by steps. */
  #current(): SelectedText | null {
    const last = this.#last;
    const now = last && selectedText(this.#by.views(), this.#by.store.state.view);
    return now && now.view === last.view && isSameRange(now, last) ? last : null;
  }

  #shown(): (OffsetRange & { view: SectionView }) | null {
    const { view: page } = this.#by.store.state;
    const view = [...this.#by.views()].find(({ section }) => section.index === page?.section);
    return page && view ? { view, start: page.start, end: page.end } : null;
  }

  #select(view: SectionView, { start, end }: OffsetRange, by = { isFirst: false }): void {
    const range = rangeOf(view.text, start, end);
    if (!range) return;
    this.#last = { view, start, end };
    const { startContainer, startOffset, endContainer, endOffset } = range;
    document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
    const words = readText(view.text, start, end).slice(0, maxAnnouncedLength);
    const help = by.isFirst ? this.#by.messages()?.selectedHelp : null;
    this.#by.menu.announceSelection(this.#last, help ? `${words} ${help}` : words);
  }
}

function segmentsOnPage(
  shown: OffsetRange & { view: SectionView },
  unit: Step['unit'],
): OffsetRange[] {
  return unit === 'sentence'
    ? sentencesOn(shown.view.text, shown)
    : wordsOn(shown.view.text, shown);
}

function isSameRange(one: OffsetRange, other: OffsetRange): boolean {
  return one.start === other.start && one.end === other.end;
}

/** Along a line by words, across the lines by sentences: as the text runs where the selection begins. */
function stepOf(key: string, { view, start, end }: SelectedText): Step | null {
  const at = rangeOf(view.text, start, end)?.startContainer.parentElement;
  if (!at) return null;
  const { writingMode, direction } = getComputedStyle(at);
  const isRtl = direction === 'rtl';
  const arrows = { right: 'ArrowRight', left: 'ArrowLeft', down: 'ArrowDown', up: 'ArrowUp' };
  const { right, left, down, up } = arrows;
  const [wordOn, wordBack, lineOn, lineBack] =
    writingMode === 'vertical-rl'
      ? [down, up, left, right]
      : writingMode === 'vertical-lr'
        ? [down, up, right, left]
        : [isRtl ? left : right, isRtl ? right : left, down, up];
  if (key === wordOn || key === wordBack)
    return { unit: 'word', direction: key === wordOn ? 1 : -1 };
  if (key === lineOn || key === lineBack)
    return { unit: 'sentence', direction: key === lineOn ? 1 : -1 };
  return null;
}

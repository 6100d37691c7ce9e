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
/** Direction in reading order, where 1 is forward. */
type StepDirection = 1 | -1;
type Step = { direction: StepDirection; unit: 'sentence' | 'word' };

/** Maximum length of the announced part of a sentence, in UTF-16 code units. */
const maxAnnouncedLength = 300;

/**
 * Selects text with the keyboard, starting with a sentence on the page. The arrow keys move and
 * extend the selection.
 */
export class KeyboardSelection {
  readonly #options: KeyboardSelectionOptions;
  /** The last range selected by this class. */
  #last: SelectedText | null = null;
  /** The step to complete after the page has turned. */
  #pending: Step | null = null;

  constructor(options: KeyboardSelectionOptions, signal: AbortSignal) {
    this.#options = options;
    const { page, store } = options;
    page.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    page.addEventListener('pointerdown', () => (this.#pending = null), { signal, capture: true });
    signal.addEventListener(
      'abort',
      store.subscribe((now, before) => {
        if (now.view !== before.view && this.#pending) queueMicrotask(() => this.#finishStep());
      }),
    );
  }

  /**
   * Selects the last selected sentence if it is visible, otherwise the first sentence on the page.
   */
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
    const isHandled = event.shiftKey ? this.#extend(last, step) : this.#move(last, step);
    // If there is nothing left to select on the page, let the key turn the page.
    if (isHandled || event.shiftKey) event.preventDefault();
    else this.#pending = step;
  }

  #move(last: SelectedText, { direction, unit }: Step): boolean {
    const shown = this.#shown();
    if (shown?.view !== last.view) return false;
    const all = segmentsOnPage(shown, unit);
    const isEnteringWords = unit === 'word' && !all.some((one) => isSameRange(one, last));
    const isLeavingWords =
      unit === 'sentence' && !all.some(({ start, end }) => start === last.start && end <= last.end);
    const next =
      direction === 1
        ? all.find(({ start }) => (isEnteringWords ? start >= last.start : start > last.start))
        : all.findLast(({ start }) => (isLeavingWords ? start <= last.start : start < last.start));
    if (next) this.#select(shown.view, next);
    return next !== undefined;
  }

  #extend(last: SelectedText, { direction, unit }: Step): boolean {
    const shown = this.#shown();
    if (shown?.view !== last.view) return false;
    const all = segmentsOnPage({ ...shown, start: Math.min(shown.start, last.start) }, unit);
    const target =
      direction === 1
        ? all.find(({ end }) => end > last.end)
        : all.findLast(({ start, end }) => start >= last.start && end < last.end);
    if (target) this.#select(last.view, { start: last.start, end: target.end });
    return target !== undefined;
  }

  /** Completes a step after a page turn. */
  #finishStep(): void {
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

  /** Returns the current selection if this class made it. */
  #current(): SelectedText | null {
    const last = this.#last;
    const now = last && selectedText(this.#options.views(), this.#options.store.state.view);
    return now && now.view === last.view && isSameRange(now, last) ? last : null;
  }

  #shown(): (OffsetRange & { view: SectionView }) | null {
    const { view: page } = this.#options.store.state;
    const view = [...this.#options.views()].find(({ section }) => section.index === page?.section);
    return page && view ? { view, start: page.start, end: page.end } : null;
  }

  #select(view: SectionView, { start, end }: OffsetRange, { isFirst } = { isFirst: false }): void {
    const range = rangeOf(view.text, start, end);
    if (!range) return;
    this.#last = { view, start, end };
    const { startContainer, startOffset, endContainer, endOffset } = range;
    document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
    const text = readText(view.text, start, end).slice(0, maxAnnouncedLength);
    const messages = this.#options.messages();
    const help = isFirst && messages ? `${messages.selectedHelp} ${messages.selectedMore}` : null;
    this.#options.menu.announceSelection(this.#last, help ? `${text} ${help}` : text);
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

/**
 * Maps arrow keys to steps in the writing mode. A step along the line is a word, and a step across
 * lines is a sentence.
 */
function stepOf(key: string, { view, start, end }: SelectedText): Step | null {
  const at = rangeOf(view.text, start, end)?.startContainer.parentElement;
  if (!at) return null;
  const { writingMode, direction } = getComputedStyle(at);
  const isRtl = direction === 'rtl';
  const arrows = { right: 'ArrowRight', left: 'ArrowLeft', down: 'ArrowDown', up: 'ArrowUp' };
  const { right, left, down, up } = arrows;
  const [wordForward, wordBack, lineForward, lineBack] =
    writingMode === 'vertical-rl'
      ? [down, up, left, right]
      : writingMode === 'vertical-lr'
        ? [down, up, right, left]
        : [isRtl ? left : right, isRtl ? right : left, down, up];
  if (key === wordForward || key === wordBack)
    return { unit: 'word', direction: key === wordForward ? 1 : -1 };
  if (key === lineForward || key === lineBack)
    return { unit: 'sentence', direction: key === lineForward ? 1 : -1 };
  return null;
}

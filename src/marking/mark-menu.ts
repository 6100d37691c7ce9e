import { MarkRequestEvent } from '../controls/mark-request-event.ts';
import type { MarkTarget } from '../controls/mark-target.ts';
import type { SvcMarkLayer } from '../controls/svc-mark-layer.ts';
import { hasPanel } from '../controls/known-panels.ts';
import type { Mark } from '../marks/mark.ts';
import { rangeOf } from '../page/text-range.ts';
import type { SectionView } from '../page/section-view.ts';
import { selectedText, type SelectedText } from '../page/selected-text.ts';
import type { MarkedBook, MarkedReader } from './follow-marks.ts';
import type { MarkPainter } from './mark-painter.ts';
import type { MarkShelf } from './mark-shelf.ts';
import { watchSelection, type SelectedBy } from './watch-selection.ts';

/** Long enough to read the line and to reach its button. */
const lineMs = 12_000;

type MenuBy = MarkedBook & {
  shelf: MarkShelf;
  painter: MarkPainter;
  views: () => Iterable<SectionView>;
};

/** The menu beside selected text or a highlight, and the line that says what was done. */
export class MarkMenu {
  /** What the menu is about, or would be: it outlives the selection, which a press may take away. */
  selected: SelectedText | null = null;
  readonly #reader: MarkedReader;
  readonly #by: MenuBy;
  readonly #layer: SvcMarkLayer;
  #lineTimer: ReturnType<typeof setTimeout> | undefined;
  /** What was selected, and told, already. */
  #told: SelectedText | null = null;
  /** The highlight that was made for the note that is being written. */
  #made: string | null = null;

  constructor(reader: MarkedReader, by: MenuBy, signal: AbortSignal) {
    this.#reader = reader;
    this.#by = by;
    this.#layer = Object.assign(document.createElement('svc-mark-layer'), {
      target: null,
      line: null,
      said: '',
      bookmarked: false,
      raised: false,
      canFind: hasPanel('search'),
    });
    this.#layer.setAttribute('exportparts', 'ribbon, line, menu');
    const { page } = by;
    const stage = page.parentElement;
    this.#layer.addEventListener('svc-mark-menu-close', () => this.close(), { signal });
    const selected = () => selectedText(by.views(), by.store.state.view);
    watchSelection(page, selected, (now, how) => this.#onSelect(now, how), signal);
    page.addEventListener('click', (event) => this.#onClick(event), { signal, capture: true });
    page.addEventListener('svc-page-move', () => this.#onMove(), { signal });
    reader.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    signal.addEventListener('abort', () => {
      clearTimeout(this.#lineTimer);
      this.#layer.remove();
    });
    // Nothing is shown before there are words for it.
    const text = by.text();
    if (text) this.#layer.text = text;
    if (text) stage?.append(this.#layer);
  }

  get isOpen(): boolean {
    return this.#layer.target !== null;
  }

  showRibbon(isMarked: boolean): void {
    this.#refreshWords();
    this.#layer.bookmarked = isMarked;
  }

  /** Makes room for another line at the foot of the page. */
  raiseLine(isRaised: boolean): void {
    this.#layer.raised = isRaised;
  }

  /** Writes a note on a mark that was made for it: without the note, it goes as well. */
  note(mark: Mark): void {
    this.open(mark, { isNoting: true, takesFocus: true });
    if (this.isOpen) this.#made = mark.id;
  }

  /** Opens the menu of a mark, beside it. */
  open(mark: Mark, by: { isNoting: boolean; takesFocus?: boolean }): void {
    const view = [...this.#by.views()].find(({ section }) => section.index === mark.section);
    const box = view && this.#boxOf(view, mark.start, mark.end);
    if (!box) return;
    this.#show({ ...box, isNoting: by.isNoting, isTouch: false, mark });
    if (by.takesFocus) void this.#focusMenu();
  }

  close(): void {
    const hadFocus = this.#layer.matches(':focus-within');
    this.#layer.target = null;
    if (hadFocus) this.#reader.focus({ preventScroll: true });
    const { shelf } = this.#by;
    const made = this.#made;
    this.#made = null;
    if (!made || shelf.find(made)?.note) return;
    shelf.delete(made);
    shelf.forgetDeleted();
  }

  /** Says what was done; seen, too, where it can be undone or must be known. The sheet of marks says it by itself. */
  tell(words: string, shown: { canUndo: boolean } | null = null): void {
    this.#refreshWords();
    const isToldInSheet = shown && this.#by.store.state.panel === 'marks';
    // The same words twice are said once: something must change.
    if (!isToldInSheet) this.#layer.said = this.#layer.said === words ? `${words} ` : words;
    if (!shown) return;
    this.#layer.line = isToldInSheet ? null : { words, ...shown };
    clearTimeout(this.#lineTimer);
    this.#lineTimer = setTimeout(() => this.#endLine(), lineMs);
  }

  /** Says what a key has selected, before it is seen to be selected. */
  tellSelected(selected: SelectedText, words: string): void {
    this.#told = selected;
    this.tell(words);
  }

  clearLine(): void {
    clearTimeout(this.#lineTimer);
    this.#layer.line = null;
  }

  #endLine(): void {
    // Who is about to press it has all the time.
    if (this.#layer.matches(':hover, :focus-within')) {
      this.#lineTimer = setTimeout(() => this.#endLine(), lineMs);
      return;
    }
    this.clearLine();
    this.#by.shelf.forgetDeleted();
  }

  #onSelect(selected: SelectedText | null, how: SelectedBy): void {
    const { target } = this.#layer;
    if (!selected) {
      this.#told = null;
      if (target && !target.mark && !this.#layer.matches(':focus-within')) this.close();
      if (!target) this.selected = null;
      return;
    }
    this.selected = selected;
    const box = this.#boxOf(selected.view, selected.start, selected.end);
    if (!box || target?.isNoting) return;
    this.#show({ ...box, mark: null, isNoting: false, isTouch: how === 'touch' });
    const text = this.#by.text();
    const isTold = this.#told?.start === selected.start && this.#told.end === selected.end;
    if (how === 'keyboard' && text && !isTold) this.tell(text.selectedHelp);
  }

  #onClick(event: MouseEvent): void {
    if (event.button !== 0 || event.detail > 1 || event.defaultPrevented) return;
    const isLink = event
      .composedPath()
      .some((one) => one instanceof Element && one.matches('a, area, button, summary'));
    const wasOpen = this.#layer.target;
    if (isLink || (wasOpen && !wasOpen.mark)) return;
    const mark = this.#by.painter.markAt(event.clientX, event.clientY);
    if (wasOpen) this.close();
    // A press beside an open menu only closes it.
    if (mark || wasOpen) event.preventDefault();
    if (mark && mark.id !== wasOpen?.mark?.id) this.open(mark, { isNoting: false });
  }

  #onMove(): void {
    if (this.#layer.target && !this.#layer.menu?.isNoting) this.close();
  }

  #onKey(event: KeyboardEvent): void {
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (isUndo && this.#by.shelf.state.deleted && !isTyping(event)) {
      event.preventDefault();
      this.#reader.dispatchEvent(new MarkRequestEvent({ type: 'undo' }));
    } else if (event.key === 'Escape' && this.isOpen) {
      event.stopPropagation();
      event.preventDefault();
      // What a key has selected has no other end.
      if (this.#told) document.getSelection()?.removeAllRanges();
      this.close();
    }
  }

  #show(target: MarkTarget): void {
    this.#refreshWords();
    this.#layer.target = target;
  }

  async #focusMenu(): Promise<void> {
    await this.#layer.updateComplete;
    const { menu } = this.#layer;
    await menu?.updateComplete;
    menu?.focus({ preventScroll: true });
  }

  #refreshWords(): void {
    const text = this.#by.text();
    if (text) this.#layer.text = text;
  }

  /** Where a stretch of text is seen, in px of the stage. */
  #boxOf(view: SectionView, start: number, end: number) {
    const origin = this.#by.page.getBoundingClientRect();
    const scale = origin.width / this.#by.page.offsetWidth || 1;
    const rects = [...(rangeOf(view.text, start, end)?.getClientRects() ?? [])].filter(
      (rect) =>
        rect.width > 0 &&
        rect.right > origin.left &&
        rect.left < origin.right &&
        rect.bottom > origin.top &&
        rect.top < origin.bottom,
    );
    if (rects.length === 0) return null;
    const edge = (values: number[], most: (...all: number[]) => number) => most(...values) / scale;
    return {
      left: edge(
        rects.map((rect) => rect.left - origin.left),
        Math.min,
      ),
      right: edge(
        rects.map((rect) => rect.right - origin.left),
        Math.max,
      ),
      top: edge(
        rects.map((rect) => rect.top - origin.top),
        Math.min,
      ),
      bottom: edge(
        rects.map((rect) => rect.bottom - origin.top),
        Math.max,
      ),
    };
  }
}

/** Whoever writes has an undo of their own. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');
}

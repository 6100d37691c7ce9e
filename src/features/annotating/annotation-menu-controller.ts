import { MarkRequestEvent } from '../../events/request-events.ts';
import type { AnnotationMenuTarget, SvcAnnotationLayer } from '../../ui/svc-annotation-layer.ts';
import { isKnownPanel } from '../../ui/panels/known-panels.ts';
import type { Annotation } from '../../annotations/annotation.ts';
import { rangeOf } from '../../rendition/section/text-range.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { selectedText, type SelectedText } from '../../rendition/selection.ts';
import type { AnnotatedBook, AnnotatedReader } from './start-annotating.ts';
import type { AnnotationHighlighter } from './annotation-highlighter.ts';
import type { AnnotationCollection } from './annotation-collection.ts';
import { observeSelection, type SelectionInput } from './observe-selection.ts';

/** Long enough to read the line and to reach its button. */
const messageMs = 12_000;

type AnnotationMenuContext = AnnotatedBook & {
  shelf: AnnotationCollection;
  painter: AnnotationHighlighter;
  views: () => Iterable<SectionView>;
};

/** The menu beside selected text or a highlight, and the line that says what was done. */
export class AnnotationMenuController {
  /** What the menu is about, or would be: it outlives the selection, which a press may take away. */
  selected: SelectedText | null = null;
  readonly #reader: AnnotatedReader;
  readonly #by: AnnotationMenuContext;
  readonly #layer: SvcAnnotationLayer;
  #lineTimer: ReturnType<typeof setTimeout> | undefined;
  /** What was selected, and told, already. */
  #told: SelectedText | null = null;
  /** The highlight that was made for the note that is being written. */
  #made: string | null = null;

  constructor(reader: AnnotatedReader, by: AnnotationMenuContext, signal: AbortSignal) {
    this.#reader = reader;
    this.#by = by;
    this.#layer = Object.assign(document.createElement('svc-annotation-layer'), {
      target: null,
      notice: null,
      announcement: '',
      bookmarked: false,
      raised: false,
      canSearch: isKnownPanel('search'),
    });
    this.#layer.setAttribute('exportparts', 'ribbon, line, menu');
    const { page } = by;
    const stage = page.parentElement;
    this.#layer.addEventListener('svc-mark-menu-close', () => this.close(), { signal });
    const selected = () => selectedText(by.views(), by.store.state.view);
    observeSelection(page, selected, (now, how) => this.#onSelect(now, how), signal);
    page.addEventListener('click', (event) => this.#onClick(event), { signal, capture: true });
    page.addEventListener('svc-page-move', () => this.#onMove(), { signal });
    reader.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    signal.addEventListener('abort', () => {
      clearTimeout(this.#lineTimer);
      this.#layer.remove();
    });
    // Nothing is shown before there are words for it.
    const text = by.messages();
    if (text) this.#layer.messages = text;
    if (text) stage?.append(this.#layer);
  }

  get isOpen(): boolean {
    return this.#layer.target !== null;
  }

  showBookmark(isMarked: boolean): void {
    this.#refreshWords();
    this.#layer.bookmarked = isMarked;
  }

  /** Makes room for another line at the foot of the page. */
  raiseMessage(isRaised: boolean): void {
    this.#layer.raised = isRaised;
  }

  /** Writes a note on a mark that was made for it: without the note, it goes as well. */
  openForNewNote(mark: Annotation): void {
    this.open(mark, { isNoting: true, takesFocus: true });
    if (this.isOpen) this.#made = mark.id;
  }

  /** Opens the menu of a mark, beside it. */
  open(annotation: Annotation, by: { isNoting: boolean; takesFocus?: boolean }): void {
    const view = [...this.#by.views()].find(({ section }) => section.index === annotation.section);
    const box = view && this.#boxOf(view, annotation.start, annotation.end);
    if (!box) return;
    this.#show({ ...box, isEditingNote: by.isNoting, isTouch: false, annotation });
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
    shelf.clearDeleted();
  }

  /** Says what was done; seen, too, where it can be undone or must be known. The sheet of marks says it by itself. */
  announce(words: string, shown: { canUndo: boolean } | null = null): void {
    this.#refreshWords();
    const isToldInSheet = shown && this.#by.store.state.panel === 'marks';
    // The same words twice are said once: something must change.
    if (!isToldInSheet)
      this.#layer.announcement = this.#layer.announcement === words ? `${words} ` : words;
    if (!shown) return;
    this.#layer.notice = isToldInSheet ? null : { words, ...shown };
    clearTimeout(this.#lineTimer);
    this.#lineTimer = setTimeout(() => this.#endLine(), messageMs);
  }

  /** Says what a key has selected, before it is seen to be selected. */
  announceSelection(selected: SelectedText, words: string): void {
    this.#told = selected;
    this.announce(words);
  }

  clearMessage(): void {
    clearTimeout(this.#lineTimer);
    this.#layer.notice = null;
  }

  #endLine(): void {
    // Who is about to press it has all the time.
    if (this.#layer.matches(':hover, :focus-within')) {
      this.#lineTimer = setTimeout(() => this.#endLine(), messageMs);
      return;
    }
    this.clearMessage();
    this.#by.shelf.clearDeleted();
  }

  #onSelect(selected: SelectedText | null, how: SelectionInput): void {
    const { target } = this.#layer;
    if (!selected) {
      this.#told = null;
      if (target && !target.annotation && !this.#layer.matches(':focus-within')) this.close();
      if (!target) this.selected = null;
      return;
    }
    this.selected = selected;
    const box = this.#boxOf(selected.view, selected.start, selected.end);
    if (!box || target?.isEditingNote) return;
    this.#show({ ...box, annotation: null, isEditingNote: false, isTouch: how === 'touch' });
    const text = this.#by.messages();
    const isTold = this.#told?.start === selected.start && this.#told.end === selected.end;
    if (how === 'keyboard' && text && !isTold) this.announce(text.selectedHelp);
  }

  #onClick(event: MouseEvent): void {
    if (event.button !== 0 || event.detail > 1 || event.defaultPrevented) return;
    const isLink = event
      .composedPath()
      .some((one) => one instanceof Element && one.matches('a, area, button, summary'));
    const wasOpen = this.#layer.target;
    if (isLink || (wasOpen && !wasOpen.annotation)) return;
    const mark = this.#by.painter.annotationAt(event.clientX, event.clientY);
    if (wasOpen) this.close();
    // A press beside an open menu only closes it.
    if (mark || wasOpen) event.preventDefault();
    if (mark && mark.id !== wasOpen?.annotation?.id) this.open(mark, { isNoting: false });
  }

  #onMove(): void {
    if (this.#layer.target && !this.#layer.menu?.isEditingNote) this.close();
  }

  #onKey(event: KeyboardEvent): void {
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (isUndo && this.#by.shelf.state.lastDeleted && !isTyping(event)) {
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

  #show(target: AnnotationMenuTarget): void {
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
    const text = this.#by.messages();
    if (text) this.#layer.messages = text;
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

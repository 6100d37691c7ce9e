import { MarkRequestEvent } from '../../events/request-events.ts';
import type { AnnotationMenuTarget, SvcAnnotationLayer } from '../../ui/svc-annotation-layer.ts';
import { isKnownPanel } from '../../ui/panels/known-panels.ts';
import { selectionActionsOf } from '../../ui/selection-actions.ts';
import type { Annotation } from '../../annotations/annotation.ts';
import { rangeOf } from '../../rendition/section/text-range.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import type { SelectedText, SelectionInput } from '../../rendition/selection.ts';
import type { AnnotatedBook, AnnotatedReader } from './start-annotating.ts';
import type { AnnotationHighlighter } from './annotation-highlighter.ts';
import type { AnnotationCollection } from './annotation-collection.ts';

/** Time in ms to read the message and move to its button. */
const messageMs = 12_000;

type AnnotationMenuContext = AnnotatedBook & {
  collection: AnnotationCollection;
  highlighter: AnnotationHighlighter;
  views: () => Iterable<SectionView>;
  /** Whether text can be highlighted. Otherwise, the menu contains only the actions. */
  canAnnotate: boolean;
};

/**
 * Controls the menu next to selected text or a highlight, and the message about the last action.
 */
export class AnnotationMenuController {
  /**
   * The selection that menu commands apply to. It outlives the DOM selection, which a press may
   * clear.
   */
  selected: SelectedText | null = null;
  readonly #reader: AnnotatedReader;
  readonly #context: AnnotationMenuContext;
  readonly #layer: SvcAnnotationLayer;
  #messageTimer: ReturnType<typeof setTimeout> | undefined;
  /** The selection that was last announced. */
  #announced: SelectedText | null = null;
  /** Id of the highlight created for the note being written. */
  #newHighlightId: string | null = null;

  constructor(reader: AnnotatedReader, context: AnnotationMenuContext, signal: AbortSignal) {
    this.#reader = reader;
    this.#context = context;
    this.#layer = Object.assign(document.createElement('svc-annotation-layer'), {
      target: null,
      notice: null,
      announcement: '',
      bookmarked: false,
      raised: false,
      actions: [],
      canAnnotate: context.canAnnotate,
    });
    this.#layer.setAttribute('exportparts', 'ribbon, line, menu, action');
    const { page } = context;
    const stage = page.parentElement;
    this.#layer.addEventListener('svc-mark-menu-close', () => this.close(), { signal });
    page.addEventListener(
      'svc-page-select',
      ({ selected, input }) => this.#onSelect(selected, input),
      { signal },
    );
    page.addEventListener('click', (event) => this.#onClick(event), { signal, capture: true });
    page.addEventListener('svc-page-move', () => this.#onMove(), { signal });
    reader.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    signal.addEventListener('abort', () => {
      clearTimeout(this.#messageTimer);
      this.#layer.remove();
    });
    // Wait for the messages, because nothing is shown without text.
    const text = context.messages();
    if (text) this.#layer.messages = text;
    if (text) stage?.append(this.#layer);
  }

  get isOpen(): boolean {
    return this.#layer.target !== null;
  }

  showBookmark(isMarked: boolean): void {
    this.#refreshMessages();
    this.#layer.bookmarked = isMarked;
  }

  /** Raises the message when another bar is at the bottom of the page. */
  raiseMessage(isRaised: boolean): void {
    this.#layer.raised = isRaised;
  }

  /** Opens the note editor for a new highlight, which is deleted if no note is saved. */
  openForNewNote(annotation: Annotation): void {
    this.open(annotation, { isNoting: true, takesFocus: true });
    if (this.isOpen) this.#newHighlightId = annotation.id;
  }

  /** Opens the menu of an annotation next to it. */
  open(annotation: Annotation, context: { isNoting: boolean; takesFocus?: boolean }): void {
    const view = [...this.#context.views()].find(
      ({ section }) => section.index === annotation.section,
    );
    const box = view && this.#boxOf(view, annotation.start, annotation.end);
    if (!box) return;
    this.#show({ ...box, isEditingNote: context.isNoting, isTouch: false, annotation });
    if (context.takesFocus) void this.#focusMenu();
  }

  close(): void {
    const hadFocus = this.#layer.matches(':focus-within');
    this.#layer.target = null;
    if (hadFocus) this.#reader.focus({ preventScroll: true });
    const { collection } = this.#context;
    const newHighlightId = this.#newHighlightId;
    this.#newHighlightId = null;
    if (!newHighlightId || collection.find(newHighlightId)?.note) return;
    collection.delete(newHighlightId);
    collection.clearDeleted();
  }

  /**
   * Announces an action to screen readers, and shows a message if `shown` is given. While the
   * annotations panel is open, the panel shows the message instead.
   */
  announce(message: string, shown: { canUndo: boolean } | null = null): void {
    this.#refreshMessages();
    const isShownInPanel = shown && this.#context.store.state.panel === 'marks';
    // A live region announces a repeated text only if it changes.
    if (!isShownInPanel)
      this.#layer.announcement = this.#layer.announcement === message ? `${message} ` : message;
    if (!shown) return;
    this.#layer.notice = isShownInPanel ? null : { words: message, ...shown };
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => this.#expireMessage(), messageMs);
  }

  /** Announces a selection made with the keyboard, before the selection observer reports it. */
  announceSelection(selected: SelectedText, message: string): void {
    this.#announced = selected;
    this.announce(message);
  }

  clearMessage(): void {
    clearTimeout(this.#messageTimer);
    this.#layer.notice = null;
  }

  #expireMessage(): void {
    // Keep the message while the reader may be about to press its button.
    if (this.#layer.matches(':hover, :focus-within')) {
      this.#messageTimer = setTimeout(() => this.#expireMessage(), messageMs);
      return;
    }
    this.clearMessage();
    this.#context.collection.clearDeleted();
  }

  #onSelect(selected: SelectedText | null, how: SelectionInput): void {
    const { target } = this.#layer;
    if (!selected) {
      this.#announced = null;
      if (target && !target.annotation && !this.#layer.matches(':focus-within')) this.close();
      if (!target) this.selected = null;
      return;
    }
    this.selected = selected;
    const box = this.#boxOf(selected.view, selected.start, selected.end);
    if (!box || this.#layer.menu?.isEditingNote) return;
    this.#show({ ...box, annotation: null, isEditingNote: false, isTouch: how === 'touch' });
    const text = this.#context.messages();
    const isAnnounced =
      this.#announced?.start === selected.start && this.#announced.end === selected.end;
    if (how !== 'keyboard' || !text || isAnnounced) return;
    const { canAnnotate } = this.#context;
    this.announce(`${canAnnotate ? text.selectedHelp : text.selectedText} ${text.selectedMore}`);
  }

  #onClick(event: MouseEvent): void {
    if (event.button !== 0 || event.detail > 1 || event.defaultPrevented) return;
    const isLink = event
      .composedPath()
      .some((one) => one instanceof Element && one.matches('a, area, button, summary'));
    const wasOpen = this.#layer.target;
    if (isLink || (wasOpen && !wasOpen.annotation)) return;
    const annotation = this.#context.highlighter.annotationAt(event.clientX, event.clientY);
    if (wasOpen) {
      this.#layer.menu?.saveDraft();
      this.close();
    }
    // A press outside an open menu only closes it.
    if (annotation || wasOpen) event.preventDefault();
    if (annotation && annotation.id !== wasOpen?.annotation?.id)
      this.open(annotation, { isNoting: false });
  }

  #onMove(): void {
    if (this.#layer.target && !this.#layer.menu?.isEditingNote) this.close();
  }

  #onKey(event: KeyboardEvent): void {
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (isUndo && this.#context.collection.state.lastDeleted && !isTyping(event)) {
      event.preventDefault();
      this.#reader.dispatchEvent(new MarkRequestEvent({ type: 'undo' }));
    } else if (event.key === 'Tab' && !event.shiftKey && this.#isSelectionMenuBehind(event)) {
      event.preventDefault();
      void this.#focusMenu();
    } else if (event.key === 'Escape' && this.isOpen) {
      event.stopPropagation();
      event.preventDefault();
      // A keyboard selection can only be cleared with Escape.
      if (this.#announced) document.getSelection()?.removeAllRanges();
      this.close();
    }
  }

  /**
   * Whether Tab was pressed in the text while the selection menu, which is far away in the tab
   * order, is open.
   */
  #isSelectionMenuBehind(event: KeyboardEvent): boolean {
    const { target } = this.#layer;
    return target?.annotation === null && event.composedPath().includes(this.#context.page);
  }

  #show(target: AnnotationMenuTarget): void {
    this.#refreshMessages();
    this.#layer.actions = selectionActionsOf(this.#reader, { canSearch: isKnownPanel('search') });
    if (!this.#context.canAnnotate && this.#layer.actions.length === 0) return;
    this.#layer.target = target;
  }

  async #focusMenu(): Promise<void> {
    await this.#layer.updateComplete;
    const { menu } = this.#layer;
    await menu?.updateComplete;
    menu?.focus({ preventScroll: true });
  }

  #refreshMessages(): void {
    const text = this.#context.messages();
    if (text) this.#layer.messages = text;
  }

  /** Bounding box of the visible part of a text range, in CSS px relative to the page. */
  #boxOf(view: SectionView, start: number, end: number) {
    const origin = this.#context.page.getBoundingClientRect();
    const scale = origin.width / this.#context.page.offsetWidth || 1;
    const rects = [...(rangeOf(view.text, start, end)?.getClientRects() ?? [])].filter(
      (rect) =>
        rect.width > 0 &&
        rect.right > origin.left &&
        rect.left < origin.right &&
        rect.bottom > origin.top &&
        rect.top < origin.bottom,
    );
    if (rects.length === 0) return null;
    const outermost = (values: number[], extreme: (...all: number[]) => number) =>
      extreme(...values) / scale;
    return {
      left: outermost(
        rects.map((rect) => rect.left - origin.left),
        Math.min,
      ),
      right: outermost(
        rects.map((rect) => rect.right - origin.left),
        Math.max,
      ),
      top: outermost(
        rects.map((rect) => rect.top - origin.top),
        Math.min,
      ),
      bottom: outermost(
        rects.map((rect) => rect.bottom - origin.top),
        Math.max,
      ),
    };
  }
}

/** Whether the event comes from a text field, which has its own undo. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');
}

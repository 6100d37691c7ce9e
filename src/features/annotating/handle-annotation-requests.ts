import {
  type MarkRequest,
  GoToRequestEvent,
  PanelRequestEvent,
  SearchRequestEvent,
} from '../../events/request-events.ts';
import type { Annotation, HighlightColor } from '../../annotations/annotation.ts';
import { selectedText, type SelectedText } from '../../rendition/selection.ts';
import type { PictureQuote } from './quote-picture.ts';
import type { ReaderState } from '../../state/reader-state.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { bookmarksOn, pagedSection } from './bookmarks-on.ts';
import type { AnnotatedBook, AnnotatedReader } from './start-annotating.ts';
import type { AnnotationMenuController } from './annotation-menu-controller.ts';
import type { AnnotationCollection } from './annotation-collection.ts';
import { createAnnotation } from './create-annotation.ts';
import { describeSelection } from './describe-selection.ts';
import type { KeyboardSelection } from './keyboard-selection.ts';
import { authorsOf, copyQuote, shareQuote } from './quote-text.ts';
import { requestedStates } from '../feature.ts';
import { showLoadFailure } from '../../ui/load-failure.ts';
import { isKnownPanel } from '../../ui/panels/known-panels.ts';
import { selectionActionsOf } from '../../ui/selection-actions.ts';
import { textDirection } from '../../i18n/text-direction.ts';

type AnnotationRequestContext = AnnotatedBook & {
  collection: AnnotationCollection;
  menu: AnnotationMenuController;
  keyboardSelection: KeyboardSelection;
  views: () => Iterable<SectionView>;
  canAnnotate: boolean;
};

/** Requests that need no annotations. */
const selectionRequests = new Set<MarkRequest['type']>([
  'copy',
  'share',
  'picture',
  'action',
  'find',
]);

/** Handles annotation requests until the signal is aborted. */
export function handleAnnotationRequests(
  reader: AnnotatedReader,
  context: AnnotationRequestContext,
  signal: AbortSignal,
): void {
  const { collection, menu, keyboardSelection, store, page, messages, views, embed, canAnnotate } =
    context;
  let lastColor: HighlightColor = 'yellow';
  let isVisitAnnounced = false;

  reader.addEventListener('svc-mark-request', ({ request }) => void handleRequest(request), {
    signal,
  });
  reader.addEventListener('svc-bookmark-request', (event) => void toggleBookmark(event), {
    signal,
  });
  page.addEventListener('keydown', onKey, { signal });

  async function handleRequest(request: MarkRequest): Promise<void> {
    const text = messages();
    if (!text || !(canAnnotate || selectionRequests.has(request.type))) return;
    switch (request.type) {
      case 'highlight':
        return void highlight(request.color ?? lastColor);
      case 'note':
        return note();
      case 'change':
        return change(request.id, request);
      case 'delete':
        menu.close();
        collection.delete(request.id);
        return menu.announce(text.deleted, { canUndo: true });
      case 'undo':
        menu.clearMessage();
        if (collection.undo()) menu.announce(text.restored);
        return;
      case 'go': {
        const annotation = collection.find(request.id);
        if (!annotation) return;
        const { section, start, share } = annotation;
        // In scroll mode, the offset is more precise.
        const isPaged = page.rendition?.mode === 'pages';
        const isShareNeeded = isPaged || !store.state.book?.order[section]?.length;
        const goTo = new GoToRequestEvent(section, start, isShareNeeded ? share : undefined);
        reader.dispatchEvent(goTo);
        return;
      }
      case 'copy': {
        const quote = quoteOf(request.id);
        const isCopied = quote !== null && (await copyQuote(quote, embed));
        menu.close();
        return menu.announce(isCopied ? text.copied : text.linkNotCopied, { canUndo: false });
      }
      case 'share': {
        const quote = quoteOf(request.id);
        menu.close();
        if (quote === null || (await shareQuote(quote, embed))) return;
        // Closing the menu may have removed the highlight, so the text cannot be read again.
        const isCopied = await copyQuote(quote, embed);
        return menu.announce(isCopied ? text.copied : text.linkNotCopied, { canUndo: false });
      }
      case 'picture': {
        const picture = pictureOf(request.id);
        menu.close();
        if (picture) await savePicture(picture);
        return;
      }
      case 'action':
        return runAction(request.action, request.id);
      case 'find': {
        const quote = quoteOf();
        menu.close();
        if (quote === null) return;
        reader.dispatchEvent(new SearchRequestEvent({ type: 'find', query: quote.slice(0, 100) }));
        reader.dispatchEvent(new PanelRequestEvent('search'));
        return;
      }
      case 'export':
        return void exportFile(request.format).catch(reportFailureOf(request));
      case 'import':
        return void importFile(request.file).catch(reportFailureOf(request));
      case 'reload':
        return collection.load();
    }
  }

  /** The selected text, or the text of an annotation. */
  function selectedOf(id?: string): SelectedText | null {
    if (!id) return selection();
    const annotation = collection.find(id);
    const view = annotation && mountedView(annotation.section);
    return view ? { view, start: annotation.start, end: annotation.end } : null;
  }

  function runAction(name: string, id?: string): void {
    const { book } = store.state;
    const selected = selectedOf(id);
    const action = selectionActionsOf(reader, { canSearch: isKnownPanel('search') }).find(
      (one) => typeof one !== 'string' && one.id === name,
    );
    menu.close();
    if (!book || !selected || typeof action !== 'object') return;
    action.run(describeSelection(selected, book));
  }

  function pictureOf(id?: string): PictureQuote | null {
    const quote = quoteOf(id);
    const selected = selectedOf(id);
    const { book } = store.state;
    if (quote === null || !book) return null;
    const language = (selected && describeSelection(selected, book).language) || book.language;
    const direction = textDirection(language);
    return { text: quote, title: book.title, authors: authorsOf(embed), language, direction };
  }

  async function savePicture(quote: PictureQuote): Promise<void> {
    const frame = page.parentElement;
    const text = messages();
    if (!frame || !text) return;
    try {
      const { saveQuote, pictureStyleOf } = await import('./quote-picture.ts');
      const result = await saveQuote(quote, pictureStyleOf(frame));
      if (result === 'saved') menu.announce(text.pictureSaved, { canUndo: false });
    } catch {
      menu.announce(text.pictureFailed, { canUndo: false });
    }
  }

  function selection(): SelectedText | null {
    return selectedText(views(), store.state.view) ?? menu.selected;
  }

  function highlight(color: HighlightColor): Annotation | null {
    const { book } = store.state;
    const selected = selection();
    const text = messages();
    if (!book || !selected || !text) return null;
    const { start, end, view } = selected;
    const existing = collection.state.list.find(
      (annotation) =>
        annotation.kind === 'highlight' &&
        annotation.section === view.section.index &&
        annotation.start === start &&
        annotation.end === end,
    );
    const annotation = existing
      ? { ...existing, color, updatedAt: new Date().toISOString() }
      : createAnnotation(selected, book, { kind: 'highlight', color });
    lastColor = color;
    document.getSelection()?.removeAllRanges();
    menu.selected = null;
    menu.close();
    collection.put(annotation);
    announceAdded(text.highlighted);
    return annotation;
  }

  function note(): void {
    const before = new Set(collection.state.list.map(({ id }) => id));
    const annotation = highlight(lastColor);
    if (!annotation) return;
    if (before.has(annotation.id)) menu.open(annotation, { isNoting: true, takesFocus: true });
    else menu.openForNewNote(annotation);
  }

  function change(id: string, { color, note }: { color?: HighlightColor; note?: string }): void {
    const annotation = collection.find(id);
    const text = messages();
    if (!annotation || !text) return;
    if (color) lastColor = color;
    const changed = { color: color ?? annotation.color, note: note ?? annotation.note };
    collection.put({ ...annotation, ...changed, updatedAt: new Date().toISOString() });
    menu.close();
    menu.announce(note === undefined ? text.colors[changed.color] : text.noteSaved);
  }

  async function toggleBookmark(event: Event): Promise<void> {
    const requested = requestedStates.get(event);
    const shown = (requested ?? store.state).view;
    const section = requested && shown ? currentIndex(shown.section, requested) : shown?.section;
    if (!shown || section === undefined) return;
    const sectionView =
      mountedView(section) ??
      (await loadView(section).catch((reason: unknown) => {
        void showLoadFailure(store, reason, signal, () => reader.dispatchEvent(event));
      }));
    const { annotations, book } = store.state;
    const text = messages();
    if (!sectionView || !annotations || !book || !text || signal.aborted) return;
    const view = { ...shown, section };
    const paged = pagedSection(page.rendition, view);
    const existing = bookmarksOn(view, annotations, paged);
    if (existing.length > 0) {
      // The button did not show the bookmark while the code was loading.
      if (requested) return;
      for (const { id } of existing) collection.delete(id);
      return menu.announce(text.deleted, { canUndo: true });
    }
    const { position } = requested ?? store.state;
    const share = paged ? view.page / view.pages : position.share;
    const at = { view: sectionView, start: view.start, end: view.start, share };
    collection.put(createAnnotation(at, book, { kind: 'bookmark', color: 'yellow' }));
    announceAdded(text.bookmarkSet);
  }

  /** Returns the index of a section of an earlier state, or undefined if it was removed. */
  function currentIndex(earlierIndex: number, earlier: ReaderState): number | undefined {
    const item = earlier.book?.order[earlierIndex];
    const index = store.state.book?.order.findIndex(
      ({ href, chapter }) => href === item?.href && chapter?.id === item.chapter?.id,
    );
    return index === -1 ? undefined : index;
  }

  function mountedView(index: number): SectionView | undefined {
    return [...views()].find(({ section }) => section.index === index);
  }

  /** Loads a section that is not mounted. */
  async function loadView(index: number): Promise<SectionView | null> {
    const { rendition } = page;
    if (!rendition) return null;
    const { book } = rendition.views;
    return rendition.views.createView(await book.load(index, book.order[index]?.chapter));
  }

  /** Announces a new annotation and, once per session, that it will not be stored. */
  function announceAdded(message: string): void {
    const text = messages();
    if (!text || collection.state.storage !== 'visit' || isVisitAnnounced)
      return menu.announce(message);
    isVisitAnnounced = true;
    menu.announce(text.annotationsNotSaved, { canUndo: false });
  }

  function quoteOf(id?: string): string | null {
    if (id) return collection.find(id)?.quote.exact.trim() ?? null;
    const { book } = store.state;
    const selected = selection();
    if (!selected || !book) return null;
    return createAnnotation(selected, book, { kind: 'highlight', color: lastColor }).quote.exact;
  }

  async function exportFile(format: 'json' | 'markdown'): Promise<void> {
    const { exportAnnotations } = await import('./annotation-files.ts');
    const text = messages();
    const { book } = store.state;
    if (text && book) exportAnnotations(collection.state.list, book, format, text);
  }

  async function importFile(file: Blob): Promise<void> {
    const { importAnnotations } = await import('./annotation-files.ts');
    const newer = await importAnnotations(file, collection.state.list);
    const text = messages();
    if (signal.aborted || !text) return;
    if (newer) collection.putAll(newer);
    const count = newer && newer.length;
    collection.reportImport(count);
    menu.announce(count === null ? text.importFailed : text.imported(count), { canUndo: false });
  }

  /** Shows that an action's code failed to load, with a button that repeats the request. */
  const reportFailureOf = (request: MarkRequest) => (reason: unknown) =>
    void showLoadFailure(store, reason, signal, () => void handleRequest(request));

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!store.state.settings.shortcuts || !canAnnotate) return;
    const key = event.key.toLowerCase();
    if (key !== 'h' && key !== 'n') return;
    event.preventDefault();
    if (!selection()) return keyboardSelection.start();
    void handleRequest({ type: key === 'h' ? 'highlight' : 'note' });
  }
}

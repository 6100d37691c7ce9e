import { defineElements } from '../../ui/define-elements.ts';
import { SvcAnnotationLayer } from '../../ui/svc-annotation-layer.ts';
import { SvcAnnotationMenu } from '../../ui/svc-annotation-menu.ts';
import type { Embed } from '../../../server/reading-sessions/contract.ts';
import { MarkChangeEvent } from '../../events/session-events.ts';
import { toWebAnnotation } from '../../annotations/web-annotation.ts';
import type { MarkStore } from '../../annotations/annotation-store.ts';
import { noAnnotations } from '../../annotations/annotations-state.ts';
import type { SvcPage } from '../../rendition/svc-page.ts';
import type { ReaderStore } from '../../state/store.ts';
import type { Messages } from '../../i18n/messages.ts';
import { handleAnnotationRequests } from './handle-annotation-requests.ts';
import { bookmarksOn, pagedSection } from './bookmarks-on.ts';
import { AnnotationMenuController } from './annotation-menu-controller.ts';
import { AnnotationHighlighter } from './annotation-highlighter.ts';
import { AnnotationCollection } from './annotation-collection.ts';
import { KeyboardSelection } from './keyboard-selection.ts';

export interface AnnotatedReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  /** The host page's store. */
  markStore?: MarkStore;
  /** Actions of the host page for selected text. */
  selectionActions?: unknown;
}

export interface AnnotatedBook {
  embed: Embed;
  store: ReaderStore;
  page: SvcPage;
  messages: () => Messages | null;
  consent: () => string | undefined;
}

/**
 * Provides bookmarks, highlights, notes and the menu for selected text of an open book until the
 * signal is aborted.
 *
 * @param canAnnotate - If false, there is only the menu, with the actions for selected text.
 */
export function startAnnotating(
  reader: AnnotatedReader,
  book: AnnotatedBook,
  signal: AbortSignal,
  canAnnotate = true,
): void {
  const { store, page, embed } = book;
  if (signal.aborted) return;
  defineElements({
    'svc-annotation-layer': SvcAnnotationLayer,
    'svc-annotation-menu': SvcAnnotationMenu,
  });
  const bookId = embed.book.id;
  const views = () => page.rendition?.views.mounted.values() ?? [];
  const highlighter = new AnnotationHighlighter(
    {
      book: () => store.state.book,
      annotations: () => store.state.annotations ?? noAnnotations,
      mountedViews: () => [...views(), ...(page.rendition?.views.duplicates.values() ?? [])],
      onResolved: ({ found, orphaned }) => collection.applyResolved(found, orphaned),
    },
    signal,
  );
  const collection: AnnotationCollection = new AnnotationCollection(
    {
      bookId,
      store,
      hostStore: reader.markStore,
      mayStore: () => book.consent() !== 'required',
      onChange: (change, annotation) =>
        reader.dispatchEvent(new MarkChangeEvent(bookId, change, toWebAnnotation(annotation))),
      onLoaded: (marks) => {
        for (const view of views()) highlighter.resolve(view, marks);
      },
    },
    signal,
  );
  const menu = new AnnotationMenuController(
    reader,
    { ...book, collection, highlighter, views, canAnnotate },
    signal,
  );
  const keyboardSelection = new KeyboardSelection({ ...book, menu, views }, signal);
  const handled = { ...book, collection, menu, keyboardSelection, views, canAnnotate };
  handleAnnotationRequests(reader, handled, signal);

  page.addEventListener(
    'svc-page-mount',
    ({ view }) => {
      highlighter.resolve(view, collection.state.list);
      // Another section may have been unmounted, and this section needs painting even if the page
      // did not move.
      highlighter.draw();
    },
    { signal },
  );
  const unsubscribe = store.subscribe((state, before) => {
    if (state.annotations !== before.annotations) highlighter.draw();
    menu.raiseMessage(Boolean(state.prompt || state.pageFailure));
    if (state.annotations === before.annotations && state.view === before.view) return;
    if (state.view !== before.view) void collection.updateStorage();
    const text = book.messages();
    const isWaiting =
      state.annotations?.storage === 'waiting' && before.annotations?.storage !== 'waiting';
    if (isWaiting && text) menu.announce(text.annotationsPending, { canUndo: false });
    // Wait, because other subscribers are still handling this change.
    queueMicrotask(() => !signal.aborted && showBookmark());
  });
  signal.addEventListener('abort', unsubscribe);
  for (const view of views()) highlighter.resolve(view, collection.state.list);
  if (canAnnotate) void collection.load();
  // Text may already be selected.
  page.dispatchEvent(new Event('svc-page-menu'));

  function showBookmark(): void {
    const { view, annotations, bookmarked } = store.state;
    const isMarked = Boolean(
      view &&
      annotations &&
      bookmarksOn(view, annotations, pagedSection(page.rendition, view)).length > 0,
    );
    menu.showBookmark(isMarked);
    if (isMarked !== bookmarked) store.dispatch({ type: 'bookmarked', bookmarked: isMarked });
  }
}

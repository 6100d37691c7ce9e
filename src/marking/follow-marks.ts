import { defineElements } from '../controls/define-elements.ts';
import { SvcMarkLayer } from '../controls/svc-mark-layer.ts';
import { SvcMarkMenu } from '../controls/svc-mark-menu.ts';
import type { Embed } from '../../server/reader/contract.ts';
import { MarkChangeEvent } from '../mark-events.ts';
import { toAnnotation } from '../marks/annotation.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import { noMarks } from '../marks/marks-state.ts';
import type { SvcPage } from '../page/svc-page.ts';
import type { ReaderStore } from '../reader/store.ts';
import type { Messages } from '../text/messages.ts';
import { answerMarkRequests } from './answer-mark-requests.ts';
import { bookmarksOn } from './bookmarks.ts';
import { MarkMenu } from './mark-menu.ts';
import { MarkPainter } from './mark-painter.ts';
import { MarkShelf } from './mark-shelf.ts';
import { StepSelection } from './step-selection.ts';

export interface MarkedReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  /** The host’s own store. */
  markStore?: MarkStore;
}

export interface MarkedBook {
  embed: Embed;
  store: ReaderStore;
  page: SvcPage;
  text: () => Messages | null;
  consent: () => string | undefined;
}

/** Bookmarks, highlights and notes of an open book, until the signal is raised. */
export function followMarks(reader: MarkedReader, book: MarkedBook, signal: AbortSignal): void {
  const { store, page, embed } = book;
  if (signal.aborted) return;
  defineElements({ 'svc-mark-layer': SvcMarkLayer, 'svc-mark-menu': SvcMarkMenu });
  const bookId = embed.book.id;
  const views = () => page.pages?.views.mounted.values() ?? [];
  const painter = new MarkPainter(
    {
      book: () => store.state.book,
      marks: () => store.state.marks ?? noMarks,
      mounted: () => [...views(), ...(page.pages?.views.twins.values() ?? [])],
      onPlaced: ({ found, lost }) => shelf.placed(found, lost),
    },
    signal,
  );
  const shelf: MarkShelf = new MarkShelf(
    {
      bookId,
      store,
      given: reader.markStore,
      mayKeep: () => book.consent() !== 'required',
      onChange: (change, mark) =>
        reader.dispatchEvent(new MarkChangeEvent(bookId, change, toAnnotation(mark))),
      onLoaded: (marks) => {
        for (const view of views()) painter.place(view, marks);
      },
    },
    signal,
  );
  const menu = new MarkMenu(reader, { ...book, shelf, painter, views }, signal);
  const steps = new StepSelection({ ...book, menu, views }, signal);
  answerMarkRequests(reader, { ...book, shelf, menu, steps, views }, signal);

  page.addEventListener(
    'svc-page-mount',
    ({ view }) => {
      painter.place(view, shelf.state.list);
      // Another section may have left; this one is painted even if nothing of it has moved.
      painter.draw();
    },
    { signal },
  );
  const unsubscribe = store.subscribe((state, before) => {
    if (state.marks !== before.marks) painter.draw();
    menu.raiseLine(Boolean(state.line || state.pageFailure));
    if (state.marks === before.marks && state.view === before.view) return;
    if (state.view !== before.view) void shelf.settle();
    const words = book.text();
    const isWaiting = state.marks?.storage === 'waiting' && before.marks?.storage !== 'waiting';
    if (isWaiting && words) menu.tell(words.marksWaiting, { canUndo: false });
    // Not now: whoever is told of this change is not done yet.
    queueMicrotask(() => !signal.aborted && showBookmark());
  });
  signal.addEventListener('abort', unsubscribe);
  for (const view of views()) painter.place(view, shelf.state.list);
  void shelf.load();

  function showBookmark(): void {
    const { view, marks, bookmarked } = store.state;
    const isMarked = Boolean(view && marks && bookmarksOn(view, marks).length > 0);
    menu.showRibbon(isMarked);
    if (isMarked !== bookmarked) store.dispatch({ type: 'bookmarked', bookmarked: isMarked });
  }
}

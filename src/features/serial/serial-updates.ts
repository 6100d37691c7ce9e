import type {
  Embed,
  ReaderEvent,
  SectionContent,
  ReadingOrderItem,
} from '../../../server/reading-sessions/contract.ts';
import type { BookSource } from '../../api/book-source.ts';
import { ChapterPublishedEvent } from '../../events/session-events.ts';
import type { Landing, Rendition } from '../../rendition/rendition.ts';
import type { RenditionBook } from '../../rendition/rendition-book.ts';
import { licensedReadingOrder } from '../../state/reading-order.ts';
import type { OpenBook } from '../../state/reader-state.ts';
import type { ReaderStore } from '../../state/store.ts';
import type { Messages } from '../../i18n/messages.ts';
import { streamChanges } from './change-stream.ts';
import { createUpdateBar } from './update-bar.ts';
import {
  chapterIndex,
  withChapter,
  withUnlistedChapter,
  withoutChapter,
} from './chapter-changes.ts';

/** A reader, as far as its book may change while it is open. */
export interface SerialReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  goTo(place: { section: number; offset: number }): void;
}

export interface SerialBook {
  embed: Embed;
  source: BookSource;
  store: ReaderStore;
  messages: () => Messages | null;
  /** Shows the book anew, beginning with a section that is here. */
  showBook: (
    book: OpenBook,
    source: BookSource & Pick<RenditionBook, 'fonts'>,
    landing: Landing,
  ) => void;
}

/** A section is on its way: the reading order waits so long. */
const retryDelayMs = 100;

/** Takes over what is published, changed and withdrawn while the book is open, until the signal is raised. */
export function startSerialUpdates(
  reader: SerialReader,
  { embed, source, store, messages, showBook }: SerialBook,
  signal: AbortSignal,
): void {
  if (!embed.changes || signal.aborted) return;
  const waiting: ReaderEvent[] = [];
  /** Chapters that came while the book was open, and that nobody has been to since. */
  let fresh: string[] = [];
  let isChanged = false;
  /** Whether the page on screen is of a chapter that the book has no more, or has anew. */
  let isKept = false;
  const line = createUpdateBar({
    root: reader.renderRoot,
    messages,
    onAccept: () => void accept(),
    onDismiss: dismiss,
    onFocusLost: () => reader.focus(),
  });

  const unsubscribe = store.subscribe((state, before) => {
    if (state.panel !== before.panel) line.setCovered(state.panel === 'contents');
    if (state.view?.section === before.view?.section || !state.book || state.book !== before.book) {
      return;
    }
    // Not now: whoever moved the pages is not done yet.
    queueMicrotask(() => !signal.aborted && onSectionChange());
  });
  signal.addEventListener('abort', () => {
    unsubscribe();
    line.show(null);
  });
  const { changes } = embed;
  const onEvent = (event: ReaderEvent) => {
    waiting.push(event);
    if (waiting.length === 1) takeOver();
  };
  void streamChanges({ changes, use: source.session.use, onEvent }, signal);

  function takeOver(): void {
    const { book } = store.state;
    const event = waiting[0];
    if (signal.aborted || !event) return;
    if (!book || !apply(book, event)) return void setTimeout(takeOver, retryDelayMs);
    waiting.shift();
    tell(book, event);
    takeOver();
  }

  function apply(book: OpenBook, { type, data }: ReaderEvent): boolean {
    const { id, revision } = data.chapter;
    const known = book.order[chapterIndex(book, id)];
    if (type !== 'chapter.unpublished') {
      if (known?.linear && (known.chapter?.revision ?? 0) >= revision) return true;
      return change(book, withChapter(book, data));
    }
    if (!known) return true;
    return change(
      book,
      shown()?.chapter?.id === id ? withUnlistedChapter(book, id) : withoutChapter(book, id),
    );
  }

  /** Puts another reading order below the page on screen. */
  function change(before: OpenBook, book: OpenBook): boolean {
    const { position } = store.state;
    const pages = reader.renderRoot.querySelector('svc-page')?.rendition;
    const onScreen = pages?.current.section;
    if (!pages || !onScreen) return false;
    const placeOf = (section: SectionContent): number | null => {
      if (!section.chapter) return section.index;
      const at = chapterIndex(book, section.chapter.id);
      const isOld = section.chapter.revision < (book.order[at]?.chapter?.revision ?? 0);
      return at < 0 || (isOld && section !== onScreen) ? null : at;
    };
    if (!applyReadingOrder(pages, licensedReadingOrder(book), placeOf)) return false;
    const chapter = before.order[position.section]?.chapter;
    const section = chapter ? chapterIndex(book, chapter.id) : position.section;
    store.dispatch({
      type: 'opened',
      book,
      position: { ...position, section: Math.max(0, section) },
    });
    isKept = isOutdated(book, onScreen);
    pages.refresh();
    return true;
  }

  function tell(before: OpenBook, { type, data }: ReaderEvent): void {
    const { id, revision } = data.chapter;
    const wasThere = before.order[chapterIndex(before, id)]?.linear === true;
    const onScreen = shown();
    if (type === 'chapter.unpublished') fresh = fresh.filter((one) => one !== id);
    else if (onScreen?.chapter?.id === id) isChanged = onScreen.chapter.revision < revision;
    else if (!wasThere) {
      fresh.push(id);
      const { book } = store.state;
      const section = book ? chapterIndex(book, id) : -1;
      reader.dispatchEvent(new ChapterPublishedEvent({ id, title: data.title, section }));
    }
    showNews();
  }

  function showNews(): void {
    const { book } = store.state;
    const titles = fresh.flatMap((id) => book?.order[chapterIndex(book, id)]?.title ?? []);
    line.show(
      titles.length > 0 ? { kind: 'published', titles } : isChanged ? { kind: 'changed' } : null,
    );
  }

  async function accept(): Promise<void> {
    const { book, position } = store.state;
    if (!book) return;
    const places = fresh.map((id) => chapterIndex(book, id)).filter((at) => at >= 0);
    if (places.length > 0) {
      fresh = [];
      reader.focus();
      return reader.goTo({ section: Math.min(...places), offset: 0 });
    }
    const { section, offset } = position;
    const first = await source.load(section, book.order[section]?.chapter).catch(() => null);
    if (!first || signal.aborted || store.state.position !== position) return;
    dismiss();
    showBook(book, { ...source, fonts: embed.fonts, first }, () => offset);
  }

  function dismiss(): void {
    fresh = [];
    isChanged = false;
    line.show(null);
  }

  /** What was kept for the sake of the page on screen goes when that does. */
  function onSectionChange(): void {
    const id = shown()?.chapter?.id;
    fresh = fresh.filter((one) => one !== id);
    isChanged = false;
    showNews();
    if (isKept) takeOutWithdrawn();
  }

  function takeOutWithdrawn(): void {
    const { book } = store.state;
    if (signal.aborted || !book) return;
    const id = shown()?.chapter?.id;
    const gone = book.order.find(({ chapter, linear }) => chapter && !linear && chapter.id !== id);
    const isDone = change(book, gone?.chapter ? withoutChapter(book, gone.chapter.id) : book);
    if (!isDone) setTimeout(takeOutWithdrawn, retryDelayMs);
  }

  function isOutdated(book: OpenBook, { chapter }: SectionContent): boolean {
    if (!chapter) return false;
    const known = book.order[chapterIndex(book, chapter.id)];
    return !known?.linear || (known.chapter?.revision ?? 0) > chapter.revision;
  }

  function shown(): SectionContent | undefined {
    return reader.renderRoot.querySelector('svc-page')?.rendition?.current.section;
  }
}

/**
 * Gives the pages another reading order; what is on screen stays where it is.
 *
 * @param placeOf - Where a mounted section stands now; null for one that is to go.
 * @returns False, with nothing done, while a section is on its way to its old place.
 */
export function applyReadingOrder(
  pages: Rendition,
  order: readonly (ReadingOrderItem | undefined)[],
  placeOf: (section: SectionContent) => number | null,
): boolean {
  const { views, current } = pages;
  if (views.mounting.size > 0) return false;
  pages.endGesture();
  const mounted = [...views.mounted.values()];
  views.mounted.clear();
  views.book.order = order;
  for (const view of mounted) {
    const index = placeOf(view.section);
    if (index === null && view !== current) view.host.remove();
    else {
      view.section.index = index ?? view.section.index;
      views.mounted.set(view.section.index, view);
    }
  }
  return true;
}

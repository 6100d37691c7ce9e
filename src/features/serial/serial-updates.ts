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

/** The reader element as used to update an open book. */
export interface SerialReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  goTo(target: { section: number; offset: number }): void;
}

export interface SerialBook {
  embed: Embed;
  source: BookSource;
  store: ReaderStore;
  messages: () => Messages | null;
  /** Shows the book again, starting with a loaded section. */
  showBook: (
    book: OpenBook,
    source: BookSource & Pick<RenditionBook, 'fonts'>,
    landing: Landing,
  ) => void;
}

/** Delay before a retry while a section is loading, which blocks reading order changes. */
const retryDelayMs = 100;

/**
 * Applies published, changed and unpublished chapters to the open book until the signal is aborted.
 */
export function startSerialUpdates(
  reader: SerialReader,
  { embed, source, store, messages, showBook }: SerialBook,
  signal: AbortSignal,
): void {
  if (!embed.changes || signal.aborted) return;
  const waiting: ReaderEvent[] = [];
  /** Ids of chapters published while the book was open that have not been visited since. */
  let newChapters: string[] = [];
  let isChanged = false;
  /** Whether the visible chapter has been unpublished or replaced by a newer revision. */
  let isVisibleOutdated = false;
  const updateBar = createUpdateBar({
    root: reader.renderRoot,
    messages,
    onAccept: () => void accept(),
    onDismiss: dismiss,
    onFocusLost: () => reader.focus(),
  });

  const unsubscribe = store.subscribe((state, before) => {
    if (state.panel !== before.panel) updateBar.setCovered(state.panel === 'contents');
    if (state.view?.section === before.view?.section || !state.book || state.book !== before.book) {
      return;
    }
    // Wait, because other subscribers are still handling this change.
    queueMicrotask(() => !signal.aborted && onSectionChange());
  });
  signal.addEventListener('abort', () => {
    unsubscribe();
    updateBar.show(null);
  });
  const { changes } = embed;
  const onEvent = (event: ReaderEvent) => {
    waiting.push(event);
    if (waiting.length === 1) applyNext();
  };
  void streamChanges({ changes, use: source.session.use, onEvent }, signal);

  function applyNext(): void {
    const { book } = store.state;
    const event = waiting[0];
    if (signal.aborted || !event) return;
    if (!book || !apply(book, event)) return void setTimeout(applyNext, retryDelayMs);
    waiting.shift();
    announce(book, event);
    applyNext();
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

  /** Applies a new reading order without moving the visible page. */
  function change(before: OpenBook, book: OpenBook): boolean {
    const { position } = store.state;
    const rendition = reader.renderRoot.querySelector('svc-page')?.rendition;
    const onScreen = rendition?.current.section;
    if (!rendition || !onScreen) return false;
    const indexOf = (section: SectionContent): number | null => {
      if (!section.chapter) return section.index;
      const at = chapterIndex(book, section.chapter.id);
      const isOld = section.chapter.revision < (book.order[at]?.chapter?.revision ?? 0);
      return at < 0 || (isOld && section !== onScreen) ? null : at;
    };
    if (!applyReadingOrder(rendition, licensedReadingOrder(book), indexOf)) return false;
    const chapter = before.order[position.section]?.chapter;
    const section = chapter ? chapterIndex(book, chapter.id) : position.section;
    store.dispatch({
      type: 'opened',
      book,
      position: { ...position, section: Math.max(0, section) },
    });
    isVisibleOutdated = isOutdated(book, onScreen);
    rendition.refresh();
    return true;
  }

  function announce(before: OpenBook, { type, data }: ReaderEvent): void {
    const { id, revision } = data.chapter;
    const wasThere = before.order[chapterIndex(before, id)]?.linear === true;
    const onScreen = shown();
    if (type === 'chapter.unpublished') newChapters = newChapters.filter((one) => one !== id);
    else if (onScreen?.chapter?.id === id) isChanged = onScreen.chapter.revision < revision;
    else if (!wasThere) {
      newChapters.push(id);
      const { book } = store.state;
      const section = book ? chapterIndex(book, id) : -1;
      reader.dispatchEvent(new ChapterPublishedEvent({ id, title: data.title, section }));
    }
    showUpdates();
  }

  function showUpdates(): void {
    const { book } = store.state;
    const titles = newChapters.flatMap((id) => book?.order[chapterIndex(book, id)]?.title ?? []);
    updateBar.show(
      titles.length > 0 ? { kind: 'published', titles } : isChanged ? { kind: 'changed' } : null,
    );
  }

  async function accept(): Promise<void> {
    const { book, position } = store.state;
    if (!book) return;
    const sections = newChapters.map((id) => chapterIndex(book, id)).filter((index) => index >= 0);
    if (sections.length > 0) {
      newChapters = [];
      reader.focus();
      return reader.goTo({ section: Math.min(...sections), offset: 0 });
    }
    const { section, offset } = position;
    const first = await source.load(section, book.order[section]?.chapter).catch(() => null);
    if (!first || signal.aborted || store.state.position !== position) return;
    dismiss();
    showBook(book, { ...source, fonts: embed.fonts, first }, () => offset);
  }

  function dismiss(): void {
    newChapters = [];
    isChanged = false;
    updateBar.show(null);
  }

  /** Removes outdated chapters that were kept only because they were visible. */
  function onSectionChange(): void {
    const id = shown()?.chapter?.id;
    newChapters = newChapters.filter((one) => one !== id);
    isChanged = false;
    showUpdates();
    if (isVisibleOutdated) removeWithdrawn();
  }

  function removeWithdrawn(): void {
    const { book } = store.state;
    if (signal.aborted || !book) return;
    const id = shown()?.chapter?.id;
    const withdrawn = book.order.find(
      ({ chapter, linear }) => chapter && !linear && chapter.id !== id,
    );
    const isDone = change(
      book,
      withdrawn?.chapter ? withoutChapter(book, withdrawn.chapter.id) : book,
    );
    if (!isDone) setTimeout(removeWithdrawn, retryDelayMs);
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
 * Applies a new reading order to a rendition without moving the visible page.
 *
 * @param indexOf - Returns a mounted section's new index, or null to remove the section.
 * @returns False, without any change, while a section is being mounted at its old index.
 */
function applyReadingOrder(
  rendition: Rendition,
  order: readonly (ReadingOrderItem | undefined)[],
  indexOf: (section: SectionContent) => number | null,
): boolean {
  const { views, current } = rendition;
  if (views.mounting.size > 0) return false;
  rendition.endGesture();
  const mounted = [...views.mounted.values()];
  views.mounted.clear();
  views.book.order = order;
  for (const view of mounted) {
    const index = indexOf(view.section);
    if (index === null && view !== current) view.host.remove();
    else {
      view.section.index = index ?? view.section.index;
      views.mounted.set(view.section.index, view);
    }
  }
  return true;
}

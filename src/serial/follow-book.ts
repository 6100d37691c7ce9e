import type { Embed, ReaderEvent, SectionContent } from '../../server/reader/contract.ts';
import type { BookSource } from '../api/book-source.ts';
import { ChapterPublishedEvent } from '../late-events.ts';
import type { Landing } from '../page/reading.ts';
import type { PageBook } from '../page/page-book.ts';
import { licensedOrder } from '../reader/reading-order.ts';
import type { OpenBook } from '../reader/state.ts';
import type { ReaderStore } from '../reader/store.ts';
import type { Messages } from '../text/messages.ts';
import { followChanges } from './follow-changes.ts';
import { newsLine } from './news-line.ts';
import { reorder } from './reorder.ts';
import { placeOfChapter, withChapter, withdrawn, withoutChapter } from './with-chapter.ts';

/** A reader, as far as its book may change while it is open. */
export interface FollowingReader extends HTMLElement {
  readonly renderRoot: ParentNode;
  goTo(place: { section: number; offset: number }): void;
}

export interface FollowedBook {
  embed: Embed;
  source: BookSource;
  store: ReaderStore;
  text: () => Messages | null;
  /** Shows the book anew, beginning with a section that is here. */
  show: (book: OpenBook, source: BookSource & Pick<PageBook, 'fonts'>, landing: Landing) => void;
}

/** A section is on its way: the reading order waits so long. */
const patienceMs = 100;

/** Takes over what is published, changed and withdrawn while the book is open, until the signal is raised. */
export function followBook(
  reader: FollowingReader,
  { embed, source, store, text, show }: FollowedBook,
  signal: AbortSignal,
): void {
  if (!embed.changes || signal.aborted) return;
  const waiting: ReaderEvent[] = [];
  /** Chapters that came while the book was open, and that nobody has been to since. */
  let fresh: string[] = [];
  let isChanged = false;
  /** Whether the page on screen is of a chapter that the book has no more, or has anew. */
  let isKept = false;
  const line = newsLine({
    root: reader.renderRoot,
    text,
    onAccept: () => void accept(),
    onDismiss: dismiss,
    onFocusLost: () => reader.focus(),
  });

  const unsubscribe = store.subscribe((state, before) => {
    if (state.panel !== before.panel) line.cover(state.panel === 'contents');
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
  void followChanges({ changes, use: source.session.use, onEvent }, signal);

  function takeOver(): void {
    const { book } = store.state;
    const event = waiting[0];
    if (signal.aborted || !event) return;
    if (!book || !apply(book, event)) return void setTimeout(takeOver, patienceMs);
    waiting.shift();
    tell(book, event);
    takeOver();
  }

  function apply(book: OpenBook, { type, data }: ReaderEvent): boolean {
    const { id, revision } = data.chapter;
    const known = book.order[placeOfChapter(book, id)];
    if (type !== 'chapter.unpublished') {
      if (known?.linear && (known.chapter?.revision ?? 0) >= revision) return true;
      return change(book, withChapter(book, data));
    }
    if (!known) return true;
    return change(
      book,
      shown()?.chapter?.id === id ? withdrawn(book, id) : withoutChapter(book, id),
    );
  }

  /** Puts another reading order below the page on screen. */
  function change(before: OpenBook, book: OpenBook): boolean {
    const { place } = store.state;
    const pages = reader.renderRoot.querySelector('svc-page')?.pages;
    const onScreen = pages?.current.section;
    if (!pages || !onScreen) return false;
    const placeOf = (section: SectionContent): number | null => {
      if (!section.chapter) return section.index;
      const at = placeOfChapter(book, section.chapter.id);
      const isOld = section.chapter.revision < (book.order[at]?.chapter?.revision ?? 0);
      return at < 0 || (isOld && section !== onScreen) ? null : at;
    };
    if (!reorder(pages, licensedOrder(book), placeOf)) return false;
    const chapter = before.order[place.section]?.chapter;
    const section = chapter ? placeOfChapter(book, chapter.id) : place.section;
    store.dispatch({ type: 'opened', book, place: { ...place, section: Math.max(0, section) } });
    isKept = isOutdated(book, onScreen);
    pages.refresh();
    return true;
  }

  function tell(before: OpenBook, { type, data }: ReaderEvent): void {
    const { id, revision } = data.chapter;
    const wasThere = before.order[placeOfChapter(before, id)]?.linear === true;
    const onScreen = shown();
    if (type === 'chapter.unpublished') fresh = fresh.filter((one) => one !== id);
    else if (onScreen?.chapter?.id === id) isChanged = onScreen.chapter.revision < revision;
    else if (!wasThere) {
      fresh.push(id);
      const { book } = store.state;
      const section = book ? placeOfChapter(book, id) : -1;
      reader.dispatchEvent(new ChapterPublishedEvent({ id, title: data.title, section }));
    }
    showNews();
  }

  function showNews(): void {
    const { book } = store.state;
    const titles = fresh.flatMap((id) => book?.order[placeOfChapter(book, id)]?.title ?? []);
    line.show(
      titles.length > 0 ? { kind: 'published', titles } : isChanged ? { kind: 'changed' } : null,
    );
  }

  async function accept(): Promise<void> {
    const { book, place } = store.state;
    if (!book) return;
    const places = fresh.map((id) => placeOfChapter(book, id)).filter((at) => at >= 0);
    if (places.length > 0) {
      fresh = [];
      reader.focus();
      return reader.goTo({ section: Math.min(...places), offset: 0 });
    }
    const { section, offset } = place;
    const first = await source.load(section, book.order[section]?.chapter).catch(() => null);
    if (!first || signal.aborted || store.state.place !== place) return;
    dismiss();
    show(book, { ...source, fonts: embed.fonts, first }, () => offset);
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
    if (!isDone) setTimeout(takeOutWithdrawn, patienceMs);
  }

  function isOutdated(book: OpenBook, { chapter }: SectionContent): boolean {
    if (!chapter) return false;
    const known = book.order[placeOfChapter(book, chapter.id)];
    return !known?.linear || (known.chapter?.revision ?? 0) > chapter.revision;
  }

  function shown(): SectionContent | undefined {
    return reader.renderRoot.querySelector('svc-page')?.pages?.current.section;
  }
}

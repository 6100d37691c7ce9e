import type { TreeElement } from '../../../server/epub/contract.ts';
import type { SessionReader, BookSession } from '../feature.ts';
import { GoToRequestEvent } from '../../events/request-events.ts';
import type { BookLink } from '../../rendition/section/build-tree.ts';
import type { Rendition } from '../../rendition/rendition.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { offsetOfId } from '../../state/reading-order.ts';
import type { TextPosition } from '../../state/progress.ts';
import { findNote, type NoteLink, noteLinkOf } from './find-note.ts';

/** Shows notes at their links instead of navigating to them, until the signal is aborted. */
export function startFootnotes(
  reader: SessionReader,
  book: BookSession,
  signal: AbortSignal,
): void {
  const { page } = book;
  let close: ((restoreFocus: boolean) => void) | null = null;
  let requested: Element | null = null;
  let hasClosed = false;
  /** Reading position when the note was opened. */
  let openedAt: TextPosition | null = null;

  const show = async (link: Element, from: SectionView, target: BookLink, noteLink: NoteLink) => {
    const { rendition } = page;
    const text = book.messages();
    // Ignore a second press while the note is loading.
    if (!rendition || !text || requested === link) return;
    requested = link;
    const isCurrent = () => requested === link && !signal.aborted && page.rendition === rendition;
    const loading = import('./open-note.ts');
    const noteView = await sectionOf(rendition, target.section).catch(() => null);
    const path = noteView && findNote(noteView.section.tree, noteLink);
    const module = path && (await loading.catch(() => null));
    if (!isCurrent()) return;
    requested = null;
    // If there is no note, or it fails to load, follow the link.
    if (!noteView || !path || !module) return goTo(rendition, target);
    close?.(false);
    openedAt = rendition.position;
    const build = (tree: TreeElement) => rendition.views.build(tree);
    close = module.openNote(
      { link, path, backlinkUrls: noteLink.backlinkUrls, in: noteView, from, build },
      { reader, page, text },
      {
        onGo: () => reader.dispatchEvent(goToRequest(noteView, target)),
        onLink: (followed) => goTo(rendition, followed),
        onClosed: () => (close = null),
      },
    );
  };

  page.addEventListener(
    'click',
    (event) => {
      const isClosingPress = hasClosed;
      hasClosed = false;
      const { rendition } = page;
      const link = linkIn(event);
      const from = link && rendition && viewOf(rendition, link);
      const target = link && from?.linkOf(link);
      if (!link || !from || !target) return isClosingPress ? consume(event) : undefined;
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!isPlain || event.button !== 0 || target.id === '') return;
      const to = from.section.chapter ? { ...target, section: from.section.index } : target;
      const noteLink = noteLinkOf(link, target, from);
      if (!rendition.order[to.section] || !mayBeNote(rendition, to, noteLink)) return;
      consume(event);
      void show(link, from, to, noteLink);
    },
    { signal, capture: true },
  );
  const reset = () => (hasClosed = false);
  document.addEventListener('pointerdown', reset, { signal, capture: true });
  page.addEventListener(
    'pointerdown',
    () => {
      hasClosed = close !== null;
      close?.(false);
    },
    { signal },
  );
  page.addEventListener(
    'svc-page-move',
    ({ place: position, isScrolled }) => {
      // In scroll mode, this event also fires late and after a section loads, so ignore it if the
      // position is the same.
      const isSame =
        position?.section === openedAt?.section && position?.offset === openedAt?.offset;
      if (position && !(isScrolled && isSame)) close?.(false);
    },
    { signal },
  );
  signal.addEventListener('abort', () => close?.(false));
}

/**
 * Whether a link may refer to a note. If the note's section is not loaded, only the link's
 * appearance counts.
 */
function mayBeNote(rendition: Rendition, { section }: BookLink, noteLink: NoteLink): boolean {
  if (noteLink.certainty !== 'unlikely') return true;
  const view = rendition.views.get(section);
  // The part that is not loaded yet may contain the note.
  return (
    view !== undefined && (view.isIncomplete || findNote(view.section.tree, noteLink) !== null)
  );
}

/** Returns the section that contains a note, loading it without mounting if necessary. */
async function sectionOf(rendition: Rendition, index: number): Promise<SectionView> {
  const { book } = rendition.views;
  const mounted = rendition.views.get(index);
  if (mounted && !mounted.isIncomplete) return mounted;
  return rendition.views.createView(await book.load(index, book.order[index]?.chapter));
}

function goToRequest({ section }: SectionView, { section: index, id }: BookLink): GoToRequestEvent {
  return new GoToRequestEvent(index, offsetOfId(section, id));
}

function goTo(rendition: Rendition, { section, id }: BookLink): void {
  rendition.goToSection(section, (view) => offsetOfId(view.section, id));
}

function viewOf(rendition: Rendition, link: Element): SectionView | null {
  return [...rendition.views.mounted.values()].find((one) => one.linkOf(link)) ?? null;
}

function linkIn(event: Event): Element | null {
  const path = event.composedPath().filter((one) => one instanceof Element);
  return path.find(({ localName }) => localName === 'a') ?? null;
}

function consume(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

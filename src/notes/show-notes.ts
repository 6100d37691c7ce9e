import type { TreeElement } from '../../server/epub/contract.ts';
import type { AttendedReader } from '../attend/attend.ts';
import type { AttendedBook } from '../attend/features.ts';
import { GoToRequestEvent } from '../controls/request-events.ts';
import type { BookLink } from '../page/build.ts';
import type { Reading } from '../page/reading.ts';
import type { SectionView } from '../page/section-view.ts';
import { offsetOfId } from '../reader/offset-of-id.ts';
import type { Place } from '../reader/progress.ts';
import { findNote, type NoteLink } from './find-note.ts';
import { noteLinkOf } from './note-link.ts';

/** Shows a note at its link instead of going to it, until the signal is raised. */
export function showNotes(reader: AttendedReader, book: AttendedBook, signal: AbortSignal): void {
  const { page } = book;
  let close: ((returns: boolean) => void) | null = null;
  let asked: Element | null = null;
  let hasClosed = false;
  /** Where the open note was opened. */
  let at: Place | null = null;

  const show = async (link: Element, from: SectionView, target: BookLink, by: NoteLink) => {
    const { pages } = page;
    const words = book.text();
    // Pressed twice, it opens once.
    if (!pages || !words || asked === link) return;
    asked = link;
    const isCurrent = () => asked === link && !signal.aborted && page.pages === pages;
    const loading = import('./open-note.ts');
    const there = await sectionOf(pages, target.section).catch(() => null);
    const path = there && findNote(there.section.tree, by);
    const module = path && (await loading.catch(() => null));
    if (!isCurrent()) return;
    asked = null;
    // What is no note, or does not come, is a link like any other.
    if (!there || !path || !module) return goTo(pages, target);
    close?.(false);
    at = pages.place;
    const build = (tree: TreeElement) => pages.views.build(tree);
    close = module.openNote(
      { link, path, back: by.back, in: there, from, build },
      { reader, page, text: words },
      {
        onGo: () => reader.dispatchEvent(requestFor(there, target)),
        onLink: (followed) => goTo(pages, followed),
        onClosed: () => (close = null),
      },
    );
  };

  page.addEventListener(
    'click',
    (event) => {
      const swallows = hasClosed;
      hasClosed = false;
      const { pages } = page;
      const link = linkIn(event);
      const from = link && pages && viewOf(pages, link);
      const target = link && from?.linkOf(link);
      if (!link || !from || !target) return swallows ? take(event) : undefined;
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!isPlain || event.button !== 0 || target.id === '') return;
      const to = from.section.chapter ? { ...target, section: from.section.index } : target;
      const by = noteLinkOf(link, target, from);
      if (!pages.order[to.section] || !mayBeNote(pages, to, by)) return;
      take(event);
      void show(link, from, to, by);
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
    ({ place, isScrolled }) => {
      // A strip tells of where it is late, and again when a section has come.
      const isSame = place?.section === at?.section && place?.offset === at?.offset;
      if (place && !(isScrolled && isSame)) close?.(false);
    },
    { signal },
  );
  signal.addEventListener('abort', () => close?.(false));
}

/** Whether it is worth while to look: of a section that is not here, only what looks like a note's link. */
function mayBeNote(pages: Reading, { section }: BookLink, by: NoteLink): boolean {
  if (by.certainty !== 'unlikely') return true;
  const there = pages.views.get(section);
  // What is not here yet may be one.
  return there !== undefined && (there.isCut || findNote(there.section.tree, by) !== null);
}

/** The section that a note is in; one that is not here is fetched, and not put into the document. */
async function sectionOf(pages: Reading, index: number): Promise<SectionView> {
  const { book } = pages.views;
  const here = pages.views.get(index);
  if (here && !here.isCut) return here;
  return pages.views.make(await book.load(index, book.order[index]?.chapter));
}

function requestFor({ section }: SectionView, { section: index, id }: BookLink): GoToRequestEvent {
  return new GoToRequestEvent(index, offsetOfId(section, id));
}

function goTo(pages: Reading, { section, id }: BookLink): void {
  pages.enter(section, (view) => offsetOfId(view.section, id));
}

function viewOf(pages: Reading, link: Element): SectionView | null {
  return [...pages.views.mounted.values()].find((one) => one.linkOf(link)) ?? null;
}

function linkIn(event: Event): Element | null {
  const path = event.composedPath().filter((one) => one instanceof Element);
  return path.find(({ localName }) => localName === 'a') ?? null;
}

function take(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

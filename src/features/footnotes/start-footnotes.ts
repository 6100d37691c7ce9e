import type { TreeElement } from '../../../server/epub/contract.ts';
import type { SessionReader, BookSession } from '../feature.ts';
import { GoToRequestEvent } from '../../events/request-events.ts';
import type { BookLink } from '../../rendition/section/build-tree.ts';
import type { Rendition } from '../../rendition/rendition.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { offsetOfId } from '../../state/section-lookup.ts';
import type { TextPosition } from '../../state/progress.ts';
import { findNote, type NoteLink, noteLinkOf } from './find-note.ts';

/** Shows a note at its link instead of going to it, until the signal is raised. */
export function startFootnotes(
  reader: SessionReader,
  book: BookSession,
  signal: AbortSignal,
): void {
  const { page } = book;
  let close: ((returns: boolean) => void) | null = null;
  let asked: Element | null = null;
  let hasClosed = false;
  /** Where the open note was opened. */
  let at: TextPosition | null = null;

  const show = async (link: Element, from: SectionView, target: BookLink, by: NoteLink) => {
    const { rendition } = page;
    const words = book.messages();
    // Pressed twice, it opens once.
    if (!rendition || !words || asked === link) return;
    asked = link;
    const isCurrent = () => asked === link && !signal.aborted && page.rendition === rendition;
    const loading = import('./open-note.ts');
    const there = await sectionOf(rendition, target.section).catch(() => null);
    const path = there && findNote(there.section.tree, by);
    const module = path && (await loading.catch(() => null));
    if (!isCurrent()) return;
    asked = null;
    // What is no note, or does not come, is a link like any other.
    if (!there || !path || !module) return goTo(rendition, target);
    close?.(false);
    at = rendition.position;
    const build = (tree: TreeElement) => rendition.views.build(tree);
    close = module.openNote(
      { link, path, backlinkUrls: by.backlinkUrls, in: there, from, build },
      { reader, page, text: words },
      {
        onGo: () => reader.dispatchEvent(goToRequest(there, target)),
        onLink: (followed) => goTo(rendition, followed),
        onClosed: () => (close = null),
      },
    );
  };

  page.addEventListener(
    'click',
    (event) => {
      const swallows = hasClosed;
      hasClosed = false;
      const { rendition } = page;
      const link = linkIn(event);
      const from = link && rendition && viewOf(rendition, link);
      const target = link && from?.linkOf(link);
      if (!link || !from || !target) return swallows ? consume(event) : undefined;
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!isPlain || event.button !== 0 || target.id === '') return;
      const to = from.section.chapter ? { ...target, section: from.section.index } : target;
      const by = noteLinkOf(link, target, from);
      if (!rendition.order[to.section] || !mayBeNote(rendition, to, by)) return;
      consume(event);
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
function mayBeNote(pages: Rendition, { section }: BookLink, by: NoteLink): boolean {
  if (by.certainty !== 'unlikely') return true;
  const there = pages.views.get(section);
  // What is not here yet may be one.
  return there !== undefined && (there.isIncomplete || findNote(there.section.tree, by) !== null);
}

/** The section that a note is in; one that is not here is fetched, and not put into the document. */
async function sectionOf(pages: Rendition, index: number): Promise<SectionView> {
  const { book } = pages.views;
  const here = pages.views.get(index);
  if (here && !here.isIncomplete) return here;
  return pages.views.createView(await book.load(index, book.order[index]?.chapter));
}

function goToRequest({ section }: SectionView, { section: index, id }: BookLink): GoToRequestEvent {
  return new GoToRequestEvent(index, offsetOfId(section, id));
}

function goTo(pages: Rendition, { section, id }: BookLink): void {
  pages.goToSection(section, (view) => offsetOfId(view.section, id));
}

function viewOf(pages: Rendition, link: Element): SectionView | null {
  return [...pages.views.mounted.values()].find((one) => one.linkOf(link)) ?? null;
}

function linkIn(event: Event): Element | null {
  const path = event.composedPath().filter((one) => one instanceof Element);
  return path.find(({ localName }) => localName === 'a') ?? null;
}

function consume(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

import type { TreeElement } from '../../../server/epub/contract.ts';
import { defineElements } from '../../ui/define-elements.ts';
import type { BookLink, BuiltTree } from '../../rendition/section/build-tree.ts';
import { followExternalLink } from '../../rendition/input/external-link.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import type { Messages } from '../../i18n/messages.ts';
import { createNoteContent } from './note-content.ts';
import { noteTree } from './note-tree.ts';
import { positionNote } from './position-note.ts';
import { SvcNote } from './svc-note.ts';

/** A note that was found. */
interface FoundNote {
  link: Element;
  /** From the root of its section down to it. */
  path: readonly TreeElement[];
  /** Addresses of the link. */
  backlinkUrls: ReadonlySet<string>;
  in: SectionView;
  /** The section of the link. */
  from: SectionView;
  build: (tree: TreeElement) => BuiltTree;
}

interface NoteContext {
  reader: HTMLElement & { readonly renderRoot: ParentNode };
  page: HTMLElement;
  text: Messages;
}

interface NoteListener {
  onGo: () => void;
  /** A link of the note into the book was followed. */
  onLink: (link: BookLink) => void;
  onClosed: () => void;
}

/** Shows a note at its link; returns how to close it, with the focus back on the link or not. */
export function openNote(
  found: FoundNote,
  { reader, page, text }: NoteContext,
  listener: NoteListener,
): (returns: boolean) => void {
  defineElements({ 'svc-note': SvcNote });
  const { link, in: section, from } = found;
  const tree = noteTree(found.path, found.backlinkUrls);
  const content = createNoteContent(tree, section, from, found.build);
  const note = document.createElement('svc-note');
  note.text = text;
  note.setAttribute('exportparts', 'note, go-to-note');
  note.append(content.host);
  const listening = new AbortController();
  const { signal } = listening;

  const close = (returns: boolean) => {
    if (signal.aborted) return;
    listening.abort();
    note.remove();
    listener.onClosed();
    if (!returns) return;
    if (link instanceof HTMLElement || link instanceof SVGElement)
      link.focus({ preventScroll: true });
  };
  const place = () => {
    const { box } = note;
    if (!box) return;
    const room = reader.getBoundingClientRect();
    const at = link.getClientRects()[0] ?? room;
    const { width, height } = box.getBoundingClientRect();
    const inside = {
      left: at.left - room.left,
      top: at.top - room.top,
      width: at.width,
      height: at.height,
    };
    const { left, top } = positionNote(inside, { width, height }, room);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  };
  const follow = (event: MouseEvent) => {
    const followed = event.composedPath().find((one) => one instanceof Element && one.matches('a'));
    if (!(followed instanceof Element)) return;
    const target = content.links.get(followed);
    const href = followed.getAttribute('href');
    if (target) {
      event.preventDefault();
      close(false);
      page.focus();
      listener.onLink(target);
    } else if (href) followExternalLink(followed, href, event, page);
  };

  note.addEventListener('close', () => close(true), { signal });
  note.addEventListener(
    'go',
    () => {
      close(false);
      page.focus();
      listener.onGo();
    },
    { signal },
  );
  for (const press of ['click', 'auxclick'] as const)
    note.addEventListener(press, follow, { signal });
  // Whoever goes on elsewhere with the keyboard is done with it.
  note.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !note.contains(relatedTarget)) close(false);
    },
    { signal },
  );
  // So is who comes back from the browser’s own bars.
  document.addEventListener(
    'focusin',
    (event) => {
      if (!event.composedPath().includes(note)) close(false);
    },
    { signal },
  );
  // The focus may be nowhere.
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close(true);
    },
    { signal },
  );
  document.addEventListener(
    'pointerdown',
    (event) => {
      const path = event.composedPath();
      if (!path.includes(note) && !path.includes(page)) close(false);
    },
    { signal },
  );
  page.addEventListener('svc-page-move', place, { signal });
  reader.renderRoot.append(note);
  const settle = async () => {
    await note.updateComplete;
    place();
    // Lines that run from right to left begin there.
    if (section.section.writingMode === 'vertical-rl') note.scrollToRight();
    note.focus();
  };
  void settle();
  return close;
}

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

/** A note and the link that refers to it. */
interface FoundNote {
  link: Element;
  /** Elements from the section's root down to the note. */
  path: readonly TreeElement[];
  /** Possible URLs of links back to the reference. */
  backlinkUrls: ReadonlySet<string>;
  in: SectionView;
  /** The section that contains the link. */
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
  /** Called when a link in the note to a position in the book is followed. */
  onLink: (link: BookLink) => void;
  onClosed: () => void;
}

/**
 * Shows a note at its link. Returns a function that closes it, whose argument determines whether
 * focus returns to the link.
 */
export function openNote(
  found: FoundNote,
  { reader, page, text }: NoteContext,
  listener: NoteListener,
): (restoreFocus: boolean) => void {
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

  const close = (restoreFocus: boolean) => {
    if (signal.aborted) return;
    listening.abort();
    note.remove();
    listener.onClosed();
    if (!restoreFocus) return;
    if (link instanceof HTMLElement || link instanceof SVGElement)
      link.focus({ preventScroll: true });
  };
  const reposition = () => {
    const { box } = note;
    if (!box) return;
    const area = reader.getBoundingClientRect();
    const at = link.getClientRects()[0] ?? area;
    const { width, height } = box.getBoundingClientRect();
    const linkBox = {
      left: at.left - area.left,
      top: at.top - area.top,
      width: at.width,
      height: at.height,
    };
    const { left, top } = positionNote(linkBox, { width, height }, area);
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
  for (const type of ['click', 'auxclick'] as const)
    note.addEventListener(type, follow, { signal });
  // Close the note when keyboard focus moves elsewhere.
  note.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !note.contains(relatedTarget)) close(false);
    },
    { signal },
  );
  // Also close it when focus returns from the browser's own UI.
  document.addEventListener(
    'focusin',
    (event) => {
      if (!event.composedPath().includes(note)) close(false);
    },
    { signal },
  );
  // Focus may be on the document body.
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
  page.addEventListener('svc-page-move', reposition, { signal });
  reader.renderRoot.append(note);
  const settle = async () => {
    await note.updateComplete;
    reposition();
    // Right-to-left vertical lines begin at the right edge.
    if (section.section.writingMode === 'vertical-rl') note.scrollToRight();
    note.focus();
  };
  void settle();
  return close;
}

import type { Tree, TreeElement } from '../../../server/epub/contract.ts';
import type { BookLink } from '../../rendition/section/build-tree.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';

/** Matches note markers, which are numbers, letters and symbols with or without brackets. */
const noteMarker = /^[[({]?\s*(\p{N}{1,4}|\p{L}{1,3}|[*†‡§¶#※]{1,4}|注\p{N}*)\s*[\])}.]?$/u;
/**
 * Certainty that a link refers to a note. The markup makes it `stated`, and otherwise the link's
 * appearance makes it `likely` or `unlikely`.
 */
export type Certainty = 'stated' | 'likely' | 'unlikely';

export interface NoteLink {
  /** Id of the target element. */
  id: string;
  /**
   * URLs (`section:12#id`) of the link and its surrounding elements. A note can link back to any of
   * them.
   */
  backlinkUrls: ReadonlySet<string>;
  certainty: Certainty;
}

const noteTypes = new Set(['footnote', 'endnote', 'rearnote', 'note']);
const noteRoles = new Set(['doc-footnote', 'doc-endnote']);
const blocks = new Set('p li dd dt div aside td section article blockquote'.split(' '));
/** Elements that may contain one note together with its marker. */
const containers = new Set(['li', 'dd', 'aside', 'div']);
/** Maximum length of a note in UTF-16 code units. A longer text is a chapter. */
const maxNoteLength = 20_000;

/**
 * Returns the elements from a section's root down to the note that a link refers to, or null if it
 * refers to none. Without note markup, the link must look like a note reference, and its target
 * must begin the note and link back.
 */
export function findNote(root: TreeElement, link: NoteLink): TreeElement[] | null {
  const path = pathTo(root, link.id);
  if (!path) return null;
  const note = declaredNote(path) ?? (link.certainty === 'unlikely' ? null : blockOf(path));
  const element = note?.at(-1);
  if (!note || !element || note.length < 3) return null;
  const isSure = link.certainty === 'stated' || declaredNote(path) !== null;
  if (!isSure && !(linksBack(element, link.backlinkUrls) && beginsWith(element, path))) return null;
  return textOf(element).length > maxNoteLength ? null : note;
}

function pathTo(root: TreeElement, id: string): TreeElement[] | null {
  const path: TreeElement[] = [];
  const walk = (element: TreeElement): boolean => {
    path.push(element);
    if (id !== '' && element[1].id === id) return true;
    for (const child of childrenOf(element))
      if (typeof child !== 'string' && walk(child)) return true;
    path.pop();
    return false;
  };
  return walk(root) ? path : null;
}

function declaredNote(path: TreeElement[]): TreeElement[] | null {
  const at = path.findLastIndex(
    ([, { role = '', 'epub:type': types = '' }]) =>
      noteRoles.has(role) || types.split(/\s+/).some((type) => noteTypes.has(type)),
  );
  return at < 0 ? null : path.slice(0, at + 1);
}

/** Returns the block around the target or, if the block begins its container, the container. */
function blockOf(path: TreeElement[]): TreeElement[] | null {
  let at = path.findLastIndex(([tag]) => blocks.has(tag));
  const block = path[at];
  const parent = path[at - 1];
  if (!block || !parent) return null;
  if (block[0] === 'dt') {
    const siblings = childrenOf(parent);
    const next = siblings.slice(siblings.indexOf(block) + 1).find((one) => typeof one !== 'string');
    return next?.[0] === 'dd' ? [...path.slice(0, at), next] : null;
  }
  while (isContainer(path[at - 1], path[at])) at -= 1;
  return path.slice(0, at + 1);
}

function isContainer(parent: TreeElement | undefined, child: TreeElement | undefined): boolean {
  if (!parent || !child || !containers.has(parent[0])) return false;
  const first = childrenOf(parent).find((one) => typeof one !== 'string' || one.trim() !== '');
  if (first !== child) return false;
  // A `div` without a note class may contain all notes.
  return parent[0] !== 'div' || /(foot|end)?note\b/i.test(parent[1].class ?? '');
}

function linksBack(element: TreeElement, back: ReadonlySet<string>): boolean {
  if (element[0] === 'a' && back.has(element[1].href ?? '')) return true;
  return childrenOf(element).some((child) => typeof child !== 'string' && linksBack(child, back));
}

/** Whether at most a number or symbol precedes the target in the note. */
function beginsWith(note: TreeElement, path: TreeElement[]): boolean {
  const target = path.at(-1);
  let before = '';
  const walk = (element: TreeElement): boolean => {
    if (element === target) return true;
    return childrenOf(element).some((child) => {
      if (typeof child !== 'string') return walk(child);
      before += child;
      return false;
    });
  };
  return (walk(note) || path.indexOf(note) < 0) && before.trim().length <= 4;
}

export function childrenOf(element: TreeElement): Tree[] {
  const [, , ...children] = element;
  return children;
}

export function textOf(tree: Tree): string {
  return typeof tree === 'string' ? tree : childrenOf(tree).map(textOf).join('');
}

/** Returns the properties of a possible note link that do not depend on its target. */
export function noteLinkOf(link: Element, { id }: BookLink, { section }: SectionView): NoteLink {
  const ids = new Set<string>();
  for (let at: Element | null = link; at && !at.matches('.svc-body'); at = at.parentElement) {
    if (at.id) ids.add(at.id);
    if (at.matches('p, li, td, div')) break;
  }
  const adjacent = [link.previousElementSibling, link.nextElementSibling, ...link.children];
  for (const one of adjacent) if (one?.id) ids.add(one.id);
  const backlinkUrls = new Set([...ids].map((one) => `section:${section.index}#${one}`));
  return { id, backlinkUrls, certainty: certaintyOf(link) };
}

function certaintyOf(link: Element): NoteLink['certainty'] {
  const types = link.getAttribute('epub:type')?.split(/\s+/) ?? [];
  if (link.getAttribute('role') === 'doc-noteref' || types.includes('noteref')) return 'stated';
  if (link.getAttribute('role') === 'doc-backlink' || types.includes('backlink')) return 'unlikely';
  const text = link.textContent.trim();
  return noteMarker.test(text) && (isRaised(link) || /^[[({*†‡§¶]/.test(text))
    ? 'likely'
    : 'unlikely';
}

function isRaised(link: Element): boolean {
  if (link.closest('sup') || link.querySelector('sup')) return true;
  return [link, ...link.children].some((one) =>
    ['super', 'text-top', 'top'].includes(getComputedStyle(one).verticalAlign),
  );
}

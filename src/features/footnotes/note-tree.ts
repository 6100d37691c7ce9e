import type { Tree, TreeElement } from '../../../server/epub/contract.ts';
import { childrenOf, textOf } from './find-note.ts';

/**
 * Creates a tree that contains only the note, inside empty copies of its ancestors so that the
 * book's style rules match. Links back to the text are removed because the text is visible. Numbers
 * remain as text. Arrows, and words at the end such as “Back”, are dropped.
 */
export function noteTree(
  path: readonly TreeElement[],
  backlinkUrls: ReadonlySet<string>,
): TreeElement {
  const [note, ...ancestors] = path.toReversed();
  if (!note) return ['div', {}];
  const [, attributes] = note;
  const { hidden: _hidden, role: _role, ...keptAttributes } = attributes;
  const backlinks = { urls: backlinkUrls, noteText: textOf(note).trim() };
  const noteElement: TreeElement = [
    note[0],
    { ...keptAttributes, class: `${attributes.class ?? ''} svc-note` },
    ...withoutRule(childrenOf(note).flatMap((child) => withoutBacklinks(child, backlinks))),
  ];
  return ancestors.reduce<TreeElement>((inner, [tag, { class: name = '', lang, dir }]) => {
    const languageAttributes = { ...(lang ? { lang } : {}), ...(dir ? { dir } : {}) };
    return [tag, { ...languageAttributes, class: `${name} svc-around` }, inner];
  }, noteElement);
}

/** Removes a leading rule, which separates the note from text that is not shown. */
function withoutRule(trees: Tree[]): Tree[] {
  const at = trees.findIndex((tree) => typeof tree !== 'string' || tree.trim() !== '');
  const first = trees[at];
  if (!first || typeof first === 'string') return trees;
  const [tag, attributes, ...children] = first;
  const rest = trees.slice(at + 1);
  return tag === 'hr' ? withoutRule(rest) : [[tag, attributes, ...withoutRule(children)], ...rest];
}

interface Backlinks {
  urls: ReadonlySet<string>;
  /** The whole text of the note, trimmed. */
  noteText: string;
}

function withoutBacklinks(tree: Tree, backlinks: Backlinks): Tree[] {
  if (typeof tree === 'string') return [tree];
  const [tag, attributes, ...children] = tree;
  const keptChildren = children.flatMap((child) => withoutBacklinks(child, backlinks));
  if (tag !== 'a' || !isBacklink(attributes, backlinks.urls))
    return [[tag, attributes, ...keptChildren]];
  const { href: _href, role: _role, 'epub:type': _type, ...rest } = attributes;
  return isLabel(textOf(tree).trim(), backlinks.noteText) ? [['span', rest, ...keptChildren]] : [];
}

/** Whether a backlink's text is the number or mark of the note, or part of its text. */
function isLabel(text: string, noteText: string): boolean {
  if (!/[\p{L}\p{N}*†‡§¶]/u.test(text)) return false;
  const isWord = /\p{L}{2}/u.test(text) && !/\p{N}/u.test(text);
  return !isWord || !noteText.endsWith(text) || noteText === text;
}

function isBacklink(
  { href = '', role = '', 'epub:type': types = '' }: TreeElement[1],
  backlinkUrls: ReadonlySet<string>,
): boolean {
  return role === 'doc-backlink' || /\bbacklink\b/.test(types) || backlinkUrls.has(href);
}

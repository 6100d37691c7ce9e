import type { Tree, TreeElement } from '../../../server/epub/contract.ts';
import { childrenOf, textOf } from './find-note.ts';

/**
 * Creates a tree that contains only the note, inside empty copies of its ancestors so that the
 * book's style rules match. Links back to the text are removed because the text is visible. Numbers
 * remain as text, and arrows are dropped.
 */
export function noteTree(
  path: readonly TreeElement[],
  backlinkUrls: ReadonlySet<string>,
): TreeElement {
  const [note, ...ancestors] = path.toReversed();
  if (!note) return ['div', {}];
  const [, attributes] = note;
  const { hidden: _hidden, role: _role, ...keptAttributes } = attributes;
  const noteElement: TreeElement = [
    note[0],
    { ...keptAttributes, class: `${attributes.class ?? ''} svc-note` },
    ...withoutRule(childrenOf(note).flatMap((child) => withoutBacklinks(child, backlinkUrls))),
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

function withoutBacklinks(tree: Tree, backlinkUrls: ReadonlySet<string>): Tree[] {
  if (typeof tree === 'string') return [tree];
  const [tag, attributes, ...children] = tree;
  const keptChildren = children.flatMap((child) => withoutBacklinks(child, backlinkUrls));
  if (tag !== 'a' || !isBacklink(attributes, backlinkUrls))
    return [[tag, attributes, ...keptChildren]];
  const { href: _href, role: _role, 'epub:type': _type, ...rest } = attributes;
  return /[\p{L}\p{N}*†‡§¶]/u.test(textOf(tree)) ? [['span', rest, ...keptChildren]] : [];
}

function isBacklink(
  { href = '', role = '', 'epub:type': types = '' }: TreeElement[1],
  backlinkUrls: ReadonlySet<string>,
): boolean {
  return role === 'doc-backlink' || /\bbacklink\b/.test(types) || backlinkUrls.has(href);
}

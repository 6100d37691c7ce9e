import type { Tree, TreeElement } from '../../../server/epub/contract.ts';
import { childrenOf, textOf } from './find-note.ts';

/**
 * A tree of a note alone: what stands around it is there for the book's rules, empty. Links back to the
 * text are left out, for the text is on screen: a number stays as words, an arrow goes.
 */
export function noteTree(path: readonly TreeElement[], back: ReadonlySet<string>): TreeElement {
  const [note, ...around] = path.toReversed();
  if (!note) return ['div', {}];
  const [, attributes] = note;
  const { hidden: _hidden, role: _role, ...kept } = attributes;
  const own: TreeElement = [
    note[0],
    { ...kept, class: `${attributes.class ?? ''} svc-note` },
    ...withoutRule(childrenOf(note).flatMap((child) => withoutBacklinks(child, back))),
  ];
  return around.reduce<TreeElement>((inner, [tag, { class: name = '', lang, dir }]) => {
    const plain = { ...(lang ? { lang } : {}), ...(dir ? { dir } : {}) };
    return [tag, { ...plain, class: `${name} svc-around` }, inner];
  }, own);
}

/** A rule that parts the note from the text above it parts it from nothing here. */
function withoutRule(trees: Tree[]): Tree[] {
  const at = trees.findIndex((tree) => typeof tree !== 'string' || tree.trim() !== '');
  const first = trees[at];
  if (!first || typeof first === 'string') return trees;
  const [tag, attributes, ...children] = first;
  const rest = trees.slice(at + 1);
  return tag === 'hr' ? withoutRule(rest) : [[tag, attributes, ...withoutRule(children)], ...rest];
}

function withoutBacklinks(tree: Tree, back: ReadonlySet<string>): Tree[] {
  if (typeof tree === 'string') return [tree];
  const [tag, attributes, ...children] = tree;
  const kept = children.flatMap((child) => withoutBacklinks(child, back));
  if (tag !== 'a' || !isBacklink(attributes, back)) return [[tag, attributes, ...kept]];
  const { href: _href, role: _role, 'epub:type': _type, ...rest } = attributes;
  return /[\p{L}\p{N}*†‡§¶]/u.test(textOf(tree)) ? [['span', rest, ...kept]] : [];
}

function isBacklink(
  { href = '', role = '', 'epub:type': types = '' }: TreeElement[1],
  back: ReadonlySet<string>,
): boolean {
  return role === 'doc-backlink' || /\bbacklink\b/.test(types) || back.has(href);
}

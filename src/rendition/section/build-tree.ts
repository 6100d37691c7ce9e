import type { Tree, TreeElement } from '../../../server/epub/contract.ts';
import {
  isAllowedAttribute,
  isAllowedTag,
  isExternalLink,
  namespaces,
  parseBookLink,
  type Vocabulary,
} from './allowlist.ts';
import { resourcePathOf } from './resource-path.ts';
import { TextIndex } from './text-index.ts';

/** A link inside the book. */
export interface BookLink {
  section: number;
  /** Empty for the section's start. */
  id: string;
}

export interface BuiltTree {
  root: Element;
  text: TextIndex;
  links: WeakMap<Element, BookLink>;
}

/** Deeper trees than any book's would overflow the stack of the layout engine. */
const maxDepth = 512;

/**
 * Makes a compiled tree into elements, one by one: no markup is parsed, and what is not on the
 * allowlist is left out with everything in it.
 */
export function buildTree(
  tree: TreeElement,
  resourceUrl: (path: string) => string,
  { text, links }: Pick<BuiltTree, 'text' | 'links'> = {
    text: new TextIndex(),
    links: new WeakMap(),
  },
): BuiltTree {
  const element = (node: TreeElement, parent: Vocabulary, depth: number): Element | null => {
    const [tag, attributes, ...children] = node;
    const vocabulary = vocabularyOf(tag, parent);
    if (depth > maxDepth || !isAllowedTag(vocabulary, tag)) {
      text.skip(textLength(node));
      return null;
    }
    const made =
      vocabulary === 'html'
        ? document.createElement(tag)
        : document.createElementNS(namespaces[vocabulary], tag);
    for (const [name, value] of Object.entries(attributes)) {
      setAttribute(made, vocabulary, name, String(value));
    }
    const inside = /^(foreignObject|mtext|m[inos])$/.test(tag) ? 'html' : vocabulary;
    for (const child of children) {
      if (typeof child === 'string') {
        const node = document.createTextNode(child);
        text.add(node);
        made.append(node);
      } else {
        const node = element(child, inside, depth + 1);
        if (node) made.append(node);
      }
    }
    return made;
  };

  const setAttribute = (made: Element, vocabulary: Vocabulary, name: string, value: string) => {
    if (name === 'href' || name === 'xlink:href') setHref(made, vocabulary, value);
    else if (name === 'src' || name === 'poster') {
      const path = resourcePathOf(value);
      if (path !== null && vocabulary === 'html') made.setAttribute(name, resourceUrl(path));
    } else if (name === 'xml:lang') made.setAttribute('lang', value);
    else if (isAllowedAttribute(vocabulary, name, value)) made.setAttribute(name, value);
  };

  const setHref = (made: Element, vocabulary: Vocabulary, value: string) => {
    const tag = made.localName;
    if (tag === 'a' || tag === 'area') return setLink(made, value);
    if (vocabulary !== 'svg') return;
    const path = resourcePathOf(value);
    if (tag === 'image' && path !== null) made.setAttribute('href', resourceUrl(path));
    else if (value.startsWith('#')) made.setAttribute('href', value);
  };

  const setLink = (made: Element, value: string) => {
    const link = parseBookLink(value);
    if (link) {
      links.set(made, link);
      made.setAttribute('href', `#${value}`);
    } else if (isExternalLink(value)) {
      made.setAttribute('href', value);
      made.setAttribute('target', '_blank');
      made.setAttribute('rel', 'noopener noreferrer');
    }
  };

  const root = element(tree, 'html', 0) ?? document.createElement('div');
  return { root, text, links };
}

function vocabularyOf(tag: string, parent: Vocabulary): Vocabulary {
  if (tag === 'svg' || tag === 'math') return tag;
  return parent;
}

/** Without recursion: what is left out may be deeper than the stack. */
function textLength(node: Tree): number {
  const open: Tree[] = [node];
  let length = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at === 'string') length += at.length;
    else for (const child of at.slice(2)) if (isTree(child)) open.push(child);
  }
  return length;
}

/** `slice` forgets that only a tuple's second member is no tree. */
function isTree(value: TreeElement[number]): value is Tree {
  return typeof value === 'string' || Array.isArray(value);
}

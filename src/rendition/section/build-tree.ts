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
  /** Target id, or empty for the start of the section. */
  id: string;
}

export interface BuiltTree {
  root: Element;
  text: TextIndex;
  links: WeakMap<Element, BookLink>;
}

/**
 * Maximum tree depth. Deeper trees could overflow the layout engine's stack, and no real book is
 * this deep.
 */
const maxDepth = 512;

/**
 * Builds DOM elements from a compiled tree without parsing markup. Elements that are not on the
 * allowlist are omitted along with their content.
 */
export function buildTree(
  tree: TreeElement,
  resourceUrl: (path: string) => string,
  { text, links }: Pick<BuiltTree, 'text' | 'links'> = {
    text: new TextIndex(),
    links: new WeakMap(),
  },
): BuiltTree {
  const build = (node: TreeElement, parent: Vocabulary, depth: number): Element | null => {
    const [tag, attributes, ...children] = node;
    const vocabulary = vocabularyOf(tag, parent);
    if (depth > maxDepth || !isAllowedTag(vocabulary, tag)) {
      text.skip(textLength(node));
      return null;
    }
    const element =
      vocabulary === 'html'
        ? document.createElement(tag)
        : document.createElementNS(namespaces[vocabulary], tag);
    for (const [name, value] of Object.entries(attributes)) {
      setAttribute(element, vocabulary, name, String(value));
    }
    const inside = /^(foreignObject|mtext|m[inos])$/.test(tag) ? 'html' : vocabulary;
    for (const child of children) {
      if (typeof child === 'string') {
        const node = document.createTextNode(child);
        text.add(node);
        element.append(node);
      } else {
        const node = build(child, inside, depth + 1);
        if (node) element.append(node);
      }
    }
    return element;
  };

  const setAttribute = (element: Element, vocabulary: Vocabulary, name: string, value: string) => {
    if (name === 'href' || name === 'xlink:href') setHref(element, vocabulary, value);
    else if (name === 'src' || name === 'poster') {
      const path = resourcePathOf(value);
      if (path !== null && vocabulary === 'html') element.setAttribute(name, resourceUrl(path));
    } else if (name === 'xml:lang') element.setAttribute('lang', value);
    else if (isAllowedAttribute(vocabulary, name, value)) element.setAttribute(name, value);
  };

  const setHref = (element: Element, vocabulary: Vocabulary, value: string) => {
    const tag = element.localName;
    if (tag === 'a' || tag === 'area') return setLink(element, value);
    if (vocabulary !== 'svg') return;
    const path = resourcePathOf(value);
    if (tag === 'image' && path !== null) element.setAttribute('href', resourceUrl(path));
    else if (value.startsWith('#')) element.setAttribute('href', value);
  };

  const setLink = (element: Element, value: string) => {
    const link = parseBookLink(value);
    if (link) {
      links.set(element, link);
      element.setAttribute('href', `#${value}`);
    } else if (isExternalLink(value)) {
      element.setAttribute('href', value);
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer');
    }
  };

  const root = build(tree, 'html', 0) ?? document.createElement('div');
  return { root, text, links };
}

function vocabularyOf(tag: string, parent: Vocabulary): Vocabulary {
  if (tag === 'svg' || tag === 'math') return tag;
  return parent;
}

/**
 * Length of a node's text. Iterative because excluded content may be deeper than the call stack.
 */
function textLength(node: Tree): number {
  const open: Tree[] = [node];
  let length = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at === 'string') length += at.length;
    else for (const child of at.slice(2)) if (isTree(child)) open.push(child);
  }
  return length;
}

/** Narrows the type that `slice` widens. In the tuple, only the second member is not a tree. */
function isTree(value: TreeElement[number]): value is Tree {
  return typeof value === 'string' || Array.isArray(value);
}

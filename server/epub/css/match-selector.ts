import { compile, type Options } from 'css-select';
import { childrenOf, MATHML, rawTextOf, SVG, type XmlElement } from '../xml/node.ts';
import type { StyleHint } from './style-hints.ts';

interface Relatives {
  parent: XmlElement | null;
  /** The element and its siblings, without text. */
  siblings: XmlElement[];
  index: number;
}

/**
 * Maximum number of combinators. Real selectors have two or three, and each one requires a walk
 * through the ancestors.
 */
const MAX_COMBINATORS = 12;

/** Selectors that take time proportional to the number of siblings or descendants. */
const expensive = /~|:(?:has|nth-|[a-z-]*of-type|empty|lang|dir|only-child|scope)/i;

const relatives = new WeakMap<XmlElement, Relatives>();
const matchers = new WeakMap<StyleHint, ((element: XmlElement) => boolean) | null>();

const options: Options<XmlElement, XmlElement> = {
  adapter: {
    isTag: (node): node is XmlElement => node !== null,
    getAttributeValue: (element, name) => attributeByQualifiedName(element, name),
    hasAttrib: (element, name) => attributeByQualifiedName(element, name) !== undefined,
    getChildren: (element) => childrenOf(element),
    getName: ({ name }) => name.toLowerCase(),
    getParent: (element) => relatives.get(element)?.parent ?? null,
    getSiblings: (element) => relatives.get(element)?.siblings ?? [element],
    prevElementSibling: (element) => {
      const { siblings, index } = relatives.get(element) ?? { siblings: [], index: 0 };
      return siblings[index - 1] ?? null;
    },
    getText: (element) => rawTextOf(element),
    removeSubsets: (nodes) => nodes,
  },
};

/** The linked document. Documents are linked on the first match, because few need it. */
let unlinkedRoot: XmlElement | null = null;

/** Sets the document in which `matchesSelector` finds parents and siblings. */
export function prepareMatching(root: XmlElement): void {
  unlinkedRoot = root;
}

/** Records parents and siblings. Formulas and drawings have no text whose white space matters. */
function linkElements(root: XmlElement): void {
  const pending: XmlElement[] = [root];
  relatives.set(root, { parent: null, siblings: [root], index: 0 });
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    if (parent.namespace === MATHML || parent.namespace === SVG) continue;
    const siblings = childrenOf(parent);
    for (const [index, child] of siblings.entries()) {
      relatives.set(child, { parent, siblings, index });
      pending.push(child);
    }
  }
}

/**
 * Whether a hint's selector matches an element of a linked document, or null if unknown. It is
 * unknown if the element is not linked, or the selector uses features that are unsupported or too
 * slow.
 */
export function matchesSelector(hint: StyleHint, element: XmlElement): boolean | null {
  if (unlinkedRoot) linkElements(unlinkedRoot);
  unlinkedRoot = null;
  if (!relatives.has(element)) return null;
  let matcher = matchers.get(hint);
  if (matcher === undefined) {
    matcher = hint.selector === null ? null : compileSelector(hint.selector);
    matchers.set(hint, matcher);
  }
  return matcher && matcher(element);
}

function compileSelector(selector: string): ((element: XmlElement) => boolean) | null {
  if (expensive.test(selector)) return null;
  if ((selector.match(/[\s>+]+/g)?.length ?? 0) > MAX_COMBINATORS) return null;
  try {
    return compile<XmlElement, XmlElement>(selector, options);
  } catch {
    // Selectors that the library's grammar does not support are matched by their last compound.
    return null;
  }
}

function attributeByQualifiedName({ attributes }: XmlElement, name: string): string | undefined {
  const local = name.startsWith('epub:') ? name.slice(5) : name;
  return attributes.find(
    (attribute) =>
      attribute.name.toLowerCase() === local &&
      (attribute.namespace === '') === (local === name || attribute.name === name),
  )?.value;
}

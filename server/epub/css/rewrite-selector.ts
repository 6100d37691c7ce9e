import { generate, ident, type CssNode, type Selector, type SelectorList } from 'css-tree';
import { formerNameClass, htmlRule } from '../../../shared/allowlists/elements.ts';

/** Conditions of a selector's last compound. Used for approximate matching. */
export interface SelectorSubject {
  tag: string | null;
  id: string | null;
  classes: string[];
  attributes: { name: string; matcher: string | null; value: string }[];
}

/** A tree element, reduced to the properties that subjects test. */
export interface SubjectElement {
  tag: string;
  id: string | undefined;
  classes: string[];
  attributes: Record<string, string>;
}

export interface RewrittenSelector {
  text: string;
  subject: SelectorSubject;
  /** Whether it matches the document's root or body. */
  isRoot: boolean;
  /** Whether it contains a pseudo-element, which is invalid inside `:where()`. */
  hasPseudoElement: boolean;
  /** The author's selector without namespaces, or null if it is relative to another rule. */
  original: string | null;
  /** A number that sorts specificities. */
  specificity: number;
}

const pseudoClasses = new Set(
  `active any-link checked defined dir disabled empty enabled first-child first-of-type focus
  focus-visible focus-within has hover is lang last-child last-of-type link not nth-child
  nth-last-child nth-last-of-type nth-of-type only-child only-of-type open root target visited
  where`.split(/\s+/),
);
const pseudoElements = new Set([
  'before',
  'after',
  'first-line',
  'first-letter',
  'marker',
  'selection',
]);

// The book's root and body become `div` elements. Rules for them must keep the specificity of a
// type selector, and the author's rules for `div` must not match them.
const HTML = 'div:where(.svc-html)';
const BODY = 'div:where(.svc-body)';
const AUTHOR_DIV = 'div:where(:not(.svc-html,.svc-body))';

/** Thrown internally if part of a selector is not allowed. */
class DisallowedSelector extends Error {}

/**
 * Rewrites the selectors of a list for the compiled tree. Selectors with disallowed parts
 * (`:host`, `::part`, unknown pseudo-classes, the reader's own classes) are omitted.
 */
export function rewriteSelectors(list: SelectorList, nested: boolean): RewrittenSelector[] {
  return list.children.toArray().flatMap((selector) => {
    if (selector.type !== 'Selector') return [];
    try {
      const subject = subjectOf(selector);
      const original = nested ? null : withoutNamespaces(generate(selector));
      const specificity = specificityOf(selector);
      const hasPseudoElement = rewriteSelector(selector, nested);
      const text = generate(selector);
      const isRoot = [HTML, BODY, '.svc-html'].some((root) =>
        lastCompound(selector).startsWith(root),
      );
      return [{ text, subject, isRoot, hasPseudoElement, original, specificity }];
    } catch (cause) {
      if (cause instanceof DisallowedSelector) return [];
      throw cause;
    }
  });
}

/** Whether a selector with this subject may match the element. */
export function mayMatch(
  { tag, id, classes, attributes }: SelectorSubject,
  element: SubjectElement,
): boolean {
  return (
    (tag === null || tag === element.tag) &&
    (id === null || id === element.id) &&
    classes.every((name) => element.classes.includes(name)) &&
    attributes.every(({ name, matcher, value }) =>
      matchesAttribute(element.attributes[name], matcher, value),
    )
  );
}

function matchesAttribute(
  actual: string | undefined,
  matcher: string | null,
  expected: string,
): boolean {
  if (actual === undefined) return false;
  if (matcher === '=') return actual === expected;
  if (matcher === '~=') return actual.split(/\s+/).includes(expected);
  return matcher === null || actual.includes(expected);
}

function rewriteSelector(selector: Selector, nested: boolean): boolean {
  let hasPseudoElement = false;
  selector.children.forEach((node, item) => {
    if (node.type === 'PseudoElementSelector' || isLegacyPseudoElement(node))
      hasPseudoElement = true;
    const text = rewriteNode(node, nested);
    if (text !== null) item.data = { type: 'Raw', value: text };
  });
  return hasPseudoElement;
}

/** Returns the node's replacement, or null to keep the node. */
function rewriteNode(node: CssNode, nested: boolean): string | null {
  switch (node.type) {
    case 'TypeSelector':
      return rewriteType(node.name);
    case 'ClassSelector':
    case 'IdSelector':
      if (/^svc(?:-|$)/i.test(ident.decode(node.name))) throw new DisallowedSelector();
      return null;
    case 'AttributeSelector':
      node.name.name = rewriteAttributeName(node.name.name);
      return null;
    case 'PseudoClassSelector':
      return rewritePseudoClass(node, nested);
    case 'PseudoElementSelector':
      if (!pseudoElements.has(node.name.toLowerCase())) throw new DisallowedSelector();
      return null;
    case 'Combinator':
      return null;
    case 'NestingSelector':
      if (!nested) throw new DisallowedSelector();
      return null;
    default:
      throw new DisallowedSelector();
  }
}

function rewriteType(written: string): string {
  const name = written.slice(written.lastIndexOf('|') + 1);
  const lower = ident.decode(name).toLowerCase();
  if (lower === 'html') return HTML;
  if (lower === 'body') return BODY;
  if (lower === 'div') return AUTHOR_DIV;
  const rule = htmlRule(lower);
  if (typeof rule === 'string') return name;
  return `${rule.rename}:where(.${ident.encode(formerNameClass(lower))})`;
}

// The tree keeps `epub:type` under its qualified name and drops other prefixes.
function rewriteAttributeName(written: string): string {
  const bar = written.lastIndexOf('|');
  if (bar === -1) return written;
  const name = written.slice(bar + 1);
  return name === 'type' ? String.raw`epub\:type` : name;
}

function rewritePseudoClass(
  node: CssNode & { type: 'PseudoClassSelector' },
  nested: boolean,
): string | null {
  const name = node.name.toLowerCase();
  if (isLegacyPseudoElement(node)) return `::${name}`;
  if (!pseudoClasses.has(name)) throw new DisallowedSelector();
  if (name === 'root') return '.svc-html';
  node.children?.forEach((child) => {
    const list = child.type === 'Nth' ? child.selector : child;
    if (list?.type === 'Raw') throw new DisallowedSelector();
    if (list?.type !== 'SelectorList') return;
    list.children.forEach((inner) => {
      if (inner.type === 'Selector') rewriteSelector(inner, nested);
      else throw new DisallowedSelector();
    });
  });
  return null;
}

function isLegacyPseudoElement(node: CssNode): boolean {
  return (
    node.type === 'PseudoClassSelector' &&
    /^(?:before|after|first-line|first-letter)$/i.test(node.name)
  );
}

function subjectOf(selector: Selector): SelectorSubject {
  const none = (): SelectorSubject => ({ tag: null, id: null, classes: [], attributes: [] });
  const subject = none();
  for (const node of selector.children.toArray()) {
    if (node.type === 'Combinator') Object.assign(subject, none());
    else if (node.type === 'ClassSelector') subject.classes.push(ident.decode(node.name));
    else if (node.type === 'IdSelector') subject.id = ident.decode(node.name);
    else if (node.type === 'AttributeSelector') {
      const name = rewriteAttributeName(node.name.name).replace('\\', '');
      const value = node.value?.type === 'String' ? node.value.value : (node.value?.name ?? '');
      // A flag such as `i` changes how values are compared, so only the attribute's presence is
      // tested.
      subject.attributes.push({ name, matcher: node.flags ? null : node.matcher, value });
    } else if (node.type === 'TypeSelector') {
      const name = node.name.slice(node.name.lastIndexOf('|') + 1);
      subject.tag = name === '*' ? null : name.toLowerCase();
    } else if (node.type === 'PseudoClassSelector' && node.name === 'root') subject.tag = 'html';
  }
  return subject;
}

function withoutNamespaces(selector: string): string | null {
  const plain = selector
    .replaceAll(/\[[\w*-]*\|type(?![\w-])/g, String.raw`[epub\:type`)
    .replaceAll(/\[[\w*-]*\|(?=[\w-])/g, '[')
    .replaceAll(/(?<![\w"'\\-])[\w*-]*\|(?=[\w*])/g, '');
  return plain.replaceAll('|=', '').includes('|') ? null : plain;
}

/** Specificity as one number, with three digits for each kind. Source: Selectors 4, section 17. */
function specificityOf(selector: CssNode): number {
  if (selector.type !== 'Selector') return 0;
  return selector.children.toArray().reduce((sum, node) => sum + nodeSpecificity(node), 0);
}

function nodeSpecificity(node: CssNode): number {
  if (node.type === 'IdSelector') return 1_000_000;
  if (node.type === 'ClassSelector' || node.type === 'AttributeSelector') return 1000;
  if (node.type === 'TypeSelector') return node.name.endsWith('*') ? 0 : 1;
  if (node.type === 'PseudoElementSelector') return 1;
  if (node.type !== 'PseudoClassSelector' || node.name === 'where') return 0;
  const lists = node.children?.toArray() ?? [];
  const inner = lists.flatMap((child) => {
    const list = child.type === 'Nth' ? child.selector : child;
    return list?.type === 'SelectorList' ? list.children.toArray().map(specificityOf) : [];
  });
  const own = /^(?:is|not|has|matches)$/.test(node.name) ? 0 : 1000;
  return own + Math.max(0, ...inner);
}

function lastCompound(selector: Selector): string {
  const nodes = selector.children.toArray();
  const combinator = nodes.findLastIndex((node) => node.type === 'Combinator');
  return nodes
    .slice(combinator + 1)
    .map((node) => generate(node))
    .join('');
}

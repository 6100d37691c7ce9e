import {
  attributeOf,
  MATHML,
  type XmlAttribute,
  type XmlElement,
  type XmlNode,
} from '../xml/node.ts';

/**
 * Namespace of a `style` attribute that replaces presentational attributes. Every author rule
 * overrides it.
 */
export const REPLACED_STYLE = 'svc:replaced-style';

/** A MathML element. */
export function mathNode(
  name: string,
  attributes: Record<string, string> = {},
  children: XmlNode[] = [],
): XmlElement {
  return {
    name,
    namespace: MATHML,
    attributes: Object.entries(attributes).map(([key, value]) => plainAttribute(key, value)),
    children,
  };
}

/** Returns the element under another name, without some of its attributes. */
export function renamed(
  element: XmlElement,
  name: string,
  children: XmlNode[],
  dropped: readonly string[] = [],
): XmlElement {
  const attributes = element.attributes.filter(
    (attribute) => attribute.namespace !== '' || !dropped.includes(attribute.name),
  );
  return { name, namespace: MATHML, attributes, children };
}

/** Returns the element with declarations that replace its presentational attributes. */
export function styled(element: XmlElement, declarations: string[]): XmlElement {
  const stated = attributeOf(element, 'style', REPLACED_STYLE);
  const value = [stated, ...declarations].filter(Boolean).join(';');
  if (value === '') return element;
  const others = element.attributes.filter(({ namespace }) => namespace !== REPLACED_STYLE);
  return {
    ...element,
    attributes: [...others, { name: 'style', namespace: REPLACED_STYLE, value }],
  };
}

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string';
}

/**
 * Returns the space-separated words of an attribute such as `columnalign`. Empty if it is missing.
 */
export function wordsOf(element: XmlElement, name: string): string[] {
  return attributeOf(element, name)?.trim().split(/\s+/).filter(Boolean) ?? [];
}

/** Returns the entry of a list whose last entry repeats. */
export function repeating<Item>(list: readonly Item[], index: number): Item | undefined {
  return list[Math.min(index, list.length - 1)];
}

/** Replaces an attribute's value. Null removes the attribute, so the default applies. */
export function replaceValue(
  element: XmlElement,
  name: string,
  replace: (value: string) => string | null,
): XmlElement {
  const stated = attributeOf(element, name);
  if (stated === undefined) return element;
  const value = replace(stated.trim());
  const others = element.attributes.filter(
    (attribute) => attribute.name !== name || attribute.namespace !== '',
  );
  return {
    ...element,
    attributes: value === null ? others : [...others, plainAttribute(name, value)],
  };
}

export function plainAttribute(name: string, value: string): XmlAttribute {
  return { name, namespace: '', value };
}

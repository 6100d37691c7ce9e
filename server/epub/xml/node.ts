/** An element as parsed, not validated. Names are local names; namespaces are URIs. */
export interface XmlElement {
  name: string;
  namespace: string;
  attributes: XmlAttribute[];
  children: XmlNode[];
}

export interface XmlAttribute {
  name: string;
  namespace: string;
  value: string;
}

export type XmlNode = XmlElement | string;

export interface XmlDocument {
  root: XmlElement;
  /** Contents of the `xml-stylesheet` instructions before the root. */
  styleInstructions: string[];
  /**
   * Text between `<!DOCTYPE` and `>`, or empty if there is none or the document was parsed
   * leniently.
   */
  doctype: string;
  /** Number of elements and text nodes. */
  nodes: number;
}

export const XHTML = 'http://www.w3.org/1999/xhtml';
export const SVG = 'http://www.w3.org/2000/svg';
export const MATHML = 'http://www.w3.org/1998/Math/MathML';
export const XLINK = 'http://www.w3.org/1999/xlink';
export const XML = 'http://www.w3.org/XML/1998/namespace';
export const EPUB = 'http://www.idpf.org/2007/ops';
export const OPF = 'http://www.idpf.org/2007/opf';

/** Returns the attribute's value in the given namespace. Defaults to no namespace. */
export function attributeOf(
  { attributes }: XmlElement,
  name: string,
  namespace = '',
): string | undefined {
  return attributes.find(
    (attribute) => attribute.name === name && attribute.namespace === namespace,
  )?.value;
}

/**
 * Returns the child elements, optionally only those with a local name. Ignores namespaces, which
 * are wrong in many books.
 */
export function childrenOf({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** Returns the descendants with a local name in document order. */
export function* descendantsOf(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of childrenOf(element)) {
    if (child.name === name) yield child;
    yield* descendantsOf(child, name);
  }
}

export function firstDescendant(element: XmlElement, name: string): XmlElement | undefined {
  for (const found of descendantsOf(element, name)) return found;
  return undefined;
}

/**
 * Returns an element's text with collapsed white space, including the alternative text of images.
 */
export function textOf(element: XmlElement): string {
  return rawTextOf(element).replaceAll(/\s+/g, ' ').trim();
}

export function rawTextOf(element: XmlElement): string {
  let text = '';
  for (const child of element.children) {
    if (typeof child === 'string') text += child;
    else if (child.name === 'br') text += ' ';
    else if (child.name === 'img') text += imageText(child);
    else if (child.name !== 'rt' && child.name !== 'rp') text += rawTextOf(child);
  }
  return text;
}

/** Returns the space-separated values of an attribute such as `properties` or `epub:type`. */
export function tokensOf(value: string | undefined): string[] {
  return value?.split(/[\t\n\f\r ]+/).filter(Boolean) ?? [];
}

function imageText(image: XmlElement): string {
  return attributeOf(image, 'alt') || attributeOf(image, 'title') || '';
}

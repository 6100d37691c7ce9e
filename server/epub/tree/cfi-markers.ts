import { attributeOf, type XmlElement, type XmlNode } from '../xml/node.ts';

/** Namespace of markers inserted into a parsed document. The compiled tree never contains them. */
export const MARKER_NAMESPACE = 'svc:mark';

/** A position in a document, parsed from an EPUB CFI. */
export interface CfiPath {
  /**
   * Even steps count elements and odd steps the text between them, both from the parent's start.
   */
  steps: { number: number; id: string | null }[];
  /** Character offset in the text of the last, odd step. */
  offset: number | null;
}

/**
 * Parses an EPUB CFI into its spine step and the path within the document. Returns null if it is
 * invalid.
 */
export function parseCfi(fragment: string): { itemref: number; path: CfiPath } | null {
  const [, body] = /^epubcfi\((.+)\)$/.exec(fragment.trim()) ?? [];
  if (body === undefined) return null;
  // A range is reduced to its start, which is the parent path and the first subpath.
  const [parent = '', start = ''] = splitOutsideBrackets(body);
  const [packagePart, documentPart = ''] = `${parent}${start}`.split('!');
  const packageSteps = parseSteps(packagePart ?? '');
  const itemref = packageSteps.at(-1)?.number ?? 0;
  if (packageSteps.length < 2 || itemref < 2) return null;
  const offset = /:(\d+)/.exec(documentPart)?.[1];
  return {
    itemref: itemref / 2 - 1,
    path: { steps: parseSteps(documentPart), offset: offset === undefined ? null : Number(offset) },
  };
}

/**
 * Inserts a marker at the end of the path, as far as it resolves. Source: EPUB CFI 1.1, section
 * 2.2.
 */
export function insertMarker(root: XmlElement, { steps, offset }: CfiPath, name: string): void {
  let element = root;
  for (const [index, { number, id }] of steps.entries()) {
    const isLast = index === steps.length - 1;
    if (number % 2 === 1) {
      const textStart = textIndex(element, number);
      splitText(element, textStart, isLast ? (offset ?? 0) : 0, name);
      return;
    }
    const next = (id !== null && findId(element, id)) || elementAt(element, number / 2 - 1);
    if (!next) break;
    element = next;
  }
  element.children.unshift(createMarker(name));
}

export function markerName(element: XmlElement): string {
  return attributeOf(element, 'name') ?? '';
}

function parseSteps(path: string): CfiPath['steps'] {
  return [...path.matchAll(/\/(\d+)(?:\[([^\]]*)\])?/g)].map(([, number, id]) => ({
    number: Number(number),
    id: id ? id.replaceAll(/\^(.)/g, '$1').replace(/[;,].*$/, '') || null : null,
  }));
}

function splitOutsideBrackets(body: string): string[] {
  return body.replaceAll(/\[[^\]]*\]/g, (part) => part.replaceAll(',', ';')).split(',');
}

function elementAt({ children }: XmlElement, index: number): XmlElement | undefined {
  const elements = children.filter((child): child is XmlElement => isSourceElement(child));
  return elements[index];
}

// Step 1 is the text before the first child element, step 3 the text before the second.
function textIndex({ children }: XmlElement, number: number): number {
  let elements = 0;
  const precedingElements = (number - 1) / 2;
  for (const [index, child] of children.entries()) {
    if (elements === precedingElements) return index;
    if (isSourceElement(child)) elements += 1;
  }
  return children.length;
}

function splitText(element: XmlElement, start: number, offset: number, name: string): void {
  const { children } = element;
  let remaining = offset;
  for (let index = start; index < children.length; index += 1) {
    const child = children[index];
    if (child === undefined || isSourceElement(child)) {
      children.splice(index, 0, createMarker(name));
      return;
    }
    if (typeof child !== 'string') continue;
    if (remaining <= child.length) {
      children.splice(
        index,
        1,
        child.slice(0, remaining),
        createMarker(name),
        child.slice(remaining),
      );
      return;
    }
    remaining -= child.length;
  }
  children.push(createMarker(name));
}

function findId(element: XmlElement, id: string): XmlElement | undefined {
  for (const child of element.children) {
    if (!isSourceElement(child)) continue;
    if (attributeOf(child, 'id') === id) return child;
  }
  return undefined;
}

function isSourceElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string' && node.namespace !== MARKER_NAMESPACE;
}

function createMarker(name: string): XmlElement {
  return {
    name: 'mark',
    namespace: MARKER_NAMESPACE,
    attributes: [{ name: 'name', namespace: '', value: name }],
    children: [],
  };
}

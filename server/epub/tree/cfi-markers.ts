import { attributeOf, type XmlElement, type XmlNode } from '../xml/node.ts';

/** Namespace of the marks that are put into a parsed document and never reach the tree. */
export const MARKER_NAMESPACE = 'svc:mark';

/** A place in a document, as an EPUB CFI tells it. */
export interface CfiPath {
  /** Even numbers count elements, odd ones the text between them, both from the parent's start. */
  steps: { number: number; id: string | null }[];
  /** Characters into the text of the last, odd step. */
  offset: number | null;
}

/** The part of an EPUB CFI inside its document and the spine step before; null when unreadable. */
export function parseCfi(fragment: string): { itemref: number; path: CfiPath } | null {
  const [, body] = /^epubcfi\((.+)\)$/.exec(fragment.trim()) ?? [];
  if (body === undefined) return null;
  // Of a range, the start counts: parent path and first offset path.
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

/** Puts a mark where the path leads, as far as it leads. Source: EPUB CFI 1.1, section 2.2. */
export function insertMarker(root: XmlElement, { steps, offset }: CfiPath, name: string): void {
  let element = root;
  for (const [at, { number, id }] of steps.entries()) {
    const isLast = at === steps.length - 1;
    if (number % 2 === 1) {
      const index = textIndex(element, number);
      splitText(element, index, isLast ? (offset ?? 0) : 0, name);
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

// Step 1 is the text before the first child element, step 3 that before the second.
function textIndex({ children }: XmlElement, number: number): number {
  let elements = 0;
  const wanted = (number - 1) / 2;
  for (const [index, child] of children.entries()) {
    if (elements === wanted) return index;
    if (isSourceElement(child)) elements += 1;
  }
  return children.length;
}

function splitText(element: XmlElement, start: number, offset: number, name: string): void {
  const { children } = element;
  let left = offset;
  for (let index = start; index < children.length; index += 1) {
    const child = children[index];
    if (child === undefined || isSourceElement(child)) {
      children.splice(index, 0, createMarker(name));
      return;
    }
    if (typeof child !== 'string') continue;
    if (left <= child.length) {
      children.splice(index, 1, child.slice(0, left), createMarker(name), child.slice(left));
      return;
    }
    left -= child.length;
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

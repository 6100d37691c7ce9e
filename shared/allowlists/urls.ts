import { nameGroup, namesIn, type NameGroup } from './name-group.ts';

/** Kinds of files in a book that an attribute may load. */
export type LinkedFileKind = 'image' | 'svg' | 'audio' | 'video' | 'text';

/**
 * An attribute that holds a URL, the elements that may have it, and its allowed target: a link, a fragment of the
 * same drawing, or a file in the book of one of the listed kinds. On other elements the attribute is removed.
 */
export interface UrlRule {
  attribute: string;
  elements: readonly string[];
  target: 'link' | 'fragment' | readonly LinkedFileKind[];
  reason: string;
}

/** Of HTML. */
export const htmlUrlRules: readonly UrlRule[] = [
  {
    attribute: 'href',
    elements: ['a', 'area'],
    target: 'link',
    reason: 'Followed when a person asks for it, never before.',
  },
  {
    attribute: 'src',
    elements: ['img'],
    target: ['image', 'svg'],
    reason: 'Loaded at once: so only from the book.',
  },
  {
    attribute: 'src',
    elements: ['audio', 'source'],
    target: ['audio', 'video'],
    reason: 'Played when a person asks for it, from the book.',
  },
  {
    attribute: 'src',
    elements: ['video'],
    target: ['video', 'audio'],
    reason: 'Played when a person asks for it, from the book.',
  },
  {
    attribute: 'poster',
    elements: ['video'],
    target: ['image', 'svg'],
    reason: 'Loaded at once: so only from the book.',
  },
  {
    attribute: 'src',
    elements: ['track'],
    target: ['text'],
    reason: 'The words of a recording, from the book.',
  },
];

/** Of SVG, with or without `xlink:`. MathML has none. */
export const svgUrlRules: readonly UrlRule[] = [
  {
    attribute: 'href',
    elements: ['a'],
    target: 'link',
    reason: 'Followed when a person asks for it, never before.',
  },
  {
    attribute: 'href',
    elements: ['image'],
    target: ['image', 'svg'],
    reason: 'Loaded at once: so only from the book.',
  },
  {
    attribute: 'href',
    elements: ['use', 'textPath', 'linearGradient', 'radialGradient', 'pattern', 'filter'],
    target: 'fragment',
    reason: 'A part of the same drawing: another file’s would bring what nobody has judged.',
  },
];

/** What the address of a link out of the book may begin with. Every other one is left out, the words stay. */
export const linkSchemes: readonly NameGroup[] = [
  nameGroup(
    'Pages of the web; they open beside the reader and learn nothing of it.',
    'http:// https://',
  ),
  nameGroup('A letter or a call: the system asks before anything is sent.', 'mailto: tel:'),
];

const schemes = [...namesIn(linkSchemes)];

/** Whether a link may lead out of the book to this address. */
export function isExternalUrl(address: string): boolean {
  const lower = address.toLowerCase();
  return schemes.some((beginning) => lower.startsWith(beginning));
}

/** The part of the same drawing that an address names; null for every other one. */
export function fragmentReference(address: string): string | null {
  const fragment = address.trim();
  return /^#[\w.:-]+$/.test(fragment) ? fragment : null;
}

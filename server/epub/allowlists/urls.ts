import type { MediaKind } from '../package/media-type.ts';
import { nameGroup, namesIn, type NameGroup } from './name-group.ts';

/**
 * An attribute that holds an address, on which elements, and what it may name there: a place to go to, a part
 * of the same drawing, or a file of the book of one of the kinds. Everywhere else the attribute is left out.
 */
export interface UrlRule {
  attribute: string;
  elements: readonly string[];
  target: 'link' | 'fragment' | readonly MediaKind[];
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

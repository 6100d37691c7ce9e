import type { MediaKind } from '../package/media-type.ts';
import { group, namesOf, type NameGroup } from '../name-group.ts';

/**
 * An attribute that holds an address, on which elements, and what it may name there: a place to go to, a part
 * of the same drawing, or a file of the book of one of the kinds. Everywhere else the attribute is left out.
 */
export interface AddressRule {
  attribute: string;
  on: readonly string[];
  leads: 'link' | 'fragment' | readonly MediaKind[];
  reason: string;
}

/** Of HTML. */
export const htmlAddresses: readonly AddressRule[] = [
  {
    attribute: 'href',
    on: ['a', 'area'],
    leads: 'link',
    reason: 'Followed when a person asks for it, never before.',
  },
  {
    attribute: 'src',
    on: ['img'],
    leads: ['image', 'svg'],
    reason: 'Loaded at once: so only from the book.',
  },
  {
    attribute: 'src',
    on: ['audio', 'source'],
    leads: ['audio', 'video'],
    reason: 'Played when a person asks for it, from the book.',
  },
  {
    attribute: 'src',
    on: ['video'],
    leads: ['video', 'audio'],
    reason: 'Played when a person asks for it, from the book.',
  },
  {
    attribute: 'poster',
    on: ['video'],
    leads: ['image', 'svg'],
    reason: 'Loaded at once: so only from the book.',
  },
  {
    attribute: 'src',
    on: ['track'],
    leads: ['text'],
    reason: 'The words of a recording, from the book.',
  },
];

/** Of SVG, with or without `xlink:`. MathML has none. */
export const svgAddresses: readonly AddressRule[] = [
  {
    attribute: 'href',
    on: ['a'],
    leads: 'link',
    reason: 'Followed when a person asks for it, never before.',
  },
  {
    attribute: 'href',
    on: ['image'],
    leads: ['image', 'svg'],
    reason: 'Loaded at once: so only from the book.',
  },
  {
    attribute: 'href',
    on: ['use', 'textPath', 'linearGradient', 'radialGradient', 'pattern', 'filter'],
    leads: 'fragment',
    reason: 'A part of the same drawing: another file’s would bring what nobody has judged.',
  },
];

/** What the address of a link out of the book may begin with. Every other one is left out, the words stay. */
export const linkBeginnings: readonly NameGroup[] = [
  group(
    'Pages of the web; they open beside the reader and learn nothing of it.',
    'http:// https://',
  ),
  group('A letter or a call: the system asks before anything is sent.', 'mailto: tel:'),
];

const beginnings = [...namesOf(linkBeginnings)];

/** Whether a link may lead out of the book to this address. */
export function leadsOut(address: string): boolean {
  const lower = address.toLowerCase();
  return beginnings.some((beginning) => lower.startsWith(beginning));
}

/** The part of the same drawing that an address names; null for every other one. */
export function fragmentOf(address: string): string | null {
  const fragment = address.trim();
  return /^#[\w.:-]+$/.test(fragment) ? fragment : null;
}

import { nameGroup, namesIn, type NameGroup } from './name-group.ts';

/** Kinds of files in a book that an attribute may load. */
export type LinkedFileKind = 'image' | 'svg' | 'audio' | 'video' | 'text';

/**
 * An attribute that contains a URL, the elements that may have it, and its allowed target: a link,
 * a fragment of the same drawing, or a file in the book that has one of the listed kinds. The
 * attribute is removed from other elements.
 */
export interface UrlRule {
  attribute: string;
  elements: readonly string[];
  target: 'link' | 'fragment' | readonly LinkedFileKind[];
  reason: string;
}

/** URL attributes of HTML. */
export const htmlUrlRules: readonly UrlRule[] = [
  {
    attribute: 'href',
    elements: ['a', 'area'],
    target: 'link',
    reason: 'Followed only on user action.',
  },
  {
    attribute: 'src',
    elements: ['img'],
    target: ['image', 'svg'],
    reason: 'Loaded automatically, so only from the book.',
  },
  {
    attribute: 'src',
    elements: ['audio', 'source'],
    target: ['audio', 'video'],
    reason: 'Played only on user action, and only from the book.',
  },
  {
    attribute: 'src',
    elements: ['video'],
    target: ['video', 'audio'],
    reason: 'Played only on user action, and only from the book.',
  },
  {
    attribute: 'poster',
    elements: ['video'],
    target: ['image', 'svg'],
    reason: 'Loaded automatically, so only from the book.',
  },
  {
    attribute: 'src',
    elements: ['track'],
    target: ['text'],
    reason: 'Text tracks for media, only from the book.',
  },
];

/** URL attributes of SVG, with or without `xlink:`. MathML has none. */
export const svgUrlRules: readonly UrlRule[] = [
  {
    attribute: 'href',
    elements: ['a'],
    target: 'link',
    reason: 'Followed only on user action.',
  },
  {
    attribute: 'href',
    elements: ['image'],
    target: ['image', 'svg'],
    reason: 'Loaded automatically, so only from the book.',
  },
  {
    attribute: 'href',
    elements: ['use', 'textPath', 'linearGradient', 'radialGradient', 'pattern', 'filter'],
    target: 'fragment',
    reason: 'Fragments of the same SVG only, because other files would not be sanitized.',
  },
];

/** Allowed prefixes of external links. For other URLs, the link is omitted and its text is kept. */
export const linkSchemes: readonly NameGroup[] = [
  nameGroup(
    'Web pages, which open outside the reader and receive no information about it.',
    'http:// https://',
  ),
  nameGroup('Email and phone calls, for which the system asks for confirmation.', 'mailto: tel:'),
];

const schemes = [...namesIn(linkSchemes)];

/** Whether the URL is allowed as an external link. */
export function isExternalUrl(address: string): boolean {
  const lower = address.toLowerCase();
  return schemes.some((scheme) => lower.startsWith(scheme));
}

/** Returns the URL if it is a fragment in the same SVG, or null. */
export function fragmentReference(address: string): string | null {
  const fragment = address.trim();
  return /^#[\w.:-]+$/.test(fragment) ? fragment : null;
}

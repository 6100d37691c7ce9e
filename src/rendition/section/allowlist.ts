import {
  htmlAttributes as attributeNames,
  externalLinkPrefixes,
  htmlTags as tagNames,
} from './allowed-names.ts';
import { specialContent } from './special-content.ts';

export const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
} as const;

export type Vocabulary = 'html' | 'svg' | 'math';

const wordSet = (text: string): Set<string> => new Set(text.split(' '));
const tags = wordSet(tagNames);
const attributes = wordSet(attributeNames);

/** Attributes that the importer writes. Book style sheets can match `epub:type`. */
const importerAttributes = wordSet('class id lang epub:type');

/**
 * Whether an element is allowed in a book. The importer applies the same lists, and checking again
 * protects against content from other sources.
 */
export function isAllowedTag(vocabulary: Vocabulary, tag: string): boolean {
  return vocabulary === 'html' ? tags.has(tag) : !!specialContent?.isForeignTag(vocabulary, tag);
}

/** Whether an attribute may be set unchanged. The caller handles URL attributes. */
export function isAllowedAttribute(vocabulary: Vocabulary, name: string, value: string): boolean {
  if (importerAttributes.has(name) || /^(aria-[a-z]+|data-(?!svc)[a-z0-9._-]+)$/.test(name))
    return true;
  return vocabulary === 'html'
    ? attributes.has(name)
    : !!specialContent?.isForeignAttribute(vocabulary, name, value);
}

/** Whether a link may leave the book. */
export function isExternalLink(href: string): boolean {
  return externalLinkPrefixes
    .split(' ')
    .some((beginning) => href.toLowerCase().startsWith(beginning));
}

/** Parses `section:12#id`. Returns null for any other URL. */
export function parseBookLink(href: string): { section: number; id: string } | null {
  const match = /^section:(\d{1,6})(?:#(.*))?$/s.exec(href);
  return match ? { section: Number(match[1]), id: match[2] ?? '' } : null;
}

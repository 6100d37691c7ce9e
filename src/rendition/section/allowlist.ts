import type { TreeElement } from '../../../server/epub/contract.ts';
import {
  htmlAttributes as attributeNames,
  externalLinkPrefixes,
  htmlTags as tagNames,
} from './allowed-names.ts';
import type * as lists from './foreign-allowlist.ts';

export const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
} as const;

export type Vocabulary = 'html' | 'svg' | 'math';

const wordSet = (text: string): Set<string> => new Set(text.split(' '));
const tags = wordSet(tagNames);
const attributes = wordSet(attributeNames);

/** What the importer writes itself; books' style sheets select by `epub:type`. */
const importerAttributes = wordSet('class id lang epub:type');

/** The lists of drawings and formulas, once a section has asked for them. */
let foreign: typeof lists | null = null;

/** Fetches what the lists lack for a tree. Without it, its drawings and formulas are left out. */
export async function loadForeignAllowlist(tree: TreeElement): Promise<void> {
  if (!foreign && /\["(?:svg|math)"/.test(JSON.stringify(tree))) {
    foreign = await import('./foreign-allowlist.ts');
  }
}

/**
 * Whether an element may stand in a book. The importer has sorted out everything else already; its own
 * lists hold here once more, even when what arrives did not come from it.
 */
export function isAllowedTag(vocabulary: Vocabulary, tag: string): boolean {
  return vocabulary === 'html' ? tags.has(tag) : !!foreign?.isForeignTag(vocabulary, tag);
}

/** Whether an attribute may be set as it is. Addresses are another matter. */
export function isAllowedAttribute(vocabulary: Vocabulary, name: string, value: string): boolean {
  if (importerAttributes.has(name) || /^(aria-[a-z]+|data-(?!svc)[a-z0-9._-]+)$/.test(name))
    return true;
  return vocabulary === 'html'
    ? attributes.has(name)
    : !!foreign?.isForeignAttribute(vocabulary, name, value);
}

/** Where a link may lead out of the book. */
export function isExternalLink(href: string): boolean {
  return externalLinkPrefixes
    .split(' ')
    .some((beginning) => href.toLowerCase().startsWith(beginning));
}

/** `section:12#id` → where it leads; null for every other address. */
export function parseBookLink(href: string): { section: number; id: string } | null {
  const match = /^section:(\d{1,6})(?:#(.*))?$/s.exec(href);
  return match ? { section: Number(match[1]), id: match[2] ?? '' } : null;
}

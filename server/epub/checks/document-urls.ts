import { resolveReference } from '../container/resolve-reference.ts';
import {
  attributeOf,
  childrenOf,
  MATHML,
  SVG,
  tokensOf,
  XLINK,
  type XmlElement,
} from '../xml/node.ts';

/** What an address is there for. */
export type UrlUse = 'picture' | 'alternative' | 'recording' | 'style' | 'frame' | 'script';

/** Of one list: honest ones have a size for each kind of screen. */
const MAX_SRCSET_CANDIDATES = 20;

export interface UsedUrl {
  url: string;
  use: UrlUse;
}

/** The addresses that an element shows, plays or runs something from; links are none of them. */
export function resourceUrlsOf(element: XmlElement): UsedUrl[] {
  const { name, namespace } = element;
  if (namespace === MATHML) return name === 'math' ? usedUrl('picture', element, 'altimg') : [];
  if (namespace === SVG) {
    if (name !== 'image') return [];
    const href = attributeOf(element, 'href') ?? attributeOf(element, 'href', XLINK);
    return href ? [{ url: href, use: 'picture' }] : [];
  }
  if (name === 'img') return [...usedUrl('picture', element, 'src'), ...srcsetCandidates(element)];
  if (name === 'picture') return childrenOf(element, 'source').flatMap(srcsetCandidates);
  if (name === 'video') return usedUrl('picture', element, 'poster');
  if (name === 'input') {
    return attributeOf(element, 'type') === 'image' ? usedUrl('picture', element, 'src') : [];
  }
  if (name === 'iframe' || name === 'embed') return usedUrl('frame', element, 'src');
  if (name === 'script') return usedUrl('script', element, 'src');
  if (name === 'link') {
    const relations = tokensOf(attributeOf(element, 'rel')?.toLowerCase());
    return relations.includes('stylesheet') ? usedUrl('style', element, 'href') : [];
  }
  return [];
}

/** The recordings that `audio` or `video` may play, of which one is enough. */
export function mediaUrlsOf(element: XmlElement): string[] {
  const own = usedUrl('recording', element, 'src');
  const others = childrenOf(element, 'source').flatMap((one) => usedUrl('recording', one, 'src'));
  return [...own, ...others].map(({ url }) => url);
}

/** The address if it leads out of the book; null for a file of the book and for data. */
export function remoteUrl(base: string, address: string): string | null {
  const reference = resolveReference(base, address);
  return reference.kind === 'remote' ? reference.url : null;
}

function usedUrl(use: UrlUse, element: XmlElement, attribute: string): UsedUrl[] {
  const url = attributeOf(element, attribute)?.trim();
  return url ? [{ url, use }] : [];
}

function srcsetCandidates(element: XmlElement): UsedUrl[] {
  const srcset = attributeOf(element, 'srcset') ?? '';
  // Nothing tells the commas of data from those of the list.
  if (srcset.includes('data:')) return [];
  return srcset.split(/,\s/, MAX_SRCSET_CANDIDATES).flatMap((candidate) => {
    const [url] = tokensOf(candidate.replace(/,$/, ''));
    return url ? [{ url, use: 'alternative' as const }] : [];
  });
}

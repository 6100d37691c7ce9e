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

/** Use of a URL by an element. */
export type UrlUse = 'image' | 'alternative' | 'media' | 'style' | 'frame' | 'script';

/** Maximum number of candidates read from one `srcset`. Real ones list one per screen type. */
const MAX_SRCSET_CANDIDATES = 20;

export interface UsedUrl {
  url: string;
  use: UrlUse;
}

/**
 * The URLs from which an element loads images, frames, scripts or style sheets. Links are excluded.
 */
export function resourceUrlsOf(element: XmlElement): UsedUrl[] {
  const { name, namespace } = element;
  if (namespace === MATHML) return name === 'math' ? usedUrl('image', element, 'altimg') : [];
  if (namespace === SVG) {
    if (name !== 'image') return [];
    const href = attributeOf(element, 'href') ?? attributeOf(element, 'href', XLINK);
    return href ? [{ url: href, use: 'image' }] : [];
  }
  if (name === 'img') return [...usedUrl('image', element, 'src'), ...srcsetCandidates(element)];
  if (name === 'picture') return childrenOf(element, 'source').flatMap(srcsetCandidates);
  if (name === 'video') return usedUrl('image', element, 'poster');
  if (name === 'input') {
    return attributeOf(element, 'type') === 'image' ? usedUrl('image', element, 'src') : [];
  }
  if (name === 'iframe' || name === 'embed') return usedUrl('frame', element, 'src');
  if (name === 'script') return usedUrl('script', element, 'src');
  if (name === 'link') {
    const relations = tokensOf(attributeOf(element, 'rel')?.toLowerCase());
    return relations.includes('stylesheet') ? usedUrl('style', element, 'href') : [];
  }
  return [];
}

/** The alternative media URLs of an `audio` or `video` element. */
export function mediaUrlsOf(element: XmlElement): string[] {
  const ownUrls = usedUrl('media', element, 'src');
  const sourceUrls = childrenOf(element, 'source').flatMap((source) =>
    usedUrl('media', source, 'src'),
  );
  return [...ownUrls, ...sourceUrls].map(({ url }) => url);
}

/** The URL if it is remote, or null for a file in the book and for `data:` URLs. */
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
  // Commas inside `data:` URLs cannot be distinguished from separators.
  if (srcset.includes('data:')) return [];
  return srcset.split(/,\s/, MAX_SRCSET_CANDIDATES).flatMap((candidate) => {
    const [url] = tokensOf(candidate.replace(/,$/, ''));
    return url ? [{ url, use: 'alternative' as const }] : [];
  });
}

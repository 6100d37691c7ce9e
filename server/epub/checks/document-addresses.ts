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
export type AddressUse = 'picture' | 'alternative' | 'recording' | 'style' | 'frame' | 'script';

/** Of one list: honest ones have a size for each kind of screen. */
const MOST_CANDIDATES = 20;

export interface UsedAddress {
  address: string;
  use: AddressUse;
}

/** The addresses that an element shows, plays or runs something from; links are none of them. */
export function addressesOf(element: XmlElement): UsedAddress[] {
  const { name, namespace } = element;
  if (namespace === MATHML) return name === 'math' ? used('picture', element, 'altimg') : [];
  if (namespace === SVG) {
    if (name !== 'image') return [];
    const href = attributeOf(element, 'href') ?? attributeOf(element, 'href', XLINK);
    return href ? [{ address: href, use: 'picture' }] : [];
  }
  if (name === 'img') return [...used('picture', element, 'src'), ...candidates(element)];
  if (name === 'picture') return childrenOf(element, 'source').flatMap(candidates);
  if (name === 'video') return used('picture', element, 'poster');
  if (name === 'input') {
    return attributeOf(element, 'type') === 'image' ? used('picture', element, 'src') : [];
  }
  if (name === 'iframe' || name === 'embed') return used('frame', element, 'src');
  if (name === 'script') return used('script', element, 'src');
  if (name === 'link') {
    const relations = tokensOf(attributeOf(element, 'rel')?.toLowerCase());
    return relations.includes('stylesheet') ? used('style', element, 'href') : [];
  }
  return [];
}

/** The recordings that `audio` or `video` may play, of which one is enough. */
export function recordingsOf(element: XmlElement): string[] {
  const own = used('recording', element, 'src');
  const others = childrenOf(element, 'source').flatMap((one) => used('recording', one, 'src'));
  return [...own, ...others].map(({ address }) => address);
}

/** The address if it leads out of the book; null for a file of the book and for data. */
export function remoteAddress(base: string, address: string): string | null {
  const reference = resolveReference(base, address);
  return reference.kind === 'remote' ? reference.url : null;
}

function used(use: AddressUse, element: XmlElement, attribute: string): UsedAddress[] {
  const address = attributeOf(element, attribute)?.trim();
  return address ? [{ address, use }] : [];
}

function candidates(element: XmlElement): UsedAddress[] {
  const srcset = attributeOf(element, 'srcset') ?? '';
  // Nothing tells the commas of data from those of the list.
  if (srcset.includes('data:')) return [];
  return srcset.split(/,\s/, MOST_CANDIDATES).flatMap((candidate) => {
    const [address] = tokensOf(candidate.replace(/,$/, ''));
    return address ? [{ address, use: 'alternative' as const }] : [];
  });
}

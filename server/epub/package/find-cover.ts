import { attributeOf, childrenOf, descendantsOf, type XmlElement } from '../xml/node.ts';
import type { Manifest, ManifestItem } from './manifest.ts';
import type { MetadataEntries } from './metadata-entries.ts';

/**
 * The cover by what the package says of it: `properties="cover-image"`, `<meta name="cover">`, a
 * guide reference to an image, an image named like a cover. Null sends the search to the text.
 */
export function findCover(
  packageElement: XmlElement,
  packagePath: string,
  entries: MetadataEntries,
  manifest: Manifest,
): ManifestItem | null {
  const isImage = (item: ManifestItem) => item.kind === 'image' || item.kind === 'svg';
  const named = entries.meta('cover')[0]?.value ?? '';
  const guide = childrenOf(packageElement, 'guide')[0];
  const reference = guide && [...descendantsOf(guide, 'reference')].find(isCoverReference);
  const href = reference && attributeOf(reference, 'href');
  const candidates = [
    manifest.items.find(({ properties }) => properties.includes('cover-image')),
    manifest.byId(named),
    named.includes('.') ? manifest.items.find(({ path }) => path.endsWith(`/${named}`)) : undefined,
    href ? manifest.find(packagePath, href)?.item : undefined,
    manifest.items.find((item) => isImage(item) && /(?:^|\/)cover[^/]*$/i.test(item.path)),
  ];
  for (const candidate of candidates) {
    const usable =
      candidate && manifest.usable(candidate, (kind) => kind === 'image' || kind === 'svg');
    if (usable) return usable;
  }
  return null;
}

function isCoverReference(reference: XmlElement): boolean {
  return attributeOf(reference, 'type')?.toLowerCase().includes('cover') ?? false;
}

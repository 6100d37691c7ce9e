import { quoted } from '../container/entry-name.ts';
import type { Direction, Layout, ReadingOrderItem } from '../contract.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, tokensOf, type XmlElement } from '../xml/node.ts';
import type { Manifest, ManifestItem } from './manifest.ts';

/** A document of the reading order that can be shown. */
export interface SpineItem {
  item: ManifestItem;
  linear: boolean;
  layout: Layout;
  spread: ReadingOrderItem['spread'];
  /** Place among the children of `spine`, which EPUB CFIs count. */
  position: number;
}

/** What the package says of the layout of every item unless the item says otherwise. */
export interface RenditionDefaults {
  layout: Layout;
  /** Whether two pages may stand side by side. */
  spread: boolean;
}

const shownAlone: ReadonlySet<string> = new Set(['document', 'svg', 'image']);

/** Reads the spine; an item that cannot be shown costs a warning. */
export function readSpine(
  element: XmlElement | undefined,
  manifest: Manifest,
  defaults: RenditionDefaults,
  warnings: Warnings,
): SpineItem[] {
  const references = element ? childrenOf(element) : [];
  const seen = new Set<string>();
  return references.flatMap((reference, position) => {
    if (reference.name !== 'itemref') return [];
    const id = attributeOf(reference, 'idref')?.trim() ?? '';
    const listed = manifest.byId(id);
    const item = listed && manifest.usable(listed, (kind) => shownAlone.has(kind));
    if (!item) {
      const why = listed
        ? `is ${listed.mediaType || 'of no known type'} without a fallback that can be shown`
        : 'names no file of the manifest that is there';
      warnings.add('spine_item', `The item ${quoted(id)} of the spine ${why}.`);
      return [];
    }
    // A file listed piece by piece is one document; one listed whole twice is meant twice.
    if (item.isPart && seen.has(item.path)) return [];
    seen.add(item.path);
    const properties = tokensOf(attributeOf(reference, 'properties'));
    const layout = layoutOf(properties, defaults.layout);
    return [
      {
        item,
        linear: attributeOf(reference, 'linear')?.trim() !== 'no',
        layout,
        spread: spreadOf(properties, layout, defaults),
        position,
      },
    ];
  });
}

/** Direction in which pages follow; null when the book leaves it to the reader. */
export function progressionOf(element: XmlElement | undefined): Direction | null {
  const value = element && attributeOf(element, 'page-progression-direction')?.trim();
  return value === 'rtl' || value === 'ltr' ? value : null;
}

function layoutOf(properties: string[], standard: Layout): Layout {
  if (properties.includes('rendition:layout-pre-paginated')) return 'fixed';
  if (properties.includes('rendition:layout-reflowable')) return 'reflowable';
  return standard;
}

// A page that must stand alone and one that asks for the centre are the same (EPUB 3.3, 8.2.2.6).
function spreadOf(
  properties: string[],
  layout: Layout,
  defaults: RenditionDefaults,
): ReadingOrderItem['spread'] {
  const has = (name: string) =>
    properties.includes(name) || properties.includes(`rendition:${name}`);
  if (has('page-spread-left')) return 'left';
  if (has('page-spread-right')) return 'right';
  if (has('page-spread-center') || has('spread-none')) return 'center';
  const asksForSpread = ['spread-auto', 'spread-both', 'spread-landscape', 'spread-portrait'].some(
    has,
  );
  return layout === 'fixed' && !defaults.spread && !asksForSpread ? 'center' : null;
}

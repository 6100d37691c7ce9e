import { quote } from '../container/entry-name.ts';
import type { Direction, Flow, Layout, ReadingOrderItem } from '../contract.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, OPF, type XmlElement } from '../xml/node.ts';
import type { Manifest, ManifestItem } from './manifest.ts';
import type { Archive } from '../container/open-archive.ts';
import { tryReadText } from '../container/read-text.ts';
import { parseDocument } from '../xml/parse-document.ts';
import type { MetadataEntries, PropertyPrefixes } from './metadata-entries.ts';

/** A document of the reading order that can be shown. */
export interface SpineItem {
  item: ManifestItem;
  linear: boolean;
  layout: Layout;
  /** How the publisher wants it read; null where that is left to the reader. */
  flow: Flow | null;
  spread: ReadingOrderItem['spread'];
  /** Whether it stands beside another page on an upright screen, too. */
  spreadsUpright: boolean;
  /** Place among the children of `spine`, which EPUB CFIs count. */
  position: number;
}

/** Of documents that are named again: honest books repeat a blank page or a sheet of answers. */
const MAX_REPEATS = 100;

const displayableKinds: ReadonlySet<string> = new Set(['document', 'svg', 'image']);

/** Reads the spine; an item that cannot be shown costs a warning. */
export function readSpine(
  element: XmlElement | undefined,
  manifest: Manifest,
  defaults: RenditionDefaults,
  warnings: Warnings,
): SpineItem[] {
  const references = element ? childrenOf(element) : [];
  const seen = new Set<string>();
  const named = new Map<string, number>();
  let repeats = 0;
  return references.flatMap((reference, position) => {
    if (reference.name !== 'itemref') return [];
    const id = attributeOf(reference, 'idref')?.trim() ?? '';
    const place = named.get(id) ?? 0;
    named.set(id, place + 1);
    const listed = manifest.byId(id, place);
    const item = listed && manifest.resolveDisplayed(listed, (kind) => displayableKinds.has(kind));
    if (!item) {
      const why = listed
        ? `is ${listed.mediaType || 'of no known type'} without a fallback that can be shown`
        : 'names no file of the manifest that is there';
      warnings.add('spine_item', `The item ${quote(id)} of the spine ${why}.`, listed?.path);
      return [];
    }
    // A file listed piece by piece is one document; one listed whole twice is meant twice.
    if (seen.has(item.path)) {
      if (item.hasFragment) return [];
      repeats += 1;
      if (listed === item) {
        const message = `The spine names ${quote(item.path)} more than once.`;
        warnings.add('spine_repeats', message, item.path);
      }
      if (repeats > MAX_REPEATS) {
        const message = `The spine repeats more than ${MAX_REPEATS} documents; the others are left out.`;
        warnings.add('spine_repeats', message);
        return [];
      }
    }
    seen.add(item.path);
    const properties = defaults.prefixes.canonicalTokens(attributeOf(reference, 'properties'));
    const layout = itemLayout(properties, defaults.layout);
    const wanted = requestedSpread(properties) ?? defaults.spread;
    const isRoll = defaults.isRoll && layout === 'fixed';
    return [
      {
        item,
        linear: attributeOf(reference, 'linear')?.trim() !== 'no',
        layout,
        flow: isRoll ? 'scrolled-continuous' : itemFlow(properties, layout, defaults.flow),
        spread: isRoll ? 'center' : itemSpread(properties, layout, wanted),
        // EPUB 3.3 tells to read the old `portrait` as `both`.
        spreadsUpright:
          layout === 'fixed' && !isRoll && (wanted === 'both' || wanted === 'portrait'),
        position,
      },
    ];
  });
}

/** A spine of all documents but the contents, in the order of the manifest, for a book that has none. */
export function spineFromManifest({ items }: Manifest): XmlElement {
  const isText = ({ kind, properties }: ManifestItem) =>
    kind === 'document' && !properties.includes('nav');
  const references = items.filter(isText).map(({ id }) => ({
    name: 'itemref',
    namespace: OPF,
    attributes: [{ name: 'idref', namespace: '', value: id }],
    children: [],
  }));
  return { name: 'spine', namespace: OPF, attributes: [], children: references };
}

/** Direction in which pages follow; null when the book leaves it to the reader. */
export function readPageProgression(element: XmlElement | undefined): Direction | null {
  const value = element && attributeOf(element, 'page-progression-direction')?.trim();
  return value === 'rtl' || value === 'ltr' ? value : null;
}

const layouts = new Map<string, Layout>([
  ['rendition:layout-pre-paginated', 'fixed'],
  ['rendition:layout-reflowable', 'reflowable'],
]);

const flows = new Map<string, Flow | null>([
  ['auto', null],
  ['paginated', 'paginated'],
  ['scrolled-continuous', 'scrolled-continuous'],
  ['scrolled-doc', 'scrolled-doc'],
]);

/** How the publisher wants text to be read; null for anything else than the words of EPUB. */
export function parseFlow(value: string | undefined): Flow | null {
  return flows.get(value ?? '') ?? null;
}

// Of overrides that exclude each other, the first counts (EPUB Reading Systems 3.3, section 4.3).
function itemLayout(properties: string[], standard: Layout): Layout {
  const [stated] = properties.flatMap((one) => layouts.get(one) ?? []);
  return stated ?? standard;
}

// Pages that are made already have no flow (EPUB Reading Systems 3.3, section 8.2).
function itemFlow(properties: string[], layout: Layout, standard: Flow | null): Flow | null {
  if (layout === 'fixed') return null;
  const prefix = /^rendition:flow-/;
  const stated = properties.find((one) => flows.has(one.replace(prefix, '')) && prefix.test(one));
  return stated ? parseFlow(stated.replace(prefix, '')) : standard;
}

function requestedSpread(properties: string[]): string | undefined {
  const prefix = /^(?:rendition:)?spread-/;
  return properties.find((one) => prefix.test(one))?.replace(prefix, '');
}

// A page that must stand alone and one that asks for the centre are the same (EPUB 3.3, 8.2.2.6);
// where no spreads are wanted, there are no sides to be on.
function itemSpread(
  properties: string[],
  layout: Layout,
  wanted: string,
): ReadingOrderItem['spread'] {
  const bare = properties.map((property) => property.replace(/^rendition:/, ''));
  const isCentred = bare.includes('page-spread-center') || bare.includes('align-x-center');
  if (isCentred || (layout === 'fixed' && wanted === 'none')) return 'center';
  const stated = bare.find((one) => one === 'page-spread-left' || one === 'page-spread-right');
  if (!stated) return null;
  return stated === 'page-spread-left' ? 'left' : 'right';
}

/** What the package says of the layout of every item unless the item says otherwise. */
export interface RenditionDefaults {
  layout: Layout;
  /** Pages that follow each other down without a gap, as one strip (EPUB 3.4). */
  isRoll: boolean;
  flow: Flow | null;
  /** When two pages stand side by side: `none`, `landscape`, `portrait`, `both` or `auto`. */
  spread: string;
  /** What the names of properties mean. */
  prefixes: PropertyPrefixes;
}

/** The first value of each property counts. */
export async function readRendition(
  entries: MetadataEntries,
  prefixes: PropertyPrefixes,
  archive: Archive,
  warnings: Warnings,
): Promise<RenditionDefaults> {
  const stated = entries.meta('rendition:layout')[0]?.value;
  return {
    layout: await defaultLayout(stated, entries, archive, warnings),
    isRoll: stated === 'roll',
    flow: parseFlow(entries.meta('rendition:flow')[0]?.value),
    spread: entries.meta('rendition:spread')[0]?.value ?? 'auto',
    prefixes,
  };
}

// Fixed layout was told in three ways before EPUB 3 had one.
async function defaultLayout(
  stated: string | undefined,
  entries: MetadataEntries,
  archive: Archive,
  warnings: Warnings,
): Promise<Layout> {
  if (stated) return stated === 'pre-paginated' || stated === 'roll' ? 'fixed' : 'reflowable';
  if (entries.meta('fixed-layout')[0]?.value === 'true') return 'fixed';
  const path = archive.find('META-INF/com.apple.ibooks.display-options.xml');
  const text = path && (await tryReadText(archive, path, warnings));
  const options = path && text ? parseDocument(text, path, 'xml', warnings) : null;
  const fixed =
    options &&
    [...allOptions(options.root)].some(
      (option) =>
        attributeOf(option, 'name') === 'fixed-layout' && option.children.join('') === 'true',
    );
  return fixed ? 'fixed' : 'reflowable';
}

function allOptions(root: XmlElement): XmlElement[] {
  return childrenOf(root).flatMap((platform) => childrenOf(platform, 'option'));
}

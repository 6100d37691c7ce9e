import { quote } from '../container/entry-name.ts';
import type { Direction, Flow, Layout, ReadingOrderItem } from '../contract.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, OPF, type XmlElement } from '../xml/node.ts';
import type { Manifest, ManifestItem } from './manifest.ts';
import type { Archive } from '../container/open-archive.ts';
import { tryReadText } from '../container/read-text.ts';
import { parseDocument } from '../xml/parse-document.ts';
import type { MetadataEntries, PropertyPrefixes } from './metadata-entries.ts';

/** A spine item that can be shown. */
export interface SpineItem {
  item: ManifestItem;
  linear: boolean;
  layout: Layout;
  /** Flow requested by the publisher, or null if the reader decides. */
  flow: Flow | null;
  spread: ReadingOrderItem['spread'];
  /** Whether it is part of a spread even in portrait orientation. */
  spreadsUpright: boolean;
  /** Index among the children of `spine`, as used in EPUB CFIs. */
  position: number;
}

/** Limit for repeated documents. Real books repeat a blank page or an answer sheet. */
const MAX_REPEATS = 100;

const displayableKinds: ReadonlySet<string> = new Set(['document', 'svg', 'image']);

/** Reads the spine. Warns about items that cannot be shown. */
export function readSpine(
  element: XmlElement | undefined,
  manifest: Manifest,
  defaults: RenditionDefaults,
  warnings: Warnings,
): SpineItem[] {
  const references = element ? childrenOf(element) : [];
  const seen = new Set<string>();
  const idCounts = new Map<string, number>();
  let repeats = 0;
  return references.flatMap((reference, position) => {
    if (reference.name !== 'itemref') return [];
    const id = attributeOf(reference, 'idref')?.trim() ?? '';
    const index = idCounts.get(id) ?? 0;
    idCounts.set(id, index + 1);
    const listed = manifest.byId(id, index);
    const item = listed && manifest.resolveDisplayed(listed, (kind) => displayableKinds.has(kind));
    if (!item) {
      const problem = listed
        ? `is ${listed.mediaType || 'of unknown type'} and has no fallback that can be shown`
        : 'refers to no existing file in the manifest';
      warnings.add('spine_item', `The spine item ${quote(id)} ${problem}.`, listed?.path);
      return [];
    }
    // A file listed in parts, by fragment, is one document. A file listed twice as a whole is
    // repeated on purpose.
    if (seen.has(item.path)) {
      if (item.hasFragment) return [];
      repeats += 1;
      if (listed === item) {
        const message = `The spine contains ${quote(item.path)} more than once.`;
        warnings.add('spine_repeats', message, item.path);
      }
      if (repeats > MAX_REPEATS) {
        const message = `The spine repeats more than ${MAX_REPEATS} documents. The others were omitted.`;
        warnings.add('spine_repeats', message);
        return [];
      }
    }
    seen.add(item.path);
    const properties = defaults.prefixes.canonicalTokens(attributeOf(reference, 'properties'));
    const layout = itemLayout(properties, defaults.layout);
    const spreadMode = requestedSpread(properties) ?? defaults.spread;
    const isContinuous = defaults.isContinuous && layout === 'fixed';
    return [
      {
        item,
        linear: attributeOf(reference, 'linear')?.trim() !== 'no',
        layout,
        flow: isContinuous ? 'scrolled-continuous' : itemFlow(properties, layout, defaults.flow),
        spread: isContinuous ? 'center' : itemSpread(properties, layout, spreadMode),
        // EPUB 3.3 treats the deprecated `portrait` as `both`.
        spreadsUpright:
          layout === 'fixed' &&
          !isContinuous &&
          (spreadMode === 'both' || spreadMode === 'portrait'),
        position,
      },
    ];
  });
}

/**
 * Creates a spine for a book without one. It contains all documents except the table of contents in
 * manifest order.
 */
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

/** Returns the page progression direction, or null if the reader decides. */
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

/** Flow requested by the publisher, or null for values that EPUB does not define. */
function parseFlow(value: string | undefined): Flow | null {
  return flows.get(value ?? '') ?? null;
}

// The first of several conflicting overrides applies (EPUB Reading Systems 3.3, section 4.3).
function itemLayout(properties: string[], defaultLayout: Layout): Layout {
  const [stated] = properties.flatMap((one) => layouts.get(one) ?? []);
  return stated ?? defaultLayout;
}

// Pre-paginated documents have no flow (EPUB Reading Systems 3.3, section 8.2).
function itemFlow(properties: string[], layout: Layout, defaultFlow: Flow | null): Flow | null {
  if (layout === 'fixed') return null;
  const prefix = /^rendition:flow-/;
  const stated = properties.find((one) => flows.has(one.replace(prefix, '')) && prefix.test(one));
  return stated ? parseFlow(stated.replace(prefix, '')) : defaultFlow;
}

function requestedSpread(properties: string[]): string | undefined {
  const prefix = /^(?:rendition:)?spread-/;
  return properties.find((one) => prefix.test(one))?.replace(prefix, '');
}

// Single pages and centered pages are treated alike (EPUB 3.3, 8.2.2.6). If the publisher disables
// spreads, pages have no sides.
function itemSpread(
  properties: string[],
  layout: Layout,
  spreadMode: string,
): ReadingOrderItem['spread'] {
  const bare = properties.map((property) => property.replace(/^rendition:/, ''));
  const isCentered = bare.includes('page-spread-center') || bare.includes('align-x-center');
  if (isCentered || (layout === 'fixed' && spreadMode === 'none')) return 'center';
  const stated = bare.find((one) => one === 'page-spread-left' || one === 'page-spread-right');
  if (!stated) return null;
  return stated === 'page-spread-left' ? 'left' : 'right';
}

/** The package's rendition properties, which apply to every item without its own properties. */
export interface RenditionDefaults {
  layout: Layout;
  /**
   * Whether pages follow each other vertically without a gap, as a continuous scroll (EPUB 3.4).
   */
  isContinuous: boolean;
  flow: Flow | null;
  /**
   * Orientations in which two pages are shown side by side: `none`, `landscape`, `portrait`, `both`
   * or `auto`.
   */
  spread: string;
  /** Resolves the prefixes of property names. */
  prefixes: PropertyPrefixes;
}

/** Reads the rendition properties of the package. The first value of each property applies. */
export async function readRendition(
  entries: MetadataEntries,
  prefixes: PropertyPrefixes,
  archive: Archive,
  warnings: Warnings,
): Promise<RenditionDefaults> {
  const stated = entries.meta('rendition:layout')[0]?.value;
  return {
    layout: await readDefaultLayout(stated, entries, archive, warnings),
    isContinuous: stated === 'roll',
    flow: parseFlow(entries.meta('rendition:flow')[0]?.value),
    spread: entries.meta('rendition:spread')[0]?.value ?? 'auto',
    prefixes,
  };
}

// Before EPUB 3 there were two other ways to declare a fixed layout.
async function readDefaultLayout(
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

import { checkDoctype, checkProperties } from './checks/check-declarations.ts';
import { checkDocument, type DocumentFeatures } from './checks/check-document.ts';
import { hasViewBox } from './checks/check-images.ts';
import { quote } from './container/entry-name.ts';
import type { Archive } from './container/open-archive.ts';
import { tryReadText } from './container/read-text.ts';
import type { StyleCompiler } from './css/style-compiler.ts';
import { OverlayCompiler } from './overlay/overlay-compiler.ts';
import type { Navigation } from './package/load-navigation.ts';
import type { SpineItem } from './package/spine.ts';
import type { RawEntry } from './package/read-navigation.ts';
import type { Package } from './package/read-package.ts';
import type { LinkResolver } from './link-resolver.ts';
import { epubFailure } from './failure-reasons.ts';
import type { ResourceStore } from './resources/resource-store.ts';
import type { Section } from './contract.ts';
import {
  compileSection,
  type CompiledSection,
  compileImageSection,
} from './tree/compile-section.ts';
import type { CfiPath } from './tree/cfi-markers.ts';
import type { Warnings } from './warnings.ts';
import { parseDocument } from './xml/parse-document.ts';
import { XHTML, type XmlDocument } from './xml/node.ts';

interface SectionsInput {
  archive: Archive;
  book: Package;
  navigation: Navigation;
  links: LinkResolver;
  resources: ResourceStore;
  styles: StyleCompiler;
  /** Limit for all documents combined. */
  maxNodes: number;
  warnings: Warnings;
}

/**
 * Compiles the spine's documents one at a time to keep only one parsed tree in memory.
 *
 * @throws Failure `epub_unsafe` above `maxNodes`, `epub_invalid` if all documents are damaged.
 */
export async function compileSections(work: SectionsInput): Promise<{
  compiled: CompiledSection[];
  features: ReadonlyMap<string, DocumentFeatures>;
}> {
  const { archive, book, links, resources, styles, maxNodes, warnings } = work;
  const language = book.metadata.languages[0] ?? 'und';
  const markers = cfiMarkersBySection(work);
  const overlays = new OverlayCompiler(work);
  const compiled: CompiledSection[] = [];
  const damaged: string[] = [];
  const features = new Map<string, DocumentFeatures>();
  const isEpub3 = book.metadata.epubVersion.startsWith('3');
  let nodes = 0;
  for (const [index, spineItem] of book.spine.entries()) {
    const { path, kind, overlay } = spineItem.item;
    // The elements of a narrated SVG document must be in the tree to be highlighted.
    const isNarratedSvg = kind === 'svg' && overlay !== null;
    if (kind !== 'document' && !isNarratedSvg) {
      const result = await compileImageSection(spineItem, index, language, resources);
      warnIfSizeMissing(result.section, warnings);
      if (kind === 'svg') await checkSvgPage(spineItem, resources, warnings);
      compiled.push(result);
      continue;
    }
    const source = isNarratedSvg ? 'xml' : 'html';
    const text = await tryReadText(archive, path, warnings);
    const document = text === null ? null : parseDocument(text, path, source, warnings);
    nodes += document?.nodes ?? 0;
    if (nodes > maxNodes) {
      throw epubFailure(
        'book_too_many_nodes',
        `The book's documents have more than ${maxNodes} nodes.`,
      );
    }
    if (text === null) damaged.push(path);
    else if (!document) warnings.add('section_empty', `${quote(path)} contains no elements.`, path);
    const collected = document && kind === 'document' ? collectFeatures(document, spineItem) : null;
    const shown = document && isNarratedSvg ? wrapInPage(document) : document;
    const result = await compileSection(shown ?? emptyDocument(), {
      index,
      spineItem,
      language,
      styles,
      resources,
      resolveLink: (href) => links.resolveLink(index, path, href),
      cfiMarkers: markers.get(index) ?? new Map(),
    });
    if (collected) finishFeatures(collected, spineItem);
    if (isNarratedSvg && spineItem.layout === 'fixed') {
      result.section.viewport = await imageSizeOf(resources, resources.useItem(spineItem.item));
    }
    if (text !== null) warnIfSizeMissing(result.section, warnings);
    await overlays.attachTo(result.section, spineItem.item);
    compiled.push(result);
  }
  if (damaged.length === compiled.length) {
    const [path = ''] = damaged;
    const message = `None of the book's documents can be unpacked, including ${quote(path)}. Download the book again.`;
    throw epubFailure('text_damaged', message);
  }
  return { compiled, features };

  function collectFeatures(document: XmlDocument, spineItem: SpineItem): DocumentFeatures | null {
    const { path } = spineItem.item;
    if (features.has(path)) return null;
    const found = checkDocument(document.root, spineItem, book.manifest, warnings);
    features.set(path, found);
    if (isEpub3) checkDoctype(document.doctype, path, warnings);
    return found;
  }

  /** Completes the document's features after its styles have been read. */
  function finishFeatures(found: DocumentFeatures, { item }: SpineItem): void {
    if (styles.pathsWithRemoteUrls.has(item.path)) found.properties.add('remote-resources');
    if (isEpub3) checkProperties(item, found, warnings);
    const { active, playback } = book.overlayClasses;
    if (item.overlay === null || found.hasStyles || (active ?? playback) === null) return;
    const message = `${quote(item.path)} has no styles for the text being read aloud.`;
    warnings.add('overlay_unstyled', message, item.path);
  }
}

/** An SVG document used as a fixed-layout page needs a `viewBox` to scale to the page. */
async function checkSvgPage(
  { item, layout }: SpineItem,
  resources: ResourceStore,
  warnings: Warnings,
): Promise<void> {
  const file = layout === 'fixed' ? await resources.load(item.path) : null;
  if (!file || hasViewBox(file.bytes)) return;
  const message = `The page ${quote(item.path)} is an SVG document without a viewBox.`;
  warnings.add('page_size_missing', message, item.path);
}

function warnIfSizeMissing({ layout, viewport, href }: Section, warnings: Warnings): void {
  if (layout !== 'fixed' || viewport !== null) return;
  const message = `The fixed-layout page ${quote(href)} states no size.`;
  warnings.add('page_size_missing', message, href);
}

/**
 * Each marker may require a walk through a whole document. CFIs above the limit resolve to the
 * start of their section.
 */
const MAX_CFI_MARKERS = 1000;

/**
 * Collects navigation targets given as EPUB CFIs, which must be marked before their documents are
 * compiled.
 */
function cfiMarkersBySection({
  navigation,
  links,
}: SectionsInput): Map<number, Map<string, CfiPath>> {
  const { toc, pageList, landmarks } = navigation;
  const hrefs = [...toc.toc.flatMap(hrefsOf), ...pageList.pageList.flatMap(hrefsOf)].concat(
    landmarks.landmarks.map(({ href }) => href),
  );
  const markers = new Map<number, Map<string, CfiPath>>();
  const cfiHrefs = hrefs.filter((address) => address.includes('#epubcfi('));
  for (const href of cfiHrefs.slice(0, MAX_CFI_MARKERS)) {
    const target = links.resolveCfi(href);
    if (!target) continue;
    const inSection = markers.get(target.section) ?? new Map<string, CfiPath>();
    inSection.set(href, target.path);
    markers.set(target.section, inSection);
  }
  return markers;
}

function hrefsOf({ href, children }: RawEntry): string[] {
  return [...(href === null ? [] : [href]), ...children.flatMap(hrefsOf)];
}

/** Wraps an SVG document in an otherwise empty page. */
function wrapInPage(document: XmlDocument): XmlDocument {
  const page = { namespace: XHTML, attributes: [] };
  const body = { ...page, name: 'body', children: [document.root] };
  return { ...document, root: { ...page, name: 'html', children: [body] } };
}

async function imageSizeOf(resources: ResourceStore, path: string): Promise<Section['viewport']> {
  const image = await resources.load(path);
  return image?.width && image.height ? { width: image.width, height: image.height } : null;
}

function emptyDocument(): XmlDocument {
  return {
    root: { name: 'html', namespace: XHTML, attributes: [], children: [] },
    styleInstructions: [],
    doctype: '',
    nodes: 0,
  };
}

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
  /** Of all documents together. */
  maxNodes: number;
  warnings: Warnings;
}

/**
 * Compiles the documents of the spine one after the other, so that one parsed tree lives at a time.
 *
 * @throws Failure `epub_unsafe` past `mostNodes`, `epub_invalid` when all of them are damaged.
 */
export async function compileSections(work: SectionsInput): Promise<{
  compiled: CompiledSection[];
  facts: ReadonlyMap<string, DocumentFeatures>;
}> {
  const { archive, book, links, resources, styles, maxNodes, warnings } = work;
  const language = book.metadata.languages[0] ?? 'und';
  const marks = cfiMarkersBySection(work);
  const overlays = new OverlayCompiler(work);
  const compiled: CompiledSection[] = [];
  const damaged: string[] = [];
  const facts = new Map<string, DocumentFeatures>();
  const isThird = book.metadata.epubVersion.startsWith('3');
  let nodes = 0;
  for (const [index, spineItem] of book.spine.entries()) {
    const { path, kind, overlay } = spineItem.item;
    // Of a picture that is read aloud, the pieces that are spoken must be there to be marked.
    const isSpokenPicture = kind === 'svg' && overlay !== null;
    if (kind !== 'document' && !isSpokenPicture) {
      const made = await compileImageSection(spineItem, index, language, resources);
      warnIfSizeMissing(made.section, warnings);
      if (kind === 'svg') await checkSvgPage(spineItem, resources, warnings);
      compiled.push(made);
      continue;
    }
    const source = isSpokenPicture ? 'xml' : 'html';
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
    else if (!document) warnings.add('section_empty', `${quote(path)} has no element in it.`, path);
    const known = document && kind === 'document' ? factsOf(document, spineItem) : null;
    const shown = document && isSpokenPicture ? wrapInPage(document) : document;
    const made = await compileSection(shown ?? emptyDocument(), {
      index,
      spineItem,
      language,
      styles,
      resources,
      resolveLink: (href) => links.resolveLink(index, path, href),
      cfiMarkers: marks.get(index) ?? new Map(),
    });
    if (known) finishFacts(known, spineItem);
    if (isSpokenPicture && spineItem.layout === 'fixed') {
      made.section.viewport = await imageSizeOf(resources, resources.useItem(spineItem.item));
    }
    if (text !== null) warnIfSizeMissing(made.section, warnings);
    await overlays.attachTo(made.section, spineItem.item);
    compiled.push(made);
  }
  if (damaged.length === compiled.length) {
    const [path = ''] = damaged;
    const message = `No document of the book can be unpacked, not even ${quote(path)}: download it again.`;
    throw epubFailure('text_damaged', message);
  }
  return { compiled, facts };

  function factsOf(document: XmlDocument, spineItem: SpineItem): DocumentFeatures | null {
    const { path } = spineItem.item;
    if (facts.has(path)) return null;
    const found = checkDocument(document.root, spineItem, book.manifest, warnings);
    facts.set(path, found);
    if (isThird) checkDoctype(document.doctype, path, warnings);
    return found;
  }

  /** What is known only when the styles of the document were read. */
  function finishFacts(found: DocumentFeatures, { item }: SpineItem): void {
    if (styles.pathsWithRemoteUrls.has(item.path)) found.properties.add('remote-resources');
    if (isThird) checkProperties(item, found, warnings);
    const { active, playback } = book.overlayClasses;
    if (item.overlay === null || found.hasStyles || (active ?? playback) === null) return;
    const message = `${quote(item.path)} has no styles for what its recording speaks.`;
    warnings.add('overlay_unstyled', message, item.path);
  }
}

/** A drawing that is a page of fixed layout needs a `viewBox` to be as large as the page. */
async function checkSvgPage(
  { item, layout }: SpineItem,
  resources: ResourceStore,
  warnings: Warnings,
): Promise<void> {
  const file = layout === 'fixed' ? await resources.load(item.path) : null;
  if (!file || hasViewBox(file.bytes)) return;
  const message = `The page ${quote(item.path)} is a drawing without a viewBox.`;
  warnings.add('page_size_missing', message, item.path);
}

function warnIfSizeMissing({ layout, viewport, href }: Section, warnings: Warnings): void {
  if (layout !== 'fixed' || viewport !== null) return;
  const message = `The page ${quote(href)} is of fixed layout, but states no size.`;
  warnings.add('page_size_missing', message, href);
}

/** Each may walk a whole document; what is beyond leads to the start of its section. */
const MAX_CFI_MARKERS = 1000;

/** Places that the navigation names by EPUB CFI: they are marked before a document is compiled. */
function cfiMarkersBySection({
  navigation,
  links,
}: SectionsInput): Map<number, Map<string, CfiPath>> {
  const { toc, pageList, landmarks } = navigation;
  const hrefs = [...toc.toc.flatMap(hrefsOf), ...pageList.pageList.flatMap(hrefsOf)].concat(
    landmarks.landmarks.map(({ href }) => href),
  );
  const marks = new Map<number, Map<string, CfiPath>>();
  const named = hrefs.filter((address) => address.includes('#epubcfi('));
  for (const href of named.slice(0, MAX_CFI_MARKERS)) {
    const target = links.resolveCfi(href);
    if (!target) continue;
    const inSection = marks.get(target.section) ?? new Map<string, CfiPath>();
    inSection.set(href, target.path);
    marks.set(target.section, inSection);
  }
  return marks;
}

function hrefsOf({ href, children }: RawEntry): string[] {
  return [...(href === null ? [] : [href]), ...children.flatMap(hrefsOf)];
}

/** A document of SVG as the only thing of a page. */
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

import { quoted } from './container/entry-name.ts';
import type { Archive } from './container/open-archive.ts';
import { readSoundText } from './container/read-text.ts';
import type { StyleCompiler } from './css/style-compiler.ts';
import { Overlays } from './overlay/overlays.ts';
import type { Navigation } from './package/load-navigation.ts';
import type { RawEntry } from './package/read-navigation.ts';
import type { Package } from './package/read-package.ts';
import type { ReadingOrder } from './reading-order.ts';
import { refuse } from './refusals.ts';
import type { ResourceStore } from './resources/resource-store.ts';
import type { Section } from './contract.ts';
import { compileSection, type CompiledSection } from './tree/compile-section.ts';
import { imageSection } from './tree/image-section.ts';
import type { CfiPath } from './tree/place-marks.ts';
import type { Warnings } from './warnings.ts';
import { parseDocument } from './xml/parse-document.ts';
import { XHTML, type XmlDocument } from './xml/node.ts';

interface Work {
  archive: Archive;
  book: Package;
  navigation: Navigation;
  order: ReadingOrder;
  resources: ResourceStore;
  styles: StyleCompiler;
  /** Of all documents together. */
  mostNodes: number;
  warnings: Warnings;
}

/**
 * Compiles the documents of the spine one after the other, so that one parsed tree lives at a time.
 *
 * @throws Failure `epub_unsafe` past `mostNodes`, `epub_invalid` when all of them are damaged.
 */
export async function compileSections(work: Work): Promise<CompiledSection[]> {
  const { archive, book, order, resources, styles, mostNodes, warnings } = work;
  const language = book.metadata.languages[0] ?? 'und';
  const marks = marksBySection(work);
  const overlays = new Overlays(work);
  const compiled: CompiledSection[] = [];
  const damaged: string[] = [];
  let nodes = 0;
  for (const [index, spineItem] of book.spine.entries()) {
    const { path, kind, overlay } = spineItem.item;
    // Of a picture that is read aloud, the pieces that are spoken must be there to be marked.
    const isSpokenPicture = kind === 'svg' && overlay !== null;
    if (kind !== 'document' && !isSpokenPicture) {
      const made = await imageSection(spineItem, index, language, resources);
      warnOfSize(made.section, warnings);
      compiled.push(made);
      continue;
    }
    const source = isSpokenPicture ? 'xml' : 'html';
    const text = await readSoundText(archive, path, warnings);
    const document = text === null ? null : parseDocument(text, path, source, warnings);
    nodes += document?.nodes ?? 0;
    if (nodes > mostNodes) {
      throw refuse(
        'book_too_many_nodes',
        `The book's documents have more than ${mostNodes} nodes.`,
      );
    }
    if (text === null) damaged.push(path);
    else if (!document) warnings.add('section_empty', `“${path}” has no element in it.`, path);
    const shown = document && isSpokenPicture ? asPage(document) : document;
    const made = await compileSection(shown ?? emptyDocument(), {
      index,
      spineItem,
      language,
      styles,
      resources,
      link: (href) => order.link(index, path, href),
      marks: marks.get(index) ?? new Map(),
    });
    if (isSpokenPicture && spineItem.layout === 'fixed') {
      made.section.viewport = await sizeOf(resources, resources.useItem(spineItem.item));
    }
    if (text !== null) warnOfSize(made.section, warnings);
    await overlays.addTo(made.section, spineItem.item);
    compiled.push(made);
  }
  if (damaged.length === compiled.length) {
    const [path = ''] = damaged;
    const message = `No document of the book can be unpacked, not even ${quoted(path)}: download it again.`;
    throw refuse('text_damaged', message);
  }
  return compiled;
}

function warnOfSize({ layout, viewport, href }: Section, warnings: Warnings): void {
  if (layout !== 'fixed' || viewport !== null) return;
  const message = `The page ${quoted(href)} is of fixed layout, but states no size.`;
  warnings.add('page_size_missing', message, href);
}

/** Each may walk a whole document; what is beyond leads to the start of its section. */
const MOST_MARKS = 1000;

/** Places that the navigation names by EPUB CFI: they are marked before a document is compiled. */
function marksBySection({ navigation, order }: Work): Map<number, Map<string, CfiPath>> {
  const { toc, pageList, landmarks } = navigation;
  const hrefs = [...toc.toc.flatMap(hrefsOf), ...pageList.pageList.flatMap(hrefsOf)].concat(
    landmarks.landmarks.map(({ href }) => href),
  );
  const marks = new Map<number, Map<string, CfiPath>>();
  const named = hrefs.filter((address) => address.includes('#epubcfi('));
  for (const href of named.slice(0, MOST_MARKS)) {
    const target = order.cfiTarget(href);
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
function asPage(document: XmlDocument): XmlDocument {
  const page = { namespace: XHTML, attributes: [] };
  const body = { ...page, name: 'body', children: [document.root] };
  return { ...document, root: { ...page, name: 'html', children: [body] } };
}

async function sizeOf(resources: ResourceStore, path: string): Promise<Section['viewport']> {
  const image = await resources.load(path);
  return image?.width && image.height ? { width: image.width, height: image.height } : null;
}

function emptyDocument(): XmlDocument {
  return {
    root: { name: 'html', namespace: XHTML, attributes: [], children: [] },
    styleInstructions: [],
    nodes: 0,
  };
}

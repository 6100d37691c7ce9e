import type { Direction, Section, TreeElement, WritingMode } from '../contract.ts';
import type { StyleCompiler } from '../css/style-compiler.ts';
import type { SpineItem } from '../package/spine.ts';
import type { ResourceStore } from '../resources/resource-store.ts';
import {
  attributeOf,
  childrenOf,
  firstOf,
  type XmlDocument,
  type XmlElement,
} from '../xml/node.ts';
import { collectStyles } from './collect-styles.ts';
import { authorClasses, compileAttributes, statedLanguage } from './compile-attributes.ts';
import { compileChildren } from './compile-tree.ts';
import { countWords } from './count-words.ts';
import { placeMark, type CfiPath } from './place-marks.ts';
import { SectionStyles } from './section-styles.ts';
import { sizeImages } from './size-images.ts';
import { TextWriter } from './text-writer.ts';
import type { TreeContext } from './tree-context.ts';
import { documentViewport } from './viewport.ts';

export interface SectionSource {
  index: number;
  spineItem: SpineItem;
  /** The publication's language. */
  language: string;
  styles: StyleCompiler;
  resources: ResourceStore;
  link: TreeContext['link'];
  /** Places whose offsets are wanted, by name. */
  marks: Map<string, CfiPath>;
}

/** A section whose style sheets are still texts and whose title may still come from the contents. */
export interface CompiledSection {
  section: Section;
  /** Compiled sheets that apply, in order. */
  sheets: string[];
  /** Offsets of the marks. */
  marks: Map<string, number>;
  /** Whether the document itself says which way it is written. */
  statesDirection: boolean;
}

/** Compiles one XHTML document of the spine. */
export async function compileSection(
  document: XmlDocument,
  source: SectionSource,
): Promise<CompiledSection> {
  const { spineItem, styles: compiler, resources } = source;
  const { path } = spineItem.item;
  const { layout } = spineItem;
  const { html, head, body } = partsOf(document.root);
  for (const [name, mark] of source.marks) placeMark(document.root, mark, name);

  const { sheets, css, hints } = await collectStyles(document, path, layout, compiler);
  const styles = new SectionStyles(hints, css);
  const writer = new TextWriter();
  const context: TreeContext = {
    writer,
    styles,
    images: [],
    heading: '',
    link: source.link,
    resource: (address, kinds) => resources.use(path, address, kinds),
    declarations: (text, onRoot) => compiler.attribute(text, path, layout, onRoot),
  };
  const htmlAttributes = compileAttributes(html, 'html', context);
  const bodyAttributes = compileAttributes(body, 'body', context);
  const writing = writingOf(html, body, context);
  const bodyTree: TreeElement = ['div', withClass('svc-body', bodyAttributes)];
  compileChildren(bodyTree, body.children, context);
  writer.edge();
  await sizeImages(context.images, (image) => resources.load(image));

  const language = statedLanguage(html) || statedLanguage(body) || null;
  // An empty tag says “unknown”: neither the package's language nor the host page's is the text's.
  const attributes = { lang: language ?? '', ...htmlAttributes, dir: writing.direction };
  return {
    section: {
      index: source.index,
      href: path,
      title: context.heading,
      language: language ?? source.language,
      direction: writing.direction,
      writingMode: writing.mode,
      layout,
      viewport: layout === 'fixed' ? documentViewport(head) : null,
      tree: compacted(['div', withClass('svc-html', attributes), bodyTree]),
      styles: [],
      css: styles.css() + startOf(spineItem, writing),
      length: writer.offset,
      words: countWords(writer.plainText(), language ?? source.language),
      ids: Object.fromEntries(writer.ids),
    },
    sheets,
    marks: writer.marks,
    statesDirection: writing.isStated,
  };
}

function partsOf(root: XmlElement): { html: XmlElement; head?: XmlElement; body: XmlElement } {
  const html = root.name === 'html' ? root : { ...root, attributes: [], children: [root] };
  const head = childrenOf(html, 'head')[0];
  const body = childrenOf(html, 'body')[0] ?? firstOf(html, 'body');
  if (body) return { html, head, body };
  // Without a body, what is not in the head is read as one.
  const children = html.children.filter((child) => child !== head);
  return {
    html,
    head,
    body: { name: 'body', namespace: html.namespace, attributes: [], children },
  };
}

function writingOf(
  html: XmlElement,
  body: XmlElement,
  { styles, declarations }: TreeContext,
): { direction: Direction; mode: WritingMode; isStated: boolean } {
  const valueOf = (property: string, element: XmlElement) => {
    const own = declarations(attributeOf(element, 'style') ?? '', true).hints;
    return (
      own.findLast((hint) => hint.property === property)?.value ??
      styles.valueOf(property, {
        tag: element.name,
        id: attributeOf(element, 'id'),
        classes: authorClasses(element),
        attributes: {},
      })
    );
  };
  const direction =
    valueOf('direction', body) ??
    valueOf('direction', html) ??
    attributeOf(body, 'dir') ??
    attributeOf(html, 'dir');
  const mode = valueOf('writing-mode', body) ?? valueOf('writing-mode', html);
  return {
    direction: direction?.toLowerCase() === 'rtl' ? 'rtl' : 'ltr',
    mode: mode === 'vertical-rl' || mode === 'vertical-lr' ? mode : 'horizontal-tb',
    isStated: direction !== undefined || mode !== null,
  };
}

/**
 * Text that asks for the second page of a spread leaves the first column empty where there are two: the
 * page then is wider than its column (EPUB Reading Systems 3.3, section 8.2.2.6).
 */
function startOf(
  { layout, spread }: SpineItem,
  { direction, mode }: { direction: Direction; mode: WritingMode },
): string {
  const second = direction === 'rtl' ? 'left' : 'right';
  if (layout === 'fixed' || mode !== 'horizontal-tb' || spread !== second) return '';
  const rest = 'calc(var(--svc-page-inline) - var(--svc-column-inline) - var(--svc-page-gap))';
  const height = `min(var(--svc-column-block), 1000 * ${rest})`;
  return `.svc-html::before{content:"";display:block;block-size:${height}}`;
}

// Arrays that grew keep room for more, and pieces of text keep the whole file they were cut from: a
// copy through JSON holds a book in a third of the memory.
function compacted(tree: TreeElement): TreeElement {
  return JSON.parse(JSON.stringify(tree));
}

function withClass(name: string, attributes: Record<string, string>): Record<string, string> {
  const classes = attributes['class'];
  return { ...attributes, class: classes ? `${name} ${classes}` : name };
}

import type { Direction, Section, TreeElement, WritingMode, TreeAttributes } from '../contract.ts';
import type { StyleCompiler } from '../css/style-compiler.ts';
import type { SpineItem } from '../package/spine.ts';
import type { ResourceStore } from '../resources/resource-store.ts';
import {
  attributeOf,
  childrenOf,
  firstDescendant,
  textOf,
  type XmlDocument,
  type XmlElement,
} from '../xml/node.ts';
import { collectStyles } from './collect-styles.ts';
import { authorClasses, compileAttributes, statedLanguage } from './compile-attributes.ts';
import { compileChildren } from './compile-tree.ts';
import { prepareMatching } from '../css/match-selector.ts';
import { isBoxHint } from '../css/style-hints.ts';
import { countWords } from '../../values/count-words.ts';
import { isRightToLeftText } from '../../values/text-direction.ts';
import { insertMarker, type CfiPath } from './cfi-markers.ts';
import { fitPages } from './fit-pages.ts';
import { SectionStyles, type StyledElement } from './section-styles.ts';
import { TextWriter } from './text-writer.ts';
import type { TreeContext } from './tree-context.ts';

export interface SectionInput {
  index: number;
  spineItem: SpineItem;
  /** The publication's language. */
  language: string;
  styles: StyleCompiler;
  resources: ResourceStore;
  resolveLink: TreeContext['resolveLink'];
  /** Named positions whose offsets are needed. */
  cfiMarkers: Map<string, CfiPath>;
}

/**
 * A section before its style sheets receive ids. The table of contents may still supply its title.
 */
export interface CompiledSection {
  section: Section;
  /** Applicable compiled style sheets, in order. */
  sheets: string[];
  /** Offsets of the `markers`. */
  markerOffsets: Map<string, number>;
  /** Whether the document states its direction or writing mode. */
  declaresDirection: boolean;
  /** Whether it is a reflowable document that shows nothing. */
  isBlank: boolean;
}

/** Compiles one XHTML spine document. */
export async function compileSection(
  document: XmlDocument,
  source: SectionInput,
): Promise<CompiledSection> {
  const { spineItem, styles: compiler, resources } = source;
  const { path } = spineItem.item;
  const { layout } = spineItem;
  const { html, head, body } = documentParts(document.root);
  for (const [name, cfiPath] of source.cfiMarkers) insertMarker(document.root, cfiPath, name);

  const { sheets, css, hints } = await collectStyles(document, path, layout, compiler);
  const styles = new SectionStyles(hints, css, layout);
  const writer = new TextWriter();
  prepareMatching(document.root);
  const context: TreeContext = {
    namespace: html.namespace,
    isReflowable: layout === 'reflowable',
    writer,
    styles,
    breaks: new Map(),
    hidden: new Set(),
    images: [],
    heading: '',
    resolveLink: source.resolveLink,
    resolveResource: (address, kinds) => resources.use(path, address, kinds),
    compileStyleAttribute: (text, onRoot) =>
      compiler.compileStyleAttribute(text, path, layout, onRoot),
  };
  const htmlAttributes = compileAttributes(html, 'html', context);
  const bodyAttributes = compileAttributes(body, 'body', context);
  const writing = readWriting(html, body, context);
  const bodyTree: TreeElement = ['div', withClass('svc-body', bodyAttributes)];
  const keepsWhiteSpace = keepsWhiteSpaceIn(body, keepsWhiteSpaceIn(html, false, context), context);
  compileChildren(bodyTree, body.children, context, {
    keepsWhiteSpace,
    isJustified: isJustifiedIn(body, isJustifiedIn(html, false, context), context),
  });
  writer.blockBoundary();
  const fitted = await fitPages(bodyTree, {
    context,
    sheets,
    load: (image) => resources.load(image),
  });

  const language = statedLanguage(html) || statedLanguage(body) || null;
  // An empty language means “unknown” and prevents inheritance of the host page's language.
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
      viewport: layout === 'fixed' ? readViewport(head) : null,
      tree: compactTree(['div', withClass(rootClass(writing), attributes), bodyTree]),
      styles: [],
      css:
        styles.css() +
        fitted.css +
        verticalDirectionCss(writing) +
        spreadStartCss(spineItem, writing) +
        centeredCss(spineItem, writing) +
        codeDirectionCss(writing, bodyTree),
      length: writer.offset,
      words: countWords(writer.plainText(), language ?? source.language),
      ids: Object.fromEntries(writer.ids),
    },
    sheets,
    markerOffsets: writer.markerOffsets,
    declaresDirection: writing.isStated,
    isBlank: fitted.isBlank && !isPagePainted(html, body, context),
  };
}

function documentParts(root: XmlElement): {
  html: XmlElement;
  head?: XmlElement;
  body: XmlElement;
} {
  const html = root.name === 'html' ? root : { ...root, attributes: [], children: [root] };
  const head = childrenOf(html, 'head')[0];
  const body = childrenOf(html, 'body')[0] ?? firstDescendant(html, 'body');
  if (body) return { html, head, body };
  // Without a body, everything outside the head is treated as the body.
  const children = html.children.filter((child) => child !== head);
  return {
    html,
    head,
    body: { name: 'body', namespace: html.namespace, attributes: [], children },
  };
}

function keepsWhiteSpaceIn(element: XmlElement, inherited: boolean, context: TreeContext): boolean {
  return context.styles.keepsWhiteSpace(styledElement(element, context), inherited);
}

function isJustifiedIn(element: XmlElement, inherited: boolean, context: TreeContext): boolean {
  return context.styles.isJustified(styledElement(element, context), inherited);
}

/** The root or body of the document with its styles. */
function styledElement(element: XmlElement, { compileStyleAttribute }: TreeContext): StyledElement {
  const subject = {
    tag: element.name.toLowerCase(),
    id: attributeOf(element, 'id'),
    classes: authorClasses(element),
    attributes: {},
  };
  const ownHints = compileStyleAttribute(attributeOf(element, 'style') ?? '', true).hints;
  return { source: element, subject, ownHints };
}

/** Whether styles may show something on the root or body, such as a picture in the background. */
function isPagePainted(html: XmlElement, body: XmlElement, context: TreeContext): boolean {
  return [html, body].some((element) => {
    const { subject, ownHints } = styledElement(element, context);
    return context.styles.mayBeVisible(subject) || ownHints.some(isBoxHint);
  });
}

interface Writing {
  direction: Direction;
  mode: WritingMode;
  isStated: boolean;
  /** Whether styles or attributes would let vertical lines begin at the bottom. */
  beginsBelow: boolean;
}

function readWriting(
  html: XmlElement,
  body: XmlElement,
  { styles, compileStyleAttribute, isReflowable }: TreeContext,
): Writing {
  const valueOf = (property: string, element: XmlElement) => {
    const ownHints = compileStyleAttribute(attributeOf(element, 'style') ?? '', true).hints;
    return (
      ownHints.findLast((hint) => hint.property === property)?.value ??
      styles.valueOf(property, {
        tag: element.name,
        id: attributeOf(element, 'id'),
        classes: authorClasses(element),
        attributes: {},
      })
    );
  };
  const stated =
    valueOf('direction', body) ??
    valueOf('direction', html) ??
    attributeOf(body, 'dir') ??
    attributeOf(html, 'dir');
  const mode = valueOf('writing-mode', body) ?? valueOf('writing-mode', html);
  const isVertical = mode === 'vertical-rl' || mode === 'vertical-lr';
  // Many books in Arabic or Hebrew only align their text to the right.
  const isInferred =
    stated === undefined && isReflowable && !isVertical && isRightToLeftText(textOf(body));
  const isRightToLeft = isInferred || stated?.toLowerCase() === 'rtl';
  return {
    direction: isRightToLeft && !isVertical ? 'rtl' : 'ltr',
    mode: isVertical ? mode : 'horizontal-tb',
    isStated: stated !== undefined || mode !== null || isInferred,
    beginsBelow: isRightToLeft && isVertical,
  };
}

function rootClass({ mode }: Writing): string {
  return mode === 'horizontal-tb' ? 'svc-html' : 'svc-html svc-vertical';
}

/** Programs are written from left to right, even in books that are not. */
function codeDirectionCss({ direction }: Writing, body: TreeElement): string {
  if (direction !== 'rtl' || !/\["(?:code|kbd|samp)"/.test(JSON.stringify(body))) return '';
  return ':where(pre:has(code),code,kbd,samp){direction:ltr;unicode-bidi:isolate}';
}

/**
 * Vertical lines run from top to bottom. Some vertical books state a direction from right to left,
 * which means their columns, but would let the lines begin at the bottom.
 */
function verticalDirectionCss({ beginsBelow }: Writing): string {
  if (!beginsBelow) return '';
  return '.flow>.svc-html.svc-html,.flow>.svc-html>.svc-body.svc-body{direction:ltr!important}';
}

/**
 * If a reflowable section requests the second page of a spread, the first column stays empty when
 * the page is wider than a column, that is, when two columns are shown (EPUB Reading Systems 3.3,
 * section 8.2.2.6).
 */
function spreadStartCss(
  { layout, spread }: SpineItem,
  { direction, mode }: { direction: Direction; mode: WritingMode },
): string {
  const second = direction === 'rtl' ? 'left' : 'right';
  if (layout === 'fixed' || mode !== 'horizontal-tb' || spread !== second) return '';
  const rest = 'calc(var(--svc-page-inline) - var(--svc-column-inline) - var(--svc-page-gap))';
  const height = `min(var(--svc-column-block), 1000 * ${rest})`;
  return `.svc-html::before{content:"";display:block;block-size:${height}}`;
}

/**
 * Centers the text of a vertical section between left and right if it fits on a page, as
 * `align-x-center` requests (EPUB 3.3, section 8.2.3). Horizontal sections are centered as a single
 * column.
 */
function centeredCss({ layout, spread }: SpineItem, { mode }: { mode: WritingMode }): string {
  if (layout === 'fixed' || mode === 'horizontal-tb' || spread !== 'center') return '';
  // Overrides the rule that resets the size of the root.
  return (
    '.flow>.svc-html.svc-html{align-content:safe center;' +
    'min-block-size:var(--svc-column-block)!important}'
  );
}

// Arrays that have grown reserve extra memory, and substrings retain the whole source text. A copy
// through JSON reduces a book's memory to a third.
function compactTree(tree: TreeElement): TreeElement {
  return JSON.parse(JSON.stringify(tree));
}

function withClass(name: string, attributes: Record<string, string>): Record<string, string> {
  const classes = attributes['class'];
  return { ...attributes, class: classes ? `${name} ${classes}` : name };
}

/**
 * Compiles an image used as a spine document, including SVG, to an image element instead of inline
 * markup.
 */
export async function compileImageSection(
  { item, layout }: SpineItem,
  index: number,
  language: string,
  resources: ResourceStore,
): Promise<CompiledSection> {
  const path = resources.useItem(item);
  const image = await resources.load(path);
  const size = image?.width && image.height ? { width: image.width, height: image.height } : null;
  const attributes: TreeAttributes = { src: `resource:${path}`, alt: '' };
  if (size) Object.assign(attributes, { width: String(size.width), height: String(size.height) });
  const section: Section = {
    index,
    href: item.path,
    title: '',
    language,
    direction: 'ltr',
    writingMode: 'horizontal-tb',
    layout,
    viewport: layout === 'fixed' ? size : null,
    tree: [
      'div',
      { class: 'svc-html', lang: '', dir: 'ltr' },
      ['div', { class: 'svc-body' }, ['img', attributes]],
    ],
    styles: [],
    css: '',
    length: 0,
    words: 0,
    ids: {},
  };
  return {
    section,
    sheets: [],
    markerOffsets: new Map(),
    declaresDirection: false,
    isBlank: false,
  };
}

interface Viewport {
  width: number;
  height: number;
}

/**
 * Page size of a fixed-layout document (EPUB 3.3, section 8.2.2.7): the first `viewport` meta,
 * always in pixels. 0 means the size of the screen (`device-width`). Null unless both sides are
 * stated.
 */
function readViewport(head: XmlElement | undefined): Viewport | null {
  const metas = head ? childrenOf(head, 'meta') : [];
  const content = metas
    .filter((meta) => attributeOf(meta, 'name')?.trim().toLowerCase() === 'viewport')
    .map((meta) => attributeOf(meta, 'content') ?? '')[0];
  if (content === undefined) return null;
  const width = readViewportSide(content, 'width');
  const height = readViewportSide(content, 'height');
  return width === null || height === null ? null : { width, height };
}

// Books use various separators and assignment signs, so the first number after the name is used.
function readViewportSide(content: string, name: string): number | null {
  const [, value = ''] =
    new RegExp(`(?:^|[\\s,;])${name}\\s*[=:]?\\s*(device-${name}|\\d+(?:\\.\\d+)?)`, 'i').exec(
      content,
    ) ?? [];
  if (/^device/i.test(value)) return 0;
  const number = Number(value);
  return number > 0 && number < 1e6 ? number : null;
}

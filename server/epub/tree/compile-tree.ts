import type { TreeElement } from '../contract.ts';
import {
  attributeOf,
  childrenOf,
  firstDescendant,
  MATHML,
  SVG,
  textOf,
  XHTML,
  XLINK,
  XML,
  type XmlElement,
  type XmlNode,
} from '../xml/node.ts';
import {
  blockElements,
  formerNameClass,
  htmlRule,
  mathmlRule,
  svgRule,
  type ElementRule,
} from '../../../shared/allowlists/elements.ts';
import {
  addClass,
  compileUrl,
  authorClasses,
  compileAttributes,
  idOf,
} from './compile-attributes.ts';
import { MARKER_NAMESPACE, markerName } from './cfi-markers.ts';
import { countLines, mostUnbrokenLines } from './count-lines.ts';
import { isVerse, verseClass } from './is-verse.ts';
import { hasPicture } from './leading-lines.ts';
import { toMathmlCore } from '../mathml/to-mathml-core.ts';
import type { TreeContext } from './tree-context.ts';

/** A box with more characters than this may be taller than a page and must be breakable. */
const MAX_UNBREAKABLE_LENGTH = 500;

/** A row with more characters than this fills half the page of a phone, so it may break. */
const MAX_UNBROKEN_ROW = 350;
/** Other unbreakable boxes can leave a gap on the previous page. */
const MAX_UNBROKEN_BOX = 600;

/** Longer text is more than the spaces between pictures. */
const MAX_BLANK = 20;

/** Longer positioned text is not a number or a short note in the margin. */
const MAX_MARGIN_TEXT = 40;

/** Styles of controls whose text is kept as a list or a block. */
const controlStyles: ReadonlyMap<string, string> = new Map([
  // Choices are blocks, behind which the background of an inline element is not shown.
  ['select', 'display:block'],
  ['optgroup', 'display:block'],
  ['option', 'display:list-item;list-style-type:circle;margin-inline-start:1.5em'],
  ['textarea', 'display:block;white-space:pre-wrap'],
]);

const imageKinds = ['image', 'svg'] as const;

interface InheritedState {
  keepsWhiteSpace: boolean;
  /** Whether lines are justified. */
  isJustified?: boolean;
  /** Whether cells or columns share the width, so that justified lines would have large gaps. */
  isNarrow?: boolean;
  /** Whether positioned elements may refer to a box around them instead of the page. */
  isPositioned?: boolean;
  /** Offset at which the surrounding formula or SVG starts. In it, every element bounds text. */
  foreignStart?: number;
}

/** Compiles an element's children into the tree according to the allowlists. */
export function compileChildren(
  parent: TreeElement,
  children: XmlNode[],
  context: TreeContext,
  state: InheritedState = { keepsWhiteSpace: false },
): void {
  for (const child of children) {
    if (typeof child === 'string') context.writer.write(parent, child, state.keepsWhiteSpace);
    else compileElement(parent, child, context, state);
  }
}

function compileElement(
  parent: TreeElement,
  element: XmlElement,
  context: TreeContext,
  state: InheritedState,
): void {
  if (element.namespace === MARKER_NAMESPACE) {
    context.writer.recordOffset(context.writer.markerOffsets, markerName(element));
    return;
  }
  const { namespace } = element;
  const name =
    namespace === SVG || namespace === MATHML ? element.name : element.name.toLowerCase();
  const replaced = findReplacement(element, name, context);
  if (replaced === 'drop') return;
  if (replaced !== null) {
    compileElement(parent, replaced, context, state);
    return;
  }
  const rule = ruleOf(namespace, name, context);
  if (rule === 'drop') return;
  if (rule === 'unwrap') {
    recordId(element, name, context);
    compileChildren(parent, element.children, context, state);
    return;
  }
  const tag = rule === 'keep' ? name : rule.rename;
  if (name === 'math' && namespace !== SVG)
    return writeForeign(parent, toMathmlCore(element), tag, context, state);
  if (namespace === SVG || namespace === MATHML) writeForeign(parent, element, tag, context, state);
  else if (tag === 'img') writeImage(parent, element, context);
  else writeElement(parent, element, { name, tag }, context, state);
}

function writeElement(
  parent: TreeElement,
  element: XmlElement,
  { name, tag }: { name: string; tag: string },
  context: TreeContext,
  state: InheritedState,
): void {
  const { writer, styles } = context;
  const start = writer.offset;
  const attributes = compileAttributes(element, tag, context);
  if (name !== tag) addClass(attributes, formerNameClass(name));
  const ownHints = context.compileStyleAttribute(attributeOf(element, 'style') ?? '', false).hints;
  const subject = {
    tag: name,
    id: attributes['id'],
    classes: authorClasses(element),
    attributes,
  };
  const styled = { source: element, subject, ownHints };
  const isBlock = blockElements.has(tag)
    ? !styles.mayBeInline(styled)
    : name !== tag && (controlStyles.has(name) || styles.isBlock(styled));
  if (isBlock) writer.blockBoundary();
  const result: TreeElement = [tag, attributes];
  parent.push(result);
  const controlStyle = controlStyles.get(name);
  if (name !== tag && controlStyle) {
    addClass(attributes, styles.presentationalClass(controlStyle));
    const isLabelShown = name === 'optgroup' || textOf(element).trim() === '';
    if (isLabelShown) writer.write(result, attributeOf(element, 'label') ?? '', false);
  }
  const breaks = styles.certainBreaks(styled);
  if (breaks.length > 0) context.breaks.set(result, breaks);
  if (styles.isHidden(styled)) context.hidden.add(result);
  const keepsWhiteSpace =
    attributeOf(element, 'space', XML) === 'preserve' ||
    name === 'textarea' ||
    styles.keepsWhiteSpace(styled, state.keepsWhiteSpace);
  if (/^h[1-6]$/.test(tag) && context.heading === '') context.heading = textOf(element);
  const isJustified = styles.isJustified(styled, state.isJustified ?? false);
  const isPositioned = state.isPositioned === true || styles.isPositioned(styled);
  const isNarrow =
    state.isNarrow === true ||
    (tag === 'tr' && hasSeveralCells(element)) ||
    styles.hasColumns(styled);
  const isStretched = isJustified && isNarrow && isBlock;
  const isRagged = isStretched && !styles.mayBeAligned(styled);
  const inherited = {
    ...state,
    keepsWhiteSpace,
    isJustified: isJustified && !isStretched,
    isPositioned,
    isNarrow,
  };
  compileChildren(result, element.children, context, inherited);
  if (tag === 'wbr') return;
  if (tag === 'audio' || tag === 'video') writer.inlineObject();
  if (isBlock) writer.blockBoundary();
  const hasVerse = isBlock && !keepsWhiteSpace && isVerse(result);
  if (hasVerse) addClass(attributes, verseClass);
  if (isRagged || (isJustified && (hasVerse || /^(?:h[1-6]|caption|figcaption)$/.test(tag)))) {
    addClass(attributes, styles.raggedClass());
  }
  const length = writer.offset - start;
  if (isPositioned && !state.isPositioned && length <= MAX_MARGIN_TEXT && context.isReflowable) {
    const marginText = styles.marginTextClass(styled);
    if (marginText) addClass(attributes, marginText);
  }
  if (length > MAX_UNBREAKABLE_LENGTH && styles.isUnbreakable(styled, () => hasTable(result))) {
    addClass(attributes, styles.flowClass());
  }
  // An indent would move a picture beyond the page or off its center.
  const isLine = isBlock && length < MAX_BLANK && context.isReflowable;
  if (isLine && hasInlinePicture(result) && isBlank(result))
    addClass(attributes, styles.attributeClass('text-indent:0'));
  const isTooLong =
    length > (tag === 'tr' ? MAX_UNBROKEN_ROW : MAX_UNBROKEN_BOX) ||
    (length > mostUnbrokenLines && countLines(result) > mostUnbrokenLines);
  if (isTooLong && (tag === 'tr' || styles.isKeptTogether(styled))) {
    addClass(attributes, styles.splitClass());
  }
  if (!isTooLong && length > 0 && styles.isRow(styled) && !hasPicture(result))
    addClass(attributes, styles.rowClass());
}

function hasTable([tag, , ...children]: TreeElement): boolean {
  return tag === 'table' || children.some((child) => typeof child !== 'string' && hasTable(child));
}

/** Whether an element contains neither text nor blocks. */
function isBlank([, , ...children]: TreeElement): boolean {
  return children.every((child) =>
    typeof child === 'string'
      ? child.trim() === ''
      : !blockElements.has(child[0]) && isBlank(child),
  );
}

/** Whether a picture is in a line of the element itself. */
function hasInlinePicture([, , ...children]: TreeElement): boolean {
  return children.some(
    (child) =>
      typeof child !== 'string' &&
      (/^(?:img|svg)$/.test(child[0]) || (!blockElements.has(child[0]) && hasInlinePicture(child))),
  );
}

function hasSeveralCells({ children }: XmlElement): boolean {
  const cells = children.filter(
    (child) => typeof child !== 'string' && /^t[dh]$/i.test(child.name),
  );
  return cells.length > 1;
}

/** Icons of note links have any size, because other reading systems show them in text size. */
const noteIconCss = 'height:1em;width:auto;object-fit:contain';

function isNoteLink([tag, attributes]: TreeElement): boolean {
  if (tag !== 'a') return false;
  const types = `${attributes['class']} ${attributes['epub:type']} ${attributes['role']}`;
  return /(?:^|[ -])(?:noteref|duokan-footnote)(?: |$)/.test(types);
}

function writeImage(parent: TreeElement, element: XmlElement, context: TreeContext): void {
  const attributes = compileAttributes(element, 'img', context);
  const candidate = firstCandidate(attributeOf(element, 'srcset'));
  if (attributeOf(element, 'src') === undefined && candidate) {
    const address = compileUrl(candidate, imageKinds, context);
    if (address !== null) attributes['src'] = address;
  }
  const { src, alt } = attributes;
  if (src === undefined) {
    // The alternative text of an image that cannot be shown becomes part of the book's text.
    if (alt) context.writer.write(parent, ` ${alt} `, false);
    return;
  }
  attributes['alt'] ??= '';
  if (isNoteLink(parent)) addClass(attributes, context.styles.presentationalClass(noteIconCss));
  context.images.push({ attributes, path: src.slice('resource:'.length) });
  parent.push(['img', attributes]);
  context.writer.inlineObject();
}

function writeForeign(
  parent: TreeElement,
  element: XmlElement,
  tag: string,
  context: TreeContext,
  state: InheritedState,
): void {
  const { writer } = context;
  const isOutermost = state.foreignStart === undefined;
  if (isOutermost) writer.inlineObject();
  const start = state.foreignStart ?? writer.offset;
  // Words that a drawing shows in different places are separate words to a screen reader.
  if (tag === 'text' && writer.offset > start) writer.write(parent, ' ', true);
  const attributes = compileAttributes(element, tag, context);
  const result: TreeElement = [tag, attributes];
  parent.push(result);
  // White space is significant between words of SVG text, but is only indentation between shapes.
  const isText = tag === 'tspan' || tag === 'textPath' || tag === 'a';
  if (!isText) writer.innerBoundary();
  const keepsWhiteSpace = tag !== 'svg' && attributeOf(element, 'space', XML) === 'preserve';
  compileChildren(result, element.children, context, {
    keepsWhiteSpace,
    ...(tag !== 'foreignObject' && { foreignStart: start }),
  });
  if (!isText) writer.blockBoundary();
  if (isOutermost) writer.inlineObject();
}

function ruleOf(namespace: string, name: string, context: TreeContext): ElementRule {
  // Books written as HTML omit the namespace of formulas.
  if (name === 'math' && namespace !== SVG) return 'keep';
  if (namespace === SVG) return svgRule(name);
  if (namespace === MATHML) return mathmlRule(name);
  // Word's `o:p` is not a paragraph.
  return ['', XHTML, context.namespace].includes(namespace) ? htmlRule(name) : 'unwrap';
}

/**
 * Returns the element to compile instead, for fallbacks and alternatives, or null if there is none.
 */
function findReplacement(
  element: XmlElement,
  name: string,
  context: TreeContext,
): XmlElement | 'drop' | null {
  if (element.namespace === SVG && name === 'svg') return null;
  if (name === 'object' || name === 'embed') {
    const data = attributeOf(element, 'data') ?? attributeOf(element, 'src') ?? '';
    if (context.resolveResource(data, imageKinds) === null) return name === 'embed' ? 'drop' : null;
    const alt = textOf(element);
    const attributes = element.attributes.filter((attribute) => attribute.name !== 'type');
    return {
      ...element,
      name: 'img',
      attributes: [...attributes, plainAttribute('src', data), plainAttribute('alt', alt)],
      children: [],
    };
  }
  if (name === 'picture') return firstDescendant(element, 'img') ?? 'drop';
  if (name === 'switch' && element.namespace !== SVG) return chooseSwitchCase(element) ?? 'drop';
  if (
    element.namespace === SVG &&
    name === 'image' &&
    !attributeOf(element, 'href') &&
    !attributeOf(element, 'href', XLINK)
  )
    return 'drop';
  return null;
}

// In `epub:switch` (EPUB 3.0), only formulas and SVG are supported.
function chooseSwitchCase(element: XmlElement): XmlElement | null {
  const supported = childrenOf(element, 'case').find((option) =>
    [MATHML, SVG].includes(attributeOf(option, 'required-namespace') ?? ''),
  );
  const chosen = supported ?? childrenOf(element, 'default')[0];
  return chosen ? { ...chosen, namespace: '', name: 'span', attributes: [] } : null;
}

function recordId(element: XmlElement, tag: string, { writer }: TreeContext): void {
  const id = idOf(element, tag);
  if (id !== null) writer.recordOffset(writer.ids, id);
}

function firstCandidate(srcset: string | undefined): string | undefined {
  return srcset?.trim().split(/[\s,]+/)[0];
}

function plainAttribute(name: string, value: string) {
  return { name, namespace: '', value };
}

import type { TreeAttributes } from '../contract.ts';
import { canonicalLanguageTag } from '../../values/language-tag.ts';
import {
  attributeOf,
  EPUB,
  SVG,
  MATHML,
  tokensOf,
  XLINK,
  XML,
  type XmlAttribute,
  type XmlElement,
} from '../xml/node.ts';
import {
  fragmentReference,
  htmlUrlRules,
  svgUrlRules,
  type UrlRule,
} from '../../../shared/allowlists/urls.ts';
import {
  isFragmentUrl,
  isAllowedHtmlAttribute,
  isAllowedMathmlAttribute,
  isAllowedSvgAttribute,
  svgReferenceAttributes,
} from '../../../shared/allowlists/attributes.ts';
import { REPLACED_STYLE } from '../mathml/math-node.ts';
import { ariaRoleOf } from './aria-roles.ts';
import type { TreeContext } from './tree-context.ts';

const legacyFontSizes = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];
/**
 * Compiles an element's allowed attributes. Converts presentational attributes to classes and URLs
 * to those of the compiled book, and records the offset of the id. `tag` is the name in the tree.
 */
export function compileAttributes(
  element: XmlElement,
  tag: string,
  context: TreeContext,
): TreeAttributes {
  const attributes: TreeAttributes = {};
  const classes = authorClasses(element);
  const id = idOf(element, tag);
  if (id !== null && !context.writer.ids.has(id)) {
    context.writer.recordOffset(context.writer.ids, id);
    attributes['id'] = id;
  }
  const presentational: string[] = [];
  for (const attribute of element.attributes) {
    const presentationalCss =
      attribute.namespace === '' ? presentationalStyle(tag, attribute.name, attribute.value) : null;
    if (presentationalCss !== null && !isSvgReference(attribute))
      presentational.push(presentationalCss);
    else if (isAllowed(element, tag, attribute)) attributes[attribute.name] = attribute.value;
  }
  const replaced = attributeOf(element, 'style', REPLACED_STYLE);
  const onRoot = tag === 'html' || tag === 'body';
  const presentationalCss = context.compileStyleAttribute(presentational.join(';'), onRoot).css;
  const replacedCss = mathStyle(context.compileStyleAttribute(replaced ?? '', onRoot).css);
  const ownCss = [presentationalCss, replacedCss].filter(Boolean).join(';');
  if (ownCss) classes.push(context.styles.presentationalClass(ownCss));
  const style = context.compileStyleAttribute(attributeOf(element, 'style') ?? '', onRoot).css;
  if (style) classes.push(context.styles.attributeClass(style));
  // The width attribute contains the image file's width, which applies only if the author sets no
  // size.
  if (
    tag === 'img' &&
    /(?:^|;)(?:max-)?height:(?!auto|none)/.test(style) &&
    !/(?:^|;)width:/.test(style)
  ) {
    classes.push(context.styles.presentationalClass('width:auto'));
  }
  addSemantics(element, tag, attributes);
  addUrls(element, tag, attributes, context);
  if (classes.length > 0) attributes['class'] = classes.join(' ');
  return attributes;
}

/**
 * Chromium aligns the boxes of a formula only with the keywords of the obsolete `align` attribute.
 */
function mathStyle(css: string): string {
  return css.replaceAll(/text-align:(left|right)/g, 'text-align:-webkit-$1');
}

export function addClass(attributes: TreeAttributes, name: string): void {
  attributes['class'] = [attributes['class'], name].filter(Boolean).join(' ');
}

/** Returns the author's classes except those reserved for the reader. */
export function authorClasses(element: XmlElement): string[] {
  return tokensOf(attributeOf(element, 'class')).filter((name) => !/^svc-/i.test(name));
}

/**
 * Returns an element's id, or the `name` of a legacy anchor. Returns null if it is missing or
 * reserved.
 */
export function idOf(element: XmlElement, tag: string): string | null {
  const id =
    attributeOf(element, 'id')?.trim() ||
    attributeOf(element, 'id', XML)?.trim() ||
    (tag === 'a' && attributeOf(element, 'name')?.trim()) ||
    null;
  return id === null || /^svc(?:-|$)/i.test(id) || /\s/.test(id) ? null : id;
}

/**
 * Returns the language that an element states: a BCP 47 tag, empty for “unknown”, or null if it
 * states none.
 */
export function statedLanguage(element: XmlElement): string | null {
  const stated = attributeOf(element, 'lang', XML) ?? attributeOf(element, 'lang');
  return stated === undefined ? null : (canonicalLanguageTag(stated) ?? '');
}

function isAllowed({ namespace }: XmlElement, tag: string, attribute: XmlAttribute): boolean {
  if (attribute.namespace !== '') return false;
  const { name, value } = attribute;
  if (namespace === SVG) return isAllowedSvgAttribute(name, value);
  if (namespace === MATHML) return isAllowedMathmlAttribute(name);
  return isAllowedHtmlAttribute(tag, name);
}

function isSvgReference({ name, value }: XmlAttribute): boolean {
  return svgReferenceAttributes.has(name) && isFragmentUrl(value);
}

function addSemantics(element: XmlElement, tag: string, attributes: TreeAttributes): void {
  const language = statedLanguage(element);
  if (language !== null) attributes['lang'] = language;
  const type = attributeOf(element, 'type', EPUB) ?? attributeOf(element, 'epub:type');
  if (type === undefined) return;
  attributes['epub:type'] = type;
  const role = attributes['role'] === undefined ? ariaRoleOf(tokensOf(type), tag) : null;
  if (role === null) return;
  attributes['role'] = role;
  // A page break is a separator without text, so screen readers announce only its name.
  const title = attributes['title'];
  if (role === 'doc-pagebreak' && title && !attributes['aria-label'])
    attributes['aria-label'] = title;
}

function addUrls(
  element: XmlElement,
  tag: string,
  attributes: TreeAttributes,
  context: TreeContext,
): void {
  if (element.namespace === MATHML) return;
  for (const { attribute, elements, target } of element.namespace === SVG
    ? svgUrlRules
    : htmlUrlRules) {
    if (!elements.includes(tag)) continue;
    const stated =
      attributeOf(element, attribute) ??
      (attribute === 'href' ? attributeOf(element, attribute, XLINK) : undefined);
    const address = stated === undefined ? null : compileUrl(stated, target, context);
    if (address !== null) attributes[attribute] = address;
  }
  if (tag === 'audio' || tag === 'video') {
    attributes['controls'] = '';
    attributes['preload'] = 'none';
  }
}

/** Compiles a URL for one kind of target. Returns null if it is not allowed. */
export function compileUrl(
  stated: string,
  target: UrlRule['target'],
  context: TreeContext,
): string | null {
  if (target === 'link') return context.resolveLink(stated);
  if (target === 'fragment') return fragmentReference(stated);
  const path = stated === '' ? null : context.resolveResource(stated, target);
  return path === null ? null : `resource:${path}`;
}

/**
 * Converts a presentational attribute to a declaration with zero specificity, compiled like any
 * other style so that colors follow the theme.
 */
export function presentationalStyle(tag: string, name: string, value: string): string | null {
  const text = value.replaceAll(/[;{}!]/g, '').trim();
  if (text === '') return null;
  switch (name) {
    case 'bgcolor':
      return `background-color:${text}`;
    case 'color':
    case 'text':
    case 'mathcolor':
      return name === 'text' && tag !== 'body' ? null : `color:${text}`;
    case 'mathbackground':
      return `background-color:${text}`;
    case 'face':
      return `font-family:${text}`;
    case 'size':
      return tag === 'font' ? legacyFontSize(text) : null;
    case 'fill':
    case 'stroke':
    case 'stop-color':
    case 'flood-color':
    case 'lighting-color':
    case 'font-family':
      return `${name}:${text}`;
    default:
      return null;
  }
}

function legacyFontSize(text: string): string | null {
  const size = Number.parseInt(text, 10);
  if (Number.isNaN(size)) return null;
  const step = /^[+-]/.test(text) ? 3 + size : size;
  return `font-size:${legacyFontSizes[Math.min(7, Math.max(1, step)) - 1]}`;
}

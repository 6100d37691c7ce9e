import type { TreeAttributes } from '../contract.ts';
import { languageTag } from '../package/language-tag.ts';
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
import { fragmentOf, htmlAddresses, svgAddresses, type AddressRule } from './allowed-addresses.ts';
import {
  isFragment,
  keepsHtmlAttribute,
  keepsMathmlAttribute,
  keepsSvgAttribute,
  svgReferences,
} from './allowed-attributes.ts';
import { presentation } from './presentation.ts';
import { roleOf } from './semantics.ts';
import type { TreeContext } from './tree-context.ts';

/**
 * The attributes of an element that may stay: looks become classes, addresses the book's own, and
 * its id is noted. `tag` is the name in the tree.
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
    context.writer.note(context.writer.ids, id);
    attributes['id'] = id;
  }
  const looks: string[] = [];
  for (const attribute of element.attributes) {
    const look =
      attribute.namespace === '' ? presentation(tag, attribute.name, attribute.value) : null;
    if (look !== null && !isReference(attribute)) looks.push(look);
    else if (keeps(element, tag, attribute)) attributes[attribute.name] = attribute.value;
  }
  const onRoot = tag === 'html' || tag === 'body';
  const look = context.declarations(looks.join(';'), onRoot).css;
  if (look) classes.push(context.styles.looksClass(look));
  const style = context.declarations(attributeOf(element, 'style') ?? '', onRoot).css;
  if (style) classes.push(context.styles.attributeClass(style));
  // The size of an image's file is only where its width comes from when nothing else is said.
  if (
    tag === 'img' &&
    /(?:^|;)(?:max-)?height:(?!auto|none)/.test(style) &&
    !/(?:^|;)width:/.test(style)
  ) {
    classes.push(context.styles.looksClass('width:auto'));
  }
  addSemantics(element, tag, attributes);
  addAddresses(element, tag, attributes, context);
  if (classes.length > 0) attributes['class'] = classes.join(' ');
  return attributes;
}

/** The author's classes, without those that the reader uses itself. */
export function authorClasses(element: XmlElement): string[] {
  return tokensOf(attributeOf(element, 'class')).filter((name) => !/^svc-/i.test(name));
}

/** An element's id, or the `name` of an old anchor; null for none and for the reader's own. */
export function idOf(element: XmlElement, tag: string): string | null {
  const id =
    attributeOf(element, 'id')?.trim() ||
    attributeOf(element, 'id', XML)?.trim() ||
    (tag === 'a' && attributeOf(element, 'name')?.trim()) ||
    null;
  return id === null || /^svc(?:-|$)/i.test(id) || /\s/.test(id) ? null : id;
}

/** The language an element states: a BCP 47 tag, empty for “unknown”, null when it states none. */
export function statedLanguage(element: XmlElement): string | null {
  const stated = attributeOf(element, 'lang', XML) ?? attributeOf(element, 'lang');
  return stated === undefined ? null : (languageTag(stated) ?? '');
}

function keeps({ namespace }: XmlElement, tag: string, attribute: XmlAttribute): boolean {
  if (attribute.namespace !== '') return false;
  const { name, value } = attribute;
  if (namespace === SVG) return keepsSvgAttribute(name, value);
  if (namespace === MATHML) return keepsMathmlAttribute(name);
  return keepsHtmlAttribute(tag, name);
}

function isReference({ name, value }: XmlAttribute): boolean {
  return svgReferences.has(name) && isFragment(value);
}

function addSemantics(element: XmlElement, tag: string, attributes: TreeAttributes): void {
  const language = statedLanguage(element);
  if (language !== null) attributes['lang'] = language;
  const type = attributeOf(element, 'type', EPUB) ?? attributeOf(element, 'epub:type');
  if (type === undefined) return;
  attributes['epub:type'] = type;
  const role = attributes['role'] === undefined ? roleOf(tokensOf(type), tag) : null;
  if (role === null) return;
  attributes['role'] = role;
  // A page break is a separator without text: its name is all that can be read out.
  const title = attributes['title'];
  if (role === 'doc-pagebreak' && title && !attributes['aria-label'])
    attributes['aria-label'] = title;
}

function addAddresses(
  element: XmlElement,
  tag: string,
  attributes: TreeAttributes,
  context: TreeContext,
): void {
  if (element.namespace === MATHML) return;
  for (const { attribute, on, leads } of element.namespace === SVG ? svgAddresses : htmlAddresses) {
    if (!on.includes(tag)) continue;
    const stated =
      attributeOf(element, attribute) ??
      (attribute === 'href' ? attributeOf(element, attribute, XLINK) : undefined);
    const address = stated === undefined ? null : addressOf(stated, leads, context);
    if (address !== null) attributes[attribute] = address;
  }
  if (tag === 'audio' || tag === 'video') {
    attributes['controls'] = '';
    attributes['preload'] = 'none';
  }
}

/** What an address becomes where it may lead to such a thing; null where it may not. */
export function addressOf(
  stated: string,
  leads: AddressRule['leads'],
  context: TreeContext,
): string | null {
  if (leads === 'link') return context.link(stated);
  if (leads === 'fragment') return fragmentOf(stated);
  const path = stated === '' ? null : context.resource(stated, leads);
  return path === null ? null : `resource:${path}`;
}

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
import {
  isFragment,
  keepsHtmlAttribute,
  keepsMathmlAttribute,
  keepsSvgAttribute,
  presentation,
  svgReferences,
} from './allowed-attributes.ts';
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
    else if (keeps(element, attribute)) attributes[attribute.name] = attribute.value;
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

function keeps({ namespace }: XmlElement, attribute: XmlAttribute): boolean {
  if (attribute.namespace !== '') return false;
  const { name, value } = attribute;
  if (namespace === SVG) return keepsSvgAttribute(name, value);
  if (namespace === MATHML) return keepsMathmlAttribute(name);
  return keepsHtmlAttribute(name);
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
  const href = attributeOf(element, 'href') ?? attributeOf(element, 'href', XLINK);
  const address = (name: string, found: string | null) => {
    if (found !== null) attributes[name] = found;
  };
  const file = (name: string, kinds: Parameters<TreeContext['resource']>[1]) => {
    const source = attributeOf(element, name);
    const path = source ? context.resource(source, kinds) : null;
    address(name, path === null ? null : `resource:${path}`);
  };
  if (element.namespace === SVG) {
    if (href === undefined) return;
    if (tag === 'a') address('href', context.link(href));
    else if (tag === 'image') {
      const path = context.resource(href, ['image', 'svg']);
      address('href', path === null ? null : `resource:${path}`);
    } else if (/^#[\w.:-]+$/.test(href.trim())) attributes['href'] = href.trim();
    return;
  }
  if (tag === 'a' || tag === 'area')
    address('href', href === undefined ? null : context.link(href));
  else if (tag === 'audio' || tag === 'source') file('src', ['audio', 'video']);
  else if (tag === 'track') file('src', ['text']);
  else if (tag === 'video') {
    file('src', ['video', 'audio']);
    file('poster', ['image', 'svg']);
  }
  if (tag === 'audio' || tag === 'video') {
    attributes['controls'] = '';
    attributes['preload'] = 'none';
  }
}

import { quote } from '../container/entry-name.ts';
import type { Manifest } from '../package/manifest.ts';
import { mediaKindOf, type MediaKind } from '../package/media-type.ts';
import type { SpineItem } from '../package/spine.ts';
import type { Warnings } from '../warnings.ts';
import {
  attributeOf,
  childrenOf,
  EPUB,
  MATHML,
  SVG,
  tokensOf,
  XHTML,
  type XmlElement,
} from '../xml/node.ts';
import { resourceUrlsOf, mediaUrlsOf, remoteUrl, type UrlUse } from './document-urls.ts';
import { htmlElements } from '../../../shared/allowlists/elements.ts';

/** Elements that the compiler meets before it asks its lists. */
const structuralElements =
  'html body dialog search basefont isindex noembed bgsound selectedcontent';

/** Elements with an address, or that say something of the document that they stand in. */
const checkedElements = 'img picture audio video input iframe embed script link form style meta';

const knownElements = new Set([
  ...structuralElements.split(' '),
  ...htmlElements.flatMap(({ names }) => names),
]);

/** Elements of HTML that no check asks anything of. */
const uncheckedHtmlElements: ReadonlySet<string> = new Set(
  [...knownElements].filter((name) => !checkedElements.split(' ').includes(name)),
);
/** What other checks ask of a document that is gone from memory by then. */
export interface DocumentFeatures {
  /** What the manifest has to say of it by a property (EPUB 3.3, appendix D.5). */
  properties: Set<string>;
  /** Those of `askedTypes` that are in it. */
  types: Set<string>;
  hasStyles: boolean;
  /** Whether it shows a drawing of a file of its own: many say `svg` of that, too. */
  hasSvgImage: boolean;
}

const imageKinds: ReadonlySet<MediaKind> = new Set(['image', 'svg']);
const mediaKinds: ReadonlySet<MediaKind> = new Set(['audio', 'video']);

/** The structural semantics that other checks ask of: all others would keep their texts in memory. */
const checkedTypes = ['dictionary', 'index', 'index-entry-list', 'pagebreak'];

/** Parts of a drawing that are seen only where something else uses them. */
const hiddenSvgElements = new Set([
  'symbol',
  'clipPath',
  'filter',
  'linearGradient',
  'radialGradient',
  'mask',
  'marker',
  'pattern',
]);

/** Far above the pictures of one honest document: each costs a look into the manifest. */
const MAX_URLS = 10_000;

/** Walks a document once and tells of what its readers will miss. */
export function checkDocument(
  root: XmlElement,
  { item: { path }, layout }: Pick<SpineItem, 'item' | 'layout'>,
  manifest: Manifest,
  warnings: Warnings,
): DocumentFeatures {
  const name = quote(path);
  const facts: DocumentFeatures = {
    properties: new Set(),
    types: new Set(),
    hasStyles: false,
    hasSvgImage: false,
  };
  const ids = new Set<string>();
  const hidden = new Set<string>();
  const links = new Set<string>();
  // Kept among the facts, it would keep the whole text of the document in memory.
  let viewport = '';
  let looked = 0;
  visit(root);
  if (layout === 'fixed') checkViewport(viewport, path, warnings);
  for (const id of links) {
    if (!hidden.has(id)) continue;
    warnings.add(
      'link_broken',
      `A link in ${name} leads to ${quote(id)}, a part of a drawing that is not shown.`,
      path,
    );
  }
  return facts;

  // Every element of every book comes by here: what is plain must cost next to nothing.
  function visit(element: XmlElement): void {
    const { namespace, attributes, children } = element;
    if (attributes.length > 0) noteAttributes(element);
    if (namespace === XHTML || namespace === '') {
      if (!uncheckedHtmlElements.has(element.name)) visitHtml(element);
    } else if (namespace === MATHML) {
      // Formulas are most of some books, and have nothing inside that is looked for.
      visitFormula(element);
      return;
    } else if (namespace === SVG) visitDrawing(element);
    else if (namespace === EPUB && element.name === 'switch') facts.properties.add('switch');
    for (const child of children) if (typeof child !== 'string') visit(child);
  }

  function noteAttributes(element: XmlElement): void {
    for (const { name: attribute, namespace, value } of element.attributes) {
      if (namespace === '') {
        if (attribute === 'id') noteId(element, value);
        else if (attribute === 'href') {
          if (value.startsWith('#') && element.name === 'a') links.add(value.slice(1));
        } else if (attribute.startsWith('on') && element.namespace !== SVG) {
          facts.properties.add('scripted');
        }
      } else if (attribute === 'type' && namespace === EPUB) {
        for (const type of tokensOf(value)) {
          const asked = checkedTypes.find((one) => one === type);
          if (asked !== undefined) facts.types.add(asked);
        }
      }
    }
  }

  function noteId({ namespace, name: tag }: XmlElement, id: string): void {
    if (ids.has(id)) warnings.add('id_duplicate', `${name} has the id ${quote(id)} twice.`, path);
    else ids.add(id);
    if (namespace === SVG && hiddenSvgElements.has(tag)) hidden.add(id);
  }

  function visitFormula(element: XmlElement): void {
    if (element.name === 'math') facts.properties.add('mathml');
    for (const { url, use } of resourceUrlsOf(element)) visitAddress(url, use);
  }

  function visitDrawing(element: XmlElement): void {
    if (element.name === 'svg') facts.properties.add('svg');
    else if (element.name === 'image') {
      for (const { url, use } of resourceUrlsOf(element)) visitAddress(url, use);
    }
  }

  function visitHtml(element: XmlElement): void {
    const tag = element.name;
    if (!isKnownHtmlElement(tag)) {
      const message = `${quote(tag)} in ${name} is no element of HTML; its text is kept.`;
      warnings.add('element_unknown', message, path);
    } else if (tag === 'form' || (tag === 'script' && isExecutableScript(element))) {
      facts.properties.add('scripted');
    } else if (tag === 'style') facts.hasStyles = true;
    else if (tag === 'audio' || tag === 'video') visitRecordings(mediaUrlsOf(element));
    else if (tag === 'picture') visitSources(element);
    else if (tag === 'meta' && attributeOf(element, 'name') === 'viewport') {
      viewport ||= attributeOf(element, 'content') ?? '';
    }
    for (const { url, use } of resourceUrlsOf(element)) visitAddress(url, use);
  }

  function visitAddress(address: string, use: UrlUse): void {
    if (use === 'style') facts.hasStyles = true;
    looked += 1;
    if (looked > MAX_URLS) return;
    const [, data] = /^\s*data:([^;,\s]*)/i.exec(address) ?? [];
    if (data !== undefined) {
      if (use === 'picture' && !imageKinds.has(mediaKindOf(data.toLowerCase())))
        warnOfForeign(address);
      return;
    }
    const url = remoteUrl(path, address);
    if (url !== null) {
      facts.properties.add('remote-resources');
      const message = `${name} shows ${quote(url)}, which lies outside of the book: it is left out.`;
      warnings.add('resource_remote', message, path);
    } else if (use === 'picture') {
      if (isForeign(address, imageKinds)) warnOfForeign(address);
    } else if (use === 'frame' || use === 'alternative') manifest.find(path, address);
  }

  function visitRecordings(addresses: string[]): void {
    looked += addresses.length;
    if (looked > MAX_URLS) return;
    const local: string[] = [];
    for (const address of addresses) {
      const url = remoteUrl(path, address);
      if (url === null) {
        local.push(address);
        continue;
      }
      facts.properties.add('remote-resources');
      if (!manifest.remoteUrls.has(url)) warnUndeclaredResource(url, path, warnings);
    }
    const foreign = local.filter((address) => isForeign(address, mediaKinds));
    const [first] = foreign;
    if (first !== undefined && foreign.length === addresses.length) warnOfForeign(first);
  }

  /** What a browser cannot show of its alternatives it must know by their type. */
  function visitSources(picture: XmlElement): void {
    for (const source of childrenOf(picture, 'source')) {
      looked += 1;
      if (looked > MAX_URLS) return;
      if (attributeOf(source, 'type') !== undefined) continue;
      for (const { url } of resourceUrlsOf({ ...picture, children: [source] })) {
        const item = manifest.find(path, url)?.item;
        if (item && !imageKinds.has(item.kind) && item.kind !== 'missing') warnOfForeign(url);
      }
    }
  }

  function isForeign(address: string, kinds: ReadonlySet<MediaKind>): boolean {
    const listed = manifest.find(path, address)?.item;
    // Which films can be shown is left to the reader (EPUB 3.3, section 3.4).
    if (listed?.kind === 'svg') facts.hasSvgImage = true;
    if (!listed || listed.mediaType.startsWith('video/')) return false;
    return manifest.resolveFallback(listed, (kind) => kinds.has(kind)) === null;
  }

  function warnOfForeign(address: string): void {
    warnings.add(
      'resource_foreign',
      `${name} uses ${quote(address)}, of a type that not every reader knows, without another to fall back on.`,
      path,
    );
  }
}

/** A file elsewhere that may be used, but that the manifest does not list. */
export function warnUndeclaredResource(url: string, path: string, warnings: Warnings): void {
  const message = `${quote(path)} uses ${quote(url)}, which the manifest does not list.`;
  warnings.add('resource_undeclared', message, path);
}

function isExecutableScript(script: XmlElement): boolean {
  const type = attributeOf(script, 'type')?.trim().toLowerCase() ?? '';
  return type === '' || type === 'module' || /(?:java|ecma)script$/.test(type);
}

/** @param content - What a page of fixed layout says of its size. */
function checkViewport(content: string, path: string, warnings: Warnings): void {
  for (const side of ['width', 'height']) {
    const stated = content.match(new RegExp(`(?:^|[\\s,;])${side}\\s*[=:]`, 'gi')) ?? [];
    if (stated.length < 2) continue;
    const message = `The page ${quote(path)} states its ${side} more than once; the first was taken.`;
    warnings.add('page_size_repeated', message, path);
  }
}

/** Whether HTML, of today or of old, has an element of this name; custom elements have a hyphen. */
function isKnownHtmlElement(name: string): boolean {
  return knownElements.has(name) || name.includes('-') || knownElements.has(name.toLowerCase());
}

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

/** Elements that the compiler handles before it consults the allowlists. */
const structuralElements =
  'html body dialog search basefont isindex noembed bgsound selectedcontent';

/** Elements that contain a URL or describe the document itself. */
const checkedElements = 'img picture audio video input iframe embed script link form style meta';

const knownElements = new Set([
  ...structuralElements.split(' '),
  ...htmlElements.flatMap(({ names }) => names),
]);

/** HTML elements that need no check. */
const uncheckedHtmlElements: ReadonlySet<string> = new Set(
  [...knownElements].filter((name) => !checkedElements.split(' ').includes(name)),
);
/** Facts about a document that later checks need after its tree has been released. */
export interface DocumentFeatures {
  /** Manifest properties that the content requires (EPUB 3.3, appendix D.5). */
  properties: Set<string>;
  /** The members of `checkedTypes` that occur in the document. */
  types: Set<string>;
  hasStyles: boolean;
  /** Whether it references an SVG file as an image. Many books declare `svg` in that case, too. */
  hasSvgImage: boolean;
}

const imageKinds: ReadonlySet<MediaKind> = new Set(['image', 'svg']);
const mediaKinds: ReadonlySet<MediaKind> = new Set(['audio', 'video']);

/**
 * The structural semantics that other checks need. Storing all values would keep the source text in
 * memory.
 */
const checkedTypes = ['dictionary', 'index', 'index-entry-list', 'pagebreak'];

/** SVG elements that are rendered only when another element references them. */
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

/** Far above the number of images in any real document. Each URL requires a manifest lookup. */
const MAX_URLS = 10_000;

/** Walks a document once and warns about content that readers will not see. */
export function checkDocument(
  root: XmlElement,
  { item: { path }, layout }: Pick<SpineItem, 'item' | 'layout'>,
  manifest: Manifest,
  warnings: Warnings,
): DocumentFeatures {
  const name = quote(path);
  const features: DocumentFeatures = {
    properties: new Set(),
    types: new Set(),
    hasStyles: false,
    hasSvgImage: false,
  };
  const ids = new Set<string>();
  const hidden = new Set<string>();
  const links = new Set<string>();
  // Not a field of `features`, where it would keep the document's whole text in memory.
  let viewport = '';
  let urlCount = 0;
  visit(root);
  if (layout === 'fixed') checkViewport(viewport, path, warnings);
  for (const id of links) {
    if (!hidden.has(id)) continue;
    warnings.add(
      'link_broken',
      `A link in ${name} points to ${quote(id)}, an SVG element that is not rendered.`,
      path,
    );
  }
  return features;

  // Called for every element of every book, so plain elements must cost almost nothing.
  function visit(element: XmlElement): void {
    const { namespace, attributes, children } = element;
    if (attributes.length > 0) visitAttributes(element);
    if (namespace === XHTML || namespace === '') {
      if (!uncheckedHtmlElements.has(element.name)) visitHtml(element);
    } else if (namespace === MATHML) {
      // Some books consist mostly of formulas, and their descendants need no checks.
      visitFormula(element);
      return;
    } else if (namespace === SVG) visitSvg(element);
    else if (namespace === EPUB && element.name === 'switch') features.properties.add('switch');
    for (const child of children) if (typeof child !== 'string') visit(child);
  }

  function visitAttributes(element: XmlElement): void {
    for (const { name: attribute, namespace, value } of element.attributes) {
      if (namespace === '') {
        if (attribute === 'id') addId(element, value);
        else if (attribute === 'href') {
          if (value.startsWith('#') && element.name === 'a') links.add(value.slice(1));
        } else if (attribute.startsWith('on') && element.namespace !== SVG) {
          features.properties.add('scripted');
        }
      } else if (attribute === 'type' && namespace === EPUB) {
        for (const type of tokensOf(value)) {
          const checked = checkedTypes.find((candidate) => candidate === type);
          if (checked !== undefined) features.types.add(checked);
        }
      }
    }
  }

  function addId({ namespace, name: tag }: XmlElement, id: string): void {
    if (ids.has(id)) warnings.add('id_duplicate', `${name} has the id ${quote(id)} twice.`, path);
    else ids.add(id);
    if (namespace === SVG && hiddenSvgElements.has(tag)) hidden.add(id);
  }

  function visitFormula(element: XmlElement): void {
    if (element.name === 'math') features.properties.add('mathml');
    for (const { url, use } of resourceUrlsOf(element)) visitUrl(url, use);
  }

  function visitSvg(element: XmlElement): void {
    if (element.name === 'svg') features.properties.add('svg');
    else if (element.name === 'image') {
      for (const { url, use } of resourceUrlsOf(element)) visitUrl(url, use);
    }
  }

  function visitHtml(element: XmlElement): void {
    const tag = element.name;
    if (!isKnownHtmlElement(tag)) {
      const message = `${quote(tag)} in ${name} is not an HTML element. Its text was kept.`;
      warnings.add('element_unknown', message, path);
    } else if (tag === 'form' || (tag === 'script' && isExecutableScript(element))) {
      features.properties.add('scripted');
    } else if (tag === 'style') features.hasStyles = true;
    else if (tag === 'audio' || tag === 'video') visitMediaUrls(mediaUrlsOf(element));
    else if (tag === 'picture') visitSources(element);
    else if (tag === 'meta' && attributeOf(element, 'name') === 'viewport') {
      viewport ||= attributeOf(element, 'content') ?? '';
    }
    for (const { url, use } of resourceUrlsOf(element)) visitUrl(url, use);
  }

  function visitUrl(address: string, use: UrlUse): void {
    if (use === 'style') features.hasStyles = true;
    urlCount += 1;
    if (urlCount > MAX_URLS) return;
    const [, data] = /^\s*data:([^;,\s]*)/i.exec(address) ?? [];
    if (data !== undefined) {
      if (use === 'image' && !imageKinds.has(mediaKindOf(data.toLowerCase())))
        warnAboutForeignResource(address);
      return;
    }
    const url = remoteUrl(path, address);
    if (url !== null) {
      features.properties.add('remote-resources');
      const message = `${name} uses the remote resource ${quote(url)}, which was omitted.`;
      warnings.add('resource_remote', message, path);
    } else if (use === 'image') {
      if (isForeign(address, imageKinds)) warnAboutForeignResource(address);
    } else if (use === 'frame' || use === 'alternative') manifest.find(path, address);
  }

  function visitMediaUrls(addresses: string[]): void {
    urlCount += addresses.length;
    if (urlCount > MAX_URLS) return;
    const local: string[] = [];
    for (const address of addresses) {
      const url = remoteUrl(path, address);
      if (url === null) {
        local.push(address);
        continue;
      }
      features.properties.add('remote-resources');
      if (!manifest.remoteUrls.has(url)) warnUndeclaredResource(url, path, warnings);
    }
    const foreign = local.filter((address) => isForeign(address, mediaKinds));
    const [first] = foreign;
    if (first !== undefined && foreign.length === addresses.length) warnAboutForeignResource(first);
  }

  /**
   * Browsers choose a `source` by its type alone and may load an unsupported file that has no
   * `type`.
   */
  function visitSources(picture: XmlElement): void {
    for (const source of childrenOf(picture, 'source')) {
      urlCount += 1;
      if (urlCount > MAX_URLS) return;
      if (attributeOf(source, 'type') !== undefined) continue;
      for (const { url } of resourceUrlsOf({ ...picture, children: [source] })) {
        const item = manifest.find(path, url)?.item;
        if (item && !imageKinds.has(item.kind) && item.kind !== 'missing')
          warnAboutForeignResource(url);
      }
    }
  }

  function isForeign(address: string, kinds: ReadonlySet<MediaKind>): boolean {
    const listed = manifest.find(path, address)?.item;
    // Reading systems may support any video format (EPUB 3.3, section 3.4).
    if (listed?.kind === 'svg') features.hasSvgImage = true;
    if (!listed || listed.mediaType.startsWith('video/')) return false;
    return manifest.resolveFallback(listed, (kind) => kinds.has(kind)) === null;
  }

  function warnAboutForeignResource(address: string): void {
    warnings.add(
      'resource_foreign',
      `${name} uses ${quote(address)} without a fallback, but not every reading system supports its type.`,
      path,
    );
  }
}

/** Warns about a remote resource that is allowed but missing from the manifest. */
export function warnUndeclaredResource(url: string, path: string, warnings: Warnings): void {
  const message = `${quote(path)} uses ${quote(url)}, which the manifest does not list.`;
  warnings.add('resource_undeclared', message, path);
}

function isExecutableScript(script: XmlElement): boolean {
  const type = attributeOf(script, 'type')?.trim().toLowerCase() ?? '';
  return type === '' || type === 'module' || /(?:java|ecma)script$/.test(type);
}

/** @param content - The `viewport` of a fixed-layout page. */
function checkViewport(content: string, path: string, warnings: Warnings): void {
  for (const side of ['width', 'height']) {
    const stated = content.match(new RegExp(`(?:^|[\\s,;])${side}\\s*[=:]`, 'gi')) ?? [];
    if (stated.length < 2) continue;
    const message = `The page ${quote(path)} states its ${side} more than once. The first value was used.`;
    warnings.add('page_size_repeated', message, path);
  }
}

/** Whether HTML, current or obsolete, defines the element. A hyphen marks a custom element. */
function isKnownHtmlElement(name: string): boolean {
  return knownElements.has(name) || name.includes('-') || knownElements.has(name.toLowerCase());
}

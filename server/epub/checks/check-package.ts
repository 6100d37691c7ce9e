import type { Encryption } from '../container/read-encryption.ts';
import { quote } from '../container/entry-name.ts';
import { resolveReference } from '../container/resolve-reference.ts';
import type { Archive } from '../container/open-archive.ts';
import { mediaKindOf, normalizeMediaType } from '../package/media-type.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, tokensOf, type XmlElement } from '../xml/node.ts';

/** Properties that a manifest item may have (EPUB 3.3, appendix D.5, and the EPUB modules). */
const knownProperties = new Set([
  'cover-image',
  'mathml',
  'nav',
  'remote-resources',
  'scripted',
  'svg',
  'switch',
  'data-nav',
  'dictionary',
  'glossary',
  'index',
  'search-key-map',
]);

/** Media types of fonts that may be obfuscated (EPUB 3.3, sections 3.2 and 4.4). */
const obfuscatableFontTypes = new Set([
  'font/ttf',
  'font/otf',
  'font/woff',
  'font/woff2',
  'application/font-sfnt',
  'application/vnd.ms-opentype',
  'application/font-woff',
  'application/x-font-ttf',
]);

export interface PackageCheckInput {
  root: XmlElement;
  path: string;
  archive: Archive;
  encryption: Encryption;
  warnings: Warnings;
}

/** Warns about parts of the package document that the compiler cannot use. */
export function checkPackage({
  root,
  path,
  archive,
  encryption,
  warnings,
}: PackageCheckInput): void {
  const metadata = childrenOf(root, 'metadata')[0];
  const manifest = childrenOf(root, 'manifest')[0];
  const spine = childrenOf(root, 'spine')[0];
  for (const link of metadata ? childrenOf(metadata, 'link') : []) checkLink(link);
  for (const item of manifest ? childrenOf(manifest, 'item') : []) checkItem(item);
  const pageMap = spine && attributeOf(spine, 'page-map');
  if (pageMap !== undefined) {
    const message = `The spine references the page map ${quote(pageMap)}, a proprietary format. The page map was ignored.`;
    warnings.add('page_map', message, path);
  }

  function checkLink(link: XmlElement): void {
    const href = attributeOf(link, 'href') ?? '';
    const isInBook = resolveReference(path, href).kind === 'local' && !href.startsWith('#');
    if (!isInBook || attributeOf(link, 'media-type') !== undefined) return;
    warnings.add('metadata_link', `The metadata link to ${quote(href)} has no media type.`, path);
  }

  function checkItem(item: XmlElement): void {
    const href = attributeOf(item, 'href')?.trim() ?? '';
    const reference = resolveReference(path, href);
    if (reference.kind !== 'local') return;
    if (/^\/(?!\/)/.test(href)) {
      const message = `The manifest lists the absolute path ${quote(href)}, which was resolved inside the book.`;
      warnings.add('href_absolute', message, path);
    }
    if (reference.path === path) {
      warnings.add('manifest_self', 'The manifest lists the package document itself.', path);
    }
    if (reference.path.startsWith('META-INF/')) {
      const message = `${quote(reference.path)} is a publication resource, but is in META-INF.`;
      warnings.add('file_misplaced', message, reference.path);
    }
    for (const property of tokensOf(attributeOf(item, 'properties'))) {
      const isCustom = property.includes(':') && !property.startsWith('rendition:');
      if (isCustom || knownProperties.has(property)) continue;
      const message = `The manifest gives ${quote(href)} the unknown property ${quote(property)}.`;
      warnings.add('property_unknown', message, path);
    }
    checkObfuscation(reference.path, attributeOf(item, 'media-type') ?? '');
  }

  function checkObfuscation(file: string, stated: string): void {
    const name = encryption.obfuscated.size > 0 ? archive.find(file) : null;
    if (name === null || !encryption.obfuscated.has(name)) return;
    const type = normalizeMediaType(stated, file);
    if (obfuscatableFontTypes.has(stated.trim().toLowerCase())) return;
    const kind =
      mediaKindOf(type) === 'font' ? 'a font type that EPUB does not define' : 'not a font';
    const message = `${quote(file)} is obfuscated, but listed as ${quote(stated)}, ${kind}.`;
    warnings.add('font_obfuscated', message, file);
  }
}

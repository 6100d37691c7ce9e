import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { resolveReference } from '../container/resolve-reference.ts';
import type { Warnings } from '../warnings.ts';
import {
  attributeOf,
  childrenOf,
  descendantsOf,
  EPUB,
  tokensOf,
  type XmlElement,
} from '../xml/node.ts';
import { tryReadRoot } from '../container/read-text.ts';

const RENDITION_NAMESPACE = 'http://www.idpf.org/2013/rendition';
const PACKAGE_TYPE = 'application/oebps-package+xml';
const METADATA_PATH = 'META-INF/metadata.xml';

/** Rendition selection attributes (EPUB Multiple-Rendition Publications 1.1). */
const selectionAttributes = new Set(['media', 'layout', 'language', 'accessMode', 'label']);

/**
 * Checks a book with several renditions. The compiler reads only the first rendition. These
 * problems keep other reading systems from selecting the others.
 */
export async function checkRenditions(
  container: XmlElement,
  archive: Archive,
  warnings: Warnings,
): Promise<void> {
  const [, ...others] = [...descendantsOf(container, 'rootfile')].filter(
    (root) => attributeOf(root, 'media-type') === PACKAGE_TYPE,
  );
  if (others.length === 0) return;
  for (const rendition of others) checkSelection(rendition, warnings);
  await checkMetadata(archive, warnings);
  const mapping = [...descendantsOf(container, 'link')].find((link) =>
    tokensOf(attributeOf(link, 'rel')).includes('mapping'),
  );
  if (mapping) await checkMapping(mapping, archive, warnings);
}

function checkSelection(rendition: XmlElement, warnings: Warnings): void {
  const path = attributeOf(rendition, 'full-path') ?? '';
  const stated = rendition.attributes.filter(({ namespace }) => namespace === RENDITION_NAMESPACE);
  for (const { name } of stated) {
    if (selectionAttributes.has(name)) continue;
    warnings.add(
      'rendition',
      `The rendition ${quote(path)} has the unknown selection attribute ${quote(name)}.`,
    );
  }
  if (stated.length === 0)
    warnings.add('rendition', `The rendition ${quote(path)} has no selection attribute.`);
}

async function checkMetadata(archive: Archive, warnings: Warnings): Promise<void> {
  const path = archive.find(METADATA_PATH);
  const root = path && (await tryReadRoot(path, archive, warnings));
  if (!root) return;
  const hasIdentifier = childrenOf(root, 'identifier').length > 0;
  const hasDate = childrenOf(root, 'meta').some(
    (meta) => attributeOf(meta, 'property') === 'dcterms:modified',
  );
  if (hasIdentifier && hasDate) return;
  const missing = hasIdentifier ? 'a modification date' : 'an identifier';
  warnings.add('rendition', `${quote(METADATA_PATH)} does not contain ${missing}.`, METADATA_PATH);
}

async function checkMapping(link: XmlElement, archive: Archive, warnings: Warnings): Promise<void> {
  const href = attributeOf(link, 'href') ?? '';
  if (attributeOf(link, 'media-type') !== 'application/xhtml+xml') {
    warnings.add('rendition', `The mapping ${quote(href)} is not listed as XHTML.`);
  }
  const reference = resolveReference('', href);
  const path = reference.kind === 'local' ? archive.find(reference.path) : null;
  const root = path && (await tryReadRoot(path, archive, warnings));
  if (!path || !root) return;
  const types = [...descendantsOf(root, 'nav')].map((nav) => attributeOf(nav, 'type', EPUB));
  if (types.filter((type) => type === 'resource-map').length !== 1) {
    warnings.add(
      'rendition',
      `The mapping ${quote(path)} must have exactly one resource map.`,
      path,
    );
  }
  if (types.includes(undefined))
    warnings.add('rendition', `The mapping ${quote(path)} has a list without a type.`, path);
}

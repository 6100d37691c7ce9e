import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { type Encryption, rejectEncrypted } from '../container/read-encryption.ts';
import { readText } from '../container/read-text.ts';
import type { Direction, PublicationMetadata } from '../contract.ts';
import type { OverlayClasses } from '../overlay/compile-overlay.ts';
import { checkPackage } from '../checks/check-package.ts';
import { epubFailure } from '../failure-reasons.ts';
import type { Warnings } from '../warnings.ts';
import {
  attributeOf,
  childrenOf,
  firstDescendant,
  type XmlElement,
  descendantsOf,
} from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';
import { readManifest, type Manifest, type ManifestItem } from './manifest.ts';
import { readMetadataEntries, type MetadataEntries, PropertyPrefixes } from './metadata-entries.ts';
import { readMetadata } from './read-metadata.ts';
import { correctMediaTypes } from './correct-media-types.ts';
import { offerUnlistedFiles } from './unlisted-files.ts';
import {
  readRendition,
  type RenditionDefaults,
  readPageProgression,
  readSpine,
  type SpineItem,
  spineFromManifest,
} from './spine.ts';

/** The package document, parsed and validated. */
export interface Package {
  path: string;
  /** The `package` element. */
  element: XmlElement;
  metadata: PublicationMetadata;
  manifest: Manifest;
  /** The spine items that can be shown (at least one). */
  spine: SpineItem[];
  /** Page progression stated by the package, or null if the reading system decides. */
  readingProgression: Direction | null;
  cover: ManifestItem | null;
  nav: ManifestItem | null;
  ncx: ManifestItem | null;
  /** The EPUB 2 `guide` element. */
  guide: XmlElement | null;
  /** Class names for narrated text. */
  overlayClasses: OverlayClasses;
  /** Values of `dc:type`, in lower case. */
  dcTypes: string[];
  /** Values of `dc:source`. */
  dcSources: string[];
  /** All identifiers, starting with the unique one. Used as keys for obfuscated fonts. */
  identifiers: string[];
}

/**
 * Reads the package document (EPUB 3.3, section 5; OPF 2.0.1).
 *
 * @throws Failure `epub_invalid` if it is unreadable or none of its spine items can be shown,
 * `epub_encrypted` if it or a spine document is encrypted.
 */
export async function readPackage(
  archive: Archive,
  path: string,
  encryption: Encryption,
  warnings: Warnings,
): Promise<Package> {
  rejectEncrypted(encryption, path);
  const document = parseDocument(await readText(archive, path, warnings), path, 'xml', warnings);
  const root =
    document &&
    (document.root.name === 'package' ? document.root : firstDescendant(document.root, 'package'));
  if (!root) {
    const message = `${quote(path)} is not a package document. Export the book again as EPUB.`;
    throw epubFailure('package_unreadable', message);
  }

  const prefixes = new PropertyPrefixes(attributeOf(root, 'prefix'));
  const entries = readMetadataEntries(childrenOf(root, 'metadata')[0], prefixes);
  const manifest = readManifest(childrenOf(root, 'manifest')[0], path, archive, warnings);
  await correctMediaTypes(manifest, archive, warnings);
  await offerUnlistedFiles(manifest, path, archive, encryption);
  const spineElement = childrenOf(root, 'spine')[0];
  const rendition = await readRendition(entries, prefixes, archive, warnings);
  const spine = readSpineOrManifest(spineElement, path, manifest, rendition, warnings);
  for (const { item } of spine) rejectEncrypted(encryption, item.path);
  omitEncrypted(encryption, manifest, warnings);
  checkPackage({ root, path, archive, encryption, warnings });

  const readingProgression = readPageProgression(spineElement);
  const version = attributeOf(root, 'version')?.trim() || '2.0';
  if (!attributeOf(root, 'version')?.trim()) {
    const message = `${quote(path)} states no EPUB version. ${version} was used.`;
    warnings.add('version_missing', message, path);
  }
  const uniqueIdentifier = attributeOf(root, 'unique-identifier');
  const stated = attributeOf(root, 'dir');
  const direction: Direction | null = stated === 'rtl' || stated === 'ltr' ? stated : null;
  const { layout } = rendition;
  const packageAttributes = { uniqueIdentifier, version, layout, readingProgression, direction };
  const metadata = readMetadata(entries, packageAttributes, warnings);
  return {
    path,
    element: root,
    metadata,
    manifest,
    spine,
    readingProgression,
    cover: findCover(root, path, entries, manifest),
    nav: findNav(manifest),
    ncx: findNcx(spineElement, manifest),
    guide: childrenOf(root, 'guide')[0] ?? null,
    overlayClasses: {
      active: classNamed(entries, 'media:active-class'),
      playback: classNamed(entries, 'media:playback-active-class'),
    },
    dcTypes: entries.dublinCore('type').map(({ value }) => value.toLowerCase()),
    dcSources: entries.dublinCore('source').map(({ value }) => value),
    identifiers: [
      metadata.identifier,
      ...entries.dublinCore('identifier').map((identifier) => identifier.value),
    ],
  };
}

function classNamed(entries: MetadataEntries, property: string): string | null {
  const name = entries.meta(property)[0]?.value ?? '';
  return /^[^\s]+$/.test(name) ? name : null;
}

function readSpineOrManifest(
  element: XmlElement | undefined,
  path: string,
  manifest: Manifest,
  defaults: RenditionDefaults,
  warnings: Warnings,
): SpineItem[] {
  const spine = readSpine(element, manifest, defaults, warnings);
  if (spine.length > 0) return spine;
  const all = readSpine(spineFromManifest(manifest), manifest, defaults, warnings);
  if (all.length === 0) {
    throw epubFailure(
      'spine_empty',
      `The spine of ${quote(path)} contains nothing that can be shown. Export the book again as EPUB.`,
    );
  }
  const message = `The spine of ${quote(path)} contains nothing that can be shown. All documents in the manifest were used instead.`;
  warnings.add('spine_missing', message, path);
  return all;
}

/** Omits encrypted files outside the spine because the book is readable without them. */
function omitEncrypted({ encrypted }: Encryption, manifest: Manifest, warnings: Warnings): void {
  for (const item of manifest.items) {
    const method = encrypted.get(item.path);
    if (method === undefined) continue;
    const message = `${quote(item.path)} is encrypted (${method}) and was omitted.`;
    warnings.add('file_locked', message, item.path);
    item.kind = 'missing';
  }
}

function findNav({ items }: Manifest): ManifestItem | null {
  const isNav = ({ kind, properties }: ManifestItem) =>
    kind === 'document' && properties.includes('nav');
  return items.find(isNav) ?? null;
}

function findNcx(spine: XmlElement | undefined, manifest: Manifest): ManifestItem | null {
  const named = manifest.byId((spine && attributeOf(spine, 'toc')?.trim()) ?? '');
  if (named?.kind === 'ncx') return named;
  return manifest.items.find(({ kind }) => kind === 'ncx') ?? null;
}

/**
 * Finds the cover in the package document: `properties="cover-image"`, `<meta name="cover">`, a
 * guide reference to an image, or an image whose name starts with “cover”. Null if there is none.
 */
function findCover(
  packageElement: XmlElement,
  packagePath: string,
  entries: MetadataEntries,
  manifest: Manifest,
): ManifestItem | null {
  const isImage = (item: ManifestItem) => item.kind === 'image' || item.kind === 'svg';
  const named = entries.meta('cover')[0]?.value ?? '';
  const guide = childrenOf(packageElement, 'guide')[0];
  const reference = guide && [...descendantsOf(guide, 'reference')].find(isCoverReference);
  const href = reference && attributeOf(reference, 'href');
  const candidates = [
    manifest.items.find(({ properties }) => properties.includes('cover-image')),
    manifest.byId(named),
    named.includes('.') ? manifest.items.find(({ path }) => path.endsWith(`/${named}`)) : undefined,
    href ? manifest.find(packagePath, href)?.item : undefined,
    manifest.items.find((item) => isImage(item) && /(?:^|\/)cover[^/]*$/i.test(item.path)),
  ];
  for (const candidate of candidates) {
    const usable =
      candidate &&
      manifest.resolveFallback(candidate, (kind) => kind === 'image' || kind === 'svg');
    if (usable) return usable;
  }
  return null;
}

function isCoverReference(reference: XmlElement): boolean {
  return attributeOf(reference, 'type')?.toLowerCase().includes('cover') ?? false;
}

import { createHash } from 'node:crypto';
import { checkEpubModules, checkPageList } from './checks/check-publication.ts';
import { checkFileNames, checkMimetype } from './checks/check-archive.ts';
import { checkUnusedImages } from './checks/check-images.ts';
import type {
  FontFaceDescription,
  Publication,
  PublicationMetadata,
  Section,
  TocEntry,
} from './contract.ts';
import { locateContainer, findPackagePath } from './container/read-container.ts';
import { openArchive, type Archive } from './container/open-archive.ts';
import { readEncryption } from './container/read-encryption.ts';
import { familyKey, applyFamilyNames } from './css/fonts.ts';
import { StyleCompiler } from './css/style-compiler.ts';
import { compileSections } from './compile-sections.ts';
import { completeMetadata } from './package/complete-metadata.ts';
import { useMathFont } from './mathml/math-font.ts';
import { isRightToLeft } from '../values/language-tag.ts';
import { loadNavigation } from './package/load-navigation.ts';
import { readPackage, type Package } from './package/read-package.ts';
import { resolveNavigation, titlesBySection } from './resolve-navigation.ts';
import { LinkResolver, type LinkTarget } from './link-resolver.ts';
import { maxResourceBytes, ResourceStore } from './resources/resource-store.ts';
import type { CompiledSection } from './tree/compile-section.ts';
import { Warnings } from './warnings.ts';

/** Characters per position, as in Readium. */
const POSITION_LENGTH = 1024;

/**
 * All sections are in memory at the same time. The largest known books, full of formulas, have a
 * tenth of this number.
 */
const MAX_NODES = 4_000_000;

export interface CompileLimits {
  /** Maximum total number of elements and text nodes in all documents. Defaults to four million. */
  maxNodes?: number;
}

/**
 * Compiles an EPUB 2 or 3 file, given as bytes or as a path, into a publication for the reader. No
 * scripts are run and no URLs are fetched. Problems that do not prevent reading are listed in
 * `warnings`.
 *
 * @throws Failure `epub_invalid` if the file contains no book, `epub_encrypted` if it has DRM,
 * `epub_unsafe` if its names or sizes could cause harm. The message is one line that names the
 * affected file.
 */
export async function compilePublication(
  source: Uint8Array | string,
  limits: CompileLimits = {},
): Promise<Publication> {
  const warnings = new Warnings();
  const archive = await openArchive(source, warnings);
  try {
    return await compileArchive(locateContainer(archive, warnings), limits, warnings);
  } finally {
    archive.close();
  }
}

async function compileArchive(
  archive: Archive,
  { maxNodes = MAX_NODES }: CompileLimits,
  warnings: Warnings,
): Promise<Publication> {
  await checkMimetype(archive, warnings);
  checkFileNames(archive, warnings);
  const packagePath = await findPackagePath(archive, warnings);
  const encryption = await readEncryption(archive, warnings);
  const book = await readPackage(archive, packagePath, encryption, warnings);
  const { manifest, metadata } = book;
  const resources = new ResourceStore({
    archive,
    manifest,
    obfuscated: encryption.obfuscated,
    identifiers: book.identifiers,
    maxBytes: maxResourceBytes(archive.fileBytes),
    warnings,
  });
  const styles = new StyleCompiler({ archive, manifest, resources, warnings });
  await styles.readVariables();
  const links = new LinkResolver(book, resources, warnings);
  const navigation = await loadNavigation(archive, book, warnings);
  const { compiled, features } = await compileSections({
    archive,
    book,
    navigation,
    links,
    resources,
    styles,
    maxNodes,
    warnings,
  });

  const offsetOf = ({ section, id, marker }: LinkTarget) =>
    targetOffset(compiled[section], id, marker);
  const resolvedNavigation = resolveNavigation(
    navigation,
    (base, href) => links.resolveTarget(base, href),
    offsetOf,
    warnings,
  );
  links.checkLinks((section, id) => Object.hasOwn(compiled[section]?.section.ids ?? {}, id));
  const titles = titlesBySection(resolvedNavigation.toc);
  for (const { section } of compiled) section.title = titles.get(section.index) ?? section.title;
  if (!resolvedNavigation.toc.some(hasTarget)) {
    warnings.add(
      'contents_missing',
      'The book has no table of contents. Its headings were used instead.',
    );
    resolvedNavigation.toc = compiled
      .filter(({ section }) => section.title !== '')
      .map(({ section: { title, index } }) => ({ title, section: index, offset: 0, children: [] }));
  }

  const cover = book.cover ? resources.useItem(book.cover) : await resources.firstLargeImage();
  const mathFont = useMathFont(compiled.map(({ section }) => section));
  const faces = [...styles.fontFaces, ...(mathFont ? [mathFont.face] : [])];
  const { fonts, renamed } = renameFamilies(faces, archive.fingerprint);
  const styleSheets = assignStyleSheets(compiled, renamed, archive.fingerprint);
  const sections = compiled.map(({ section }) => section);
  const { title } = navigation;
  const { fingerprint } = archive;
  const completed = completeMetadata(metadata, { sections, title, fingerprint }, warnings);
  const readingOrder = sections.map((section, index) => toReadingOrderItem(section, book, index));
  skipBlankSections(readingOrder, compiled);
  const files = [...(await resources.list()), ...(mathFont ? [mathFont.resource] : [])];
  checkPageList(navigation, features, warnings);
  await checkEpubModules({ book, archive, features, warnings });
  const unused = manifest.items.filter(
    ({ path, kind }) => kind === 'image' && !resources.isUsed(path),
  );
  await checkUnusedImages(unused, archive, warnings);
  const paths = new Set(files.map(({ path }) => path));
  return {
    metadata: { ...completed, readingProgression: readingProgressionOf(book, compiled, completed) },
    readingOrder,
    sections,
    ...resolvedNavigation,
    positions: readingOrder.reduce((sum, { positions }) => sum + positions, 0),
    styleSheets,
    fonts: fonts.filter(({ src }) => paths.has(src.slice('resource:'.length))),
    resources: files,
    cover: cover !== null && paths.has(cover) ? cover : null,
    warnings: warnings.list(),
  };
}

function hasTarget({ section, children }: TocEntry): boolean {
  return section !== null || children.some(hasTarget);
}

function targetOffset(
  compiled: CompiledSection | undefined,
  id: string | null,
  marker: string | null,
): number | null {
  if (!compiled) return null;
  if (marker !== null) return compiled.markerOffsets.get(marker) ?? null;
  if (id === null) return 0;
  const { ids } = compiled.section;
  return Object.hasOwn(ids, id) ? (ids[id] ?? null) : null;
}

// Unique names prevent accidental matches with font families of the host page and of other books.
function renameFamilies(
  faces: FontFaceDescription[],
  fingerprint: string,
): { fonts: FontFaceDescription[]; renamed: Map<string, string> } {
  const renamed = new Map<string, string>();
  const fonts = new Map<string, FontFaceDescription>();
  for (const face of faces) {
    const key = familyKey(face.family);
    const family = renamed.get(key) ?? `svc-${fingerprint.slice(0, 8)}-${renamed.size + 1}`;
    renamed.set(key, family);
    const font = { ...face, family };
    fonts.set(JSON.stringify(font), font);
  }
  return { fonts: [...fonts.values()], renamed };
}

function assignStyleSheets(
  compiled: CompiledSection[],
  renamed: ReadonlyMap<string, string>,
  fingerprint: string,
): Record<string, string> {
  const ids = new Map<string, string>();
  const styleSheets: Record<string, string> = {};
  for (const { section, sheets } of compiled) {
    section.css = applyFamilyNames(section.css, renamed);
    section.styles = sheets.map((css) => {
      const id =
        ids.get(css) ??
        createHash('sha256').update(fingerprint).update(css).digest('hex').slice(0, 16);
      ids.set(css, id);
      styleSheets[id] ??= applyFamilyNames(css, renamed);
      return id;
    });
  }
  return styleSheets;
}

function toReadingOrderItem(section: Section, book: Package, index: number) {
  const { href, title, length, words, layout } = section;
  const spineItem = book.spine[index];
  return {
    href,
    title,
    length,
    words,
    positions: Math.max(1, Math.ceil(length / POSITION_LENGTH)),
    linear: spineItem?.linear ?? true,
    ...(section.overlay && { isNarrated: true }),
    layout,
    ...(spineItem?.flow && { flow: spineItem.flow }),
    spread: spineItem?.spread ?? null,
    ...(spineItem?.spreadsUpright ? { spreadsUpright: true } : {}),
  };
}

/**
 * Removes blank reflowable documents from the linear order, because they are blank pages of the
 * printed book.
 */
function skipBlankSections(order: { linear: boolean }[], compiled: CompiledSection[]): void {
  const shown = order.filter((item, index) => item.linear && compiled[index]?.isBlank === false);
  if (shown.length === 0) return;
  for (const item of order) item.linear &&= shown.includes(item);
}

/** The progression stated by the package, otherwise the direction of most sections. */
function readingProgressionOf(
  { readingProgression }: Package,
  compiled: CompiledSection[],
  metadata: PublicationMetadata,
): PublicationMetadata['readingProgression'] {
  if (readingProgression) return readingProgression;
  const withDirection = compiled.filter(({ declaresDirection }) => declaresDirection);
  const backward = withDirection.filter(
    ({ section }) => section.direction === 'rtl' || section.writingMode === 'vertical-rl',
  );
  if (withDirection.length > 0) return backward.length * 2 > withDirection.length ? 'rtl' : 'ltr';
  return isRightToLeft(metadata.languages[0] ?? 'und') ? 'rtl' : 'ltr';
}

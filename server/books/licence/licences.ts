import { LRUCache } from 'lru-cache';
import type { FontFaceDescription, Section, Overlay, Tree } from '../../epub/contract.ts';
import type { BookAccess } from '../contract.ts';
import type { StoredBook } from '../stored-book.ts';
import type { BookContents } from '../book-contents.ts';
import type { VersionOutline } from '../outline.ts';
import { findTruncationOffset, truncateSection } from './truncate-section.ts';
import {
  allowedEnd,
  type Licence,
  allowedSections,
  writeLicence,
  computeSampleRange,
} from './licence.ts';
import { parse, walk } from 'css-tree';
import { isOwnBook } from '../../values/environment.ts';

const resourceScheme = 'resource:';
/** Maximum number of cached samples. Each is a list of sections or of a few hundred paths. */
const maxCachedSamples = 1000;

const emptyRange: Licence = { sectionRanges: [], end: null };

/** The files of a version that licensed sections reference. */
export interface AllowedFiles {
  /** Paths of images, fonts and recordings. */
  paths: ReadonlySet<string>;
  /** Ids of style sheets. */
  styles: ReadonlySet<string>;
  fonts: FontFaceDescription[];
}

const noFiles: AllowedFiles = { paths: new Set(), styles: new Set(), fonts: [] };

export interface LicenceOptions {
  /** Returns null if the version does not exist. */
  readOutline: (versionId: string) => Promise<VersionOutline | null>;
  /** Returns null if the section does not exist. */
  readSection: (versionId: string, index: number) => Promise<Section | null>;
  /** Returns a published chapter's content, or null if it was withdrawn in the meantime. */
  readChapter: (bookId: string, chapterId: string) => Promise<Section | null>;
  /** Returns style sheets by id. */
  readStyleSheets: (versionId: string, ids: string[]) => Promise<Record<string, string>>;
}

export type Licences = ReturnType<typeof licences>;

interface SampleRequest {
  bookId: string;
  contents: BookContents;
  access: BookAccess;
}

/**
 * Determines the readable parts of books. Each is computed once from the text and cached because
 * versions never change and every chapter change increases the change number.
 */
export function licences({
  readOutline,
  readSection,
  readChapter,
  readStyleSheets,
}: LicenceOptions) {
  const samples = new LRUCache<string, Licence, SampleRequest>({
    max: maxCachedSamples,
    fetchMethod: (_key, _stale, { context }) => findSample(context),
  });
  const files = new LRUCache<string, AllowedFiles, { contentId: string; licence: Licence }>({
    max: maxCachedSamples,
    fetchMethod: (_key, _stale, { context }) => findFiles(context.contentId, context.licence),
  });

  async function findSample({ bookId, contents, access }: SampleRequest): Promise<Licence> {
    const sample = computeSampleRange(access, contents.readingOrder) ?? emptyRange;
    const last = sample.sectionRanges.at(-1);
    if (!last || sample.end === null) return sample;
    const chapter = contents.readingOrder[last[1]]?.chapter;
    const section = chapter
      ? await readChapter(bookId, chapter.id)
      : await readSection(contents.contentId, last[1]);
    const end = section ? findTruncationOffset(section.tree, section.language, sample.end) : 0;
    if (section && end >= section.length) return { ...sample, end: null };
    if (end > 0 || last[1] === 0) return { ...sample, end };
    // The cut removes the last section completely, so the previous section becomes the last.
    const before = sample.sectionRanges.slice(0, -1);
    if (last[0] === last[1]) return { sectionRanges: before, end: null };
    return { sectionRanges: [...before, [last[0], last[1] - 1]], end: null };
  }

  /** Finds the files of the licensed sections. Chapters have no files. */
  async function findFiles(contentId: string, licence: Licence): Promise<AllowedFiles> {
    const outline = await readOutline(contentId);
    const paths = new Set<string>();
    const styles = new Set<string>();
    const families = new Set<string>();
    const licensed = allowedSections(licence);
    const addSheet = (css: string): void => {
      const names = referencesInStyleSheet(css);
      for (const path of names.files) paths.add(path);
      for (const family of names.families) families.add(family);
    };
    for (const index of licensed) {
      const section = outline?.readingOrder[index] ? await readSection(contentId, index) : null;
      if (!section) continue;
      const { tree, css, styles: ids, overlay } = restrictSection(section, licence, index);
      for (const path of [...referencedPaths(tree), ...audioPaths(overlay)]) paths.add(path);
      for (const id of ids) styles.add(id);
      addSheet(css);
    }
    // Exclude recordings that also narrate restricted sections, such as one file for the whole
    // book.
    for (const [index, { isNarrated }] of (outline?.readingOrder ?? []).entries()) {
      if (!isNarrated || licensed.includes(index)) continue;
      const rest = await readSection(contentId, index);
      for (const path of audioPaths(rest?.overlay)) paths.delete(path);
    }
    for (const css of Object.values(await readStyleSheets(contentId, [...styles]))) addSheet(css);
    const fonts = fontFacesFor(outline?.fonts ?? [], families);
    for (const { src } of fonts) paths.add(src.slice('resource:'.length));
    return { paths, styles, fonts };
  }

  return {
    /** Returns a book's sample, or null if the whole book is free. */
    async findSample({ id, metadata: { access } }: StoredBook, contents: BookContents) {
      if (!access || access.mode === 'free') return null;
      const key = JSON.stringify([contents.contentId, contents.change, access]);
      const context = { bookId: id, contents, access };
      return (await samples.fetch(key, { context })) ?? emptyRange;
    },

    /**
     * Returns the part of a book that a key may read: everything for its account's secret keys, and
     * the sample for other keys.
     */
    async forKey(book: StoredBook, contents: BookContents | null, key: RequestingKey) {
      const isOwn = key.kind === 'secret' && isOwnBook(key.accountId, book.accountId);
      return isOwn || !contents ? null : await this.findSample(book, contents);
    },

    /** Returns the licensed files. Null allows every file. */
    async findFiles(contentId: string, licence: Licence | null): Promise<AllowedFiles | null> {
      if (!licence) return null;
      const key = `${contentId} ${writeLicence(licence)}`;
      return (await files.fetch(key, { context: { contentId, licence } })) ?? noFiles;
    },
  };
}

/** The properties of a caller that determine its access. */
export interface RequestingKey {
  accountId: string;
  kind: 'secret' | 'publishable';
}

/** Truncates a licensed section where its license ends. */
export function restrictSection<Whole extends Section>(
  section: Whole,
  licence: Licence | null,
  index: number,
): Whole {
  const end = allowedEnd(licence, index);
  return end === null ? section : truncateSection(section, end);
}

/** Returns the paths of files that a tree displays or links to. */
function referencedPaths(tree: Tree): string[] {
  if (typeof tree === 'string') return [];
  const [, attributes, ...children] = tree;
  return [
    ...Object.values(attributes).flatMap(resourcePaths),
    ...children.flatMap(referencedPaths),
  ];
}

/** Returns the paths of recordings that narrate a section. */
function audioPaths(overlay: Overlay | undefined): string[] {
  return [...new Set(overlay?.clips.flatMap(({ src }) => resourcePaths(src)))];
}

/**
 * Returns the paths of files that a compiled style sheet loads, and every string that may name a
 * font family.
 */
function referencesInStyleSheet(css: string): { files: string[]; families: string[] } {
  const files: string[] = [];
  const families: string[] = [];
  walk(parse(css, { parseValue: true, parseCustomProperty: true }), (node) => {
    if (node.type === 'Url') files.push(...resourcePaths(node.value));
    if (node.type !== 'String') return;
    files.push(...resourcePaths(node.value));
    families.push(node.value);
  });
  return { files, families };
}

/**
 * Returns the faces of the given families. Compiled style sheets name the book's own families as
 * strings.
 */
function fontFacesFor(faces: FontFaceDescription[], families: Iterable<string>) {
  const named = new Set(families);
  return faces.filter(({ family }) => named.has(family));
}

function resourcePaths(address: string): string[] {
  return address.startsWith(resourceScheme) ? [address.slice(resourceScheme.length)] : [];
}

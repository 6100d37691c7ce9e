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

const resourceScheme = 'resource:';
/** Samples remembered: each is a list of sections or of some hundred paths. */
const maxCachedSamples = 1000;

const emptyRange: Licence = { sectionRanges: [], end: null };

/** What of a version's files the licensed sections refer to. */
export interface AllowedFiles {
  /** Paths of pictures, fonts and recordings. */
  paths: ReadonlySet<string>;
  /** Ids of style sheets. */
  styles: ReadonlySet<string>;
  fonts: FontFaceDescription[];
}

const noFiles: AllowedFiles = { paths: new Set(), styles: new Set(), fonts: [] };

export interface LicenceOptions {
  /** Null when there is no such version. */
  readOutline: (versionId: string) => Promise<VersionOutline | null>;
  /** Null when there is no such section. */
  readSection: (versionId: string, index: number) => Promise<Section | null>;
  /** The text of a published chapter; null when it was taken back meanwhile. */
  readChapter: (bookId: string, chapterId: string) => Promise<Section | null>;
  /** Style sheets by id. */
  readStyleSheets: (versionId: string, ids: string[]) => Promise<Record<string, string>>;
}

export type Licences = ReturnType<typeof licences>;

interface SampleRequest {
  bookId: string;
  reading: BookContents;
  access: BookAccess;
}

/**
 * What of books may be read: found out from their texts once, as versions never change, and chapters
 * not without a new number of the change.
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

  async function findSample({ bookId, reading, access }: SampleRequest): Promise<Licence> {
    const sample = computeSampleRange(access, reading.readingOrder) ?? emptyRange;
    const last = sample.sectionRanges.at(-1);
    if (!last || sample.end === null) return sample;
    const chapter = reading.readingOrder[last[1]]?.chapter;
    const section = chapter
      ? await readChapter(bookId, chapter.id)
      : await readSection(reading.contentId, last[1]);
    const end = section ? findTruncationOffset(section.tree, section.language, sample.end) : 0;
    if (section && end >= section.length) return { ...sample, end: null };
    if (end > 0 || last[1] === 0) return { ...sample, end };
    // Nothing of the last section is left: the one before it is the last.
    const before = sample.sectionRanges.slice(0, -1);
    if (last[0] === last[1]) return { sectionRanges: before, end: null };
    return { sectionRanges: [...before, [last[0], last[1] - 1]], end: null };
  }

  /** Chapters have no files. */
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
    // One recording of the whole book is no part of a sample.
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
    /** The sample of a book; null when all of it is free. */
    async findSample({ id, metadata: { access } }: StoredBook, reading: BookContents) {
      if (!access || access.mode === 'free') return null;
      const key = JSON.stringify([reading.contentId, reading.change, access]);
      const context = { bookId: id, reading, access };
      return (await samples.fetch(key, { context })) ?? emptyRange;
    },

    /** What of a book a key may read: its account's secret ones all of it, every other the sample. */
    async forKey(book: StoredBook, reading: BookContents | null, key: RequestingKey) {
      const isOwn = key.kind === 'secret' && key.accountId === book.accountId;
      return isOwn || !reading ? null : await this.findSample(book, reading);
    },

    /** Null licenses every file. */
    async findFiles(contentId: string, licence: Licence | null): Promise<AllowedFiles | null> {
      if (!licence) return null;
      const key = `${contentId} ${writeLicence(licence)}`;
      return (await files.fetch(key, { context: { contentId, licence } })) ?? noFiles;
    },
  };
}

/** As much of a caller as decides what it may read. */
export interface RequestingKey {
  accountId: string;
  kind: 'secret' | 'publishable';
}

/** A licensed section, cut where its licence ends. */
export function restrictSection<Whole extends Section>(
  section: Whole,
  licence: Licence | null,
  place: number,
): Whole {
  const end = allowedEnd(licence, place);
  return end === null ? section : truncateSection(section, end);
}

/** Paths of the files that a tree shows or links to. */
function referencedPaths(tree: Tree): string[] {
  if (typeof tree === 'string') return [];
  const [, attributes, ...children] = tree;
  return [
    ...Object.values(attributes).flatMap(resourcePaths),
    ...children.flatMap(referencedPaths),
  ];
}

/** Paths of the recordings that speak a section. */
function audioPaths(overlay: Overlay | undefined): string[] {
  return [...new Set(overlay?.clips.flatMap(({ src }) => resourcePaths(src)))];
}

/** Paths of the files that a compiled sheet fetches, and every text in it that may name a family. */
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

/** The faces of the families that are named. Compiled sheets name the book's own as strings. */
function fontFacesFor(faces: FontFaceDescription[], families: Iterable<string>) {
  const named = new Set(families);
  return faces.filter(({ family }) => named.has(family));
}

function resourcePaths(address: string): string[] {
  return address.startsWith(resourceScheme) ? [address.slice(resourceScheme.length)] : [];
}

import { LRUCache } from 'lru-cache';
import type { FontFaceDescription, Section } from '../../epub/contract.ts';
import type { BookAccess } from '../contract.ts';
import type { StoredBook } from '../stored-book.ts';
import type { Reading } from '../reading.ts';
import type { VersionOutline } from '../version-outline.ts';
import { cutOffset } from './cut-offset.ts';
import { cutSection } from './cut-section.ts';
import { endOf, type Licence, licensedSections, writeLicence } from './licence.ts';
import { facesOf, filesOfTree, namesInSheet, recordingsOf } from './referred-files.ts';
import { sampleOf } from './sample-of.ts';

/** Samples remembered: each is a list of sections or of some hundred paths. */
const samplesKept = 1000;

const nothing: Licence = { pieces: [], end: null };

/** What of a version's files the licensed sections refer to. */
export interface LicensedFiles {
  /** Paths of pictures, fonts and recordings. */
  paths: ReadonlySet<string>;
  /** Ids of style sheets. */
  styles: ReadonlySet<string>;
  fonts: FontFaceDescription[];
}

const noFiles: LicensedFiles = { paths: new Set(), styles: new Set(), fonts: [] };

export interface LicenceOptions {
  /** Null when there is no such version. */
  outlineOf: (versionId: string) => Promise<VersionOutline | null>;
  /** Null when there is no such section. */
  sectionOf: (versionId: string, index: number) => Promise<Section | null>;
  /** The text of a published chapter; null when it was taken back meanwhile. */
  chapterOf: (bookId: string, chapterId: string) => Promise<Section | null>;
  /** Style sheets by id. */
  sheetsOf: (versionId: string, ids: string[]) => Promise<Record<string, string>>;
}

export type Licences = ReturnType<typeof licences>;

interface SampleQuestion {
  bookId: string;
  reading: Reading;
  access: BookAccess;
}

/**
 * What of books may be read: found out from their texts once, as versions never change, and chapters
 * not without a new number of the change.
 */
export function licences({ outlineOf, sectionOf, chapterOf, sheetsOf }: LicenceOptions) {
  const samples = new LRUCache<string, Licence, SampleQuestion>({
    max: samplesKept,
    fetchMethod: (_key, _stale, { context }) => findSample(context),
  });
  const files = new LRUCache<string, LicensedFiles, { contentId: string; licence: Licence }>({
    max: samplesKept,
    fetchMethod: (_key, _stale, { context }) => findFiles(context.contentId, context.licence),
  });

  async function findSample({ bookId, reading, access }: SampleQuestion): Promise<Licence> {
    const sample = sampleOf(access, reading.readingOrder) ?? nothing;
    const last = sample.pieces.at(-1);
    if (!last || sample.end === null) return sample;
    const chapter = reading.readingOrder[last[1]]?.chapter;
    const section = chapter
      ? await chapterOf(bookId, chapter.id)
      : await sectionOf(reading.contentId, last[1]);
    const end = section ? cutOffset(section.tree, section.language, sample.end) : 0;
    if (section && end >= section.length) return { ...sample, end: null };
    if (end > 0 || last[1] === 0) return { ...sample, end };
    // Nothing of the last section is left: the one before it is the last.
    const before = sample.pieces.slice(0, -1);
    if (last[0] === last[1]) return { pieces: before, end: null };
    return { pieces: [...before, [last[0], last[1] - 1]], end: null };
  }

  /** Chapters have no files. */
  async function findFiles(contentId: string, licence: Licence): Promise<LicensedFiles> {
    const outline = await outlineOf(contentId);
    const paths = new Set<string>();
    const styles = new Set<string>();
    const families = new Set<string>();
    const licensed = licensedSections(licence);
    const addSheet = (css: string): void => {
      const names = namesInSheet(css);
      for (const path of names.files) paths.add(path);
      for (const family of names.families) families.add(family);
    };
    for (const index of licensed) {
      const section = outline?.readingOrder[index] ? await sectionOf(contentId, index) : null;
      if (!section) continue;
      const { tree, css, styles: ids, overlay } = asLicensed(section, licence, index);
      for (const path of [...filesOfTree(tree), ...recordingsOf(overlay)]) paths.add(path);
      for (const id of ids) styles.add(id);
      addSheet(css);
    }
    // One recording of the whole book is no part of a sample.
    for (const [index, { isNarrated }] of (outline?.readingOrder ?? []).entries()) {
      if (!isNarrated || licensed.includes(index)) continue;
      const rest = await sectionOf(contentId, index);
      for (const path of recordingsOf(rest?.overlay)) paths.delete(path);
    }
    for (const css of Object.values(await sheetsOf(contentId, [...styles]))) addSheet(css);
    const fonts = facesOf(outline?.fonts ?? [], families);
    for (const { src } of fonts) paths.add(src.slice('resource:'.length));
    return { paths, styles, fonts };
  }

  return {
    /** The sample of a book; null when all of it is free. */
    async sampleOf({ id, metadata: { access } }: StoredBook, reading: Reading) {
      if (!access || access.mode === 'free') return null;
      const key = JSON.stringify([reading.contentId, reading.change, access]);
      const context = { bookId: id, reading, access };
      return (await samples.fetch(key, { context })) ?? nothing;
    },

    /** What of a book a key may read: its account's secret ones all of it, every other the sample. */
    async forKey(book: StoredBook, reading: Reading | null, key: ReadingKey) {
      const isOwn = key.kind === 'secret' && key.accountId === book.accountId;
      return isOwn || !reading ? null : await this.sampleOf(book, reading);
    },

    /** Null licenses every file. */
    async filesOf(contentId: string, licence: Licence | null): Promise<LicensedFiles | null> {
      if (!licence) return null;
      const key = `${contentId} ${writeLicence(licence)}`;
      return (await files.fetch(key, { context: { contentId, licence } })) ?? noFiles;
    },
  };
}

/** As much of a caller as decides what it may read. */
export interface ReadingKey {
  accountId: string;
  kind: 'secret' | 'publishable';
}

/** A licensed section, cut where its licence ends. */
export function asLicensed<Whole extends Section>(
  section: Whole,
  licence: Licence | null,
  place: number,
): Whole {
  const end = endOf(licence, place);
  return end === null ? section : cutSection(section, end);
}

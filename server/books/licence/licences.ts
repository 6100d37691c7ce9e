import { LRUCache } from 'lru-cache';
import type { FontFaceDescription, Section } from '../../epub/contract.ts';
import type { BookAccess } from '../contract.ts';
import type { StoredBook } from '../stored-book.ts';
import type { VersionOutline } from '../version-outline.ts';
import { cutOffset } from './cut-offset.ts';
import { cutSection } from './cut-section.ts';
import { endOf, isLicensed, type Licence, licensedSections, writeLicence } from './licence.ts';
import { facesOf, filesOfTree, namesInSheet } from './referred-files.ts';
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
  /** Style sheets by id. */
  sheetsOf: (versionId: string, ids: string[]) => Promise<Record<string, string>>;
}

export type Licences = ReturnType<typeof licences>;

/** What of books may be read; found out from their texts once, as versions never change. */
export function licences({ outlineOf, sectionOf, sheetsOf }: LicenceOptions) {
  const samples = new LRUCache<string, Licence, { versionId: string; access: BookAccess }>({
    max: samplesKept,
    fetchMethod: (_key, _stale, { context }) => findSample(context.versionId, context.access),
  });
  const files = new LRUCache<string, LicensedFiles, { versionId: string; licence: Licence }>({
    max: samplesKept,
    fetchMethod: (_key, _stale, { context }) => findFiles(context.versionId, context.licence),
  });

  async function findSample(versionId: string, access: BookAccess): Promise<Licence> {
    const outline = await outlineOf(versionId);
    if (!outline) throw new Error(`Version ${versionId} has no outline.`);
    const sample = sampleOf(access, outline.readingOrder) ?? nothing;
    const last = sample.pieces.at(-1);
    if (!last || sample.end === null) return sample;
    const section = await existing(versionId, last[1]);
    const end = cutOffset(section.tree, section.language, sample.end);
    if (end >= section.length) return { ...sample, end: null };
    if (end > 0 || last[1] === 0) return { ...sample, end };
    // Nothing of the last section is left: the one before it is the last.
    const before = sample.pieces.slice(0, -1);
    if (last[0] === last[1]) return { pieces: before, end: null };
    return { pieces: [...before, [last[0], last[1] - 1]], end: null };
  }

  async function findFiles(versionId: string, licence: Licence): Promise<LicensedFiles> {
    const paths = new Set<string>();
    const styles = new Set<string>();
    const families = new Set<string>();
    const addSheet = (css: string): void => {
      const names = namesInSheet(css);
      for (const path of names.files) paths.add(path);
      for (const family of names.families) families.add(family);
    };
    for (const index of licensedSections(licence)) {
      const { tree, css, styles: ids } = await licensedSection(versionId, licence, index);
      for (const path of filesOfTree(tree)) paths.add(path);
      for (const id of ids) styles.add(id);
      addSheet(css);
    }
    for (const css of Object.values(await sheetsOf(versionId, [...styles]))) addSheet(css);
    const fonts = facesOf((await outlineOf(versionId))?.fonts ?? [], families);
    for (const { src } of fonts) paths.add(src.slice('resource:'.length));
    return { paths, styles, fonts };
  }

  async function licensedSection(versionId: string, licence: Licence | null, index: number) {
    const section = await existing(versionId, index);
    const end = endOf(licence, index);
    return end === null ? section : cutSection(section, end);
  }

  async function existing(versionId: string, index: number): Promise<Section> {
    const section = await sectionOf(versionId, index);
    if (!section) throw new Error(`Version ${versionId} has no section ${index}.`);
    return section;
  }

  return {
    /** The sample of a book with a text; null when all of it is free. */
    async sampleOf({ metadata, versionId }: StoredBook): Promise<Licence | null> {
      const { access } = metadata;
      if (!access || access.mode === 'free' || versionId === null) return null;
      const key = `${versionId} ${JSON.stringify(access)}`;
      return (await samples.fetch(key, { context: { versionId, access } })) ?? nothing;
    },

    /** What of a book a key may read: its account's secret ones all of it, every other the sample. */
    async forKey(book: StoredBook, key: ReadingKey): Promise<Licence | null> {
      const isOwn = key.kind === 'secret' && key.accountId === book.accountId;
      return isOwn ? null : await this.sampleOf(book);
    },

    /** Null licenses every file. */
    async filesOf(versionId: string, licence: Licence | null): Promise<LicensedFiles | null> {
      if (!licence) return null;
      const key = `${versionId} ${writeLicence(licence)}`;
      return (await files.fetch(key, { context: { versionId, licence } })) ?? noFiles;
    },

    /** A section as far as it is licensed; null when nothing of it is. */
    async section(versionId: string, licence: Licence | null, index: number) {
      return isLicensed(licence, index) ? await licensedSection(versionId, licence, index) : null;
    },
  };
}

/** As much of a caller as decides what it may read. */
export interface ReadingKey {
  accountId: string;
  kind: 'secret' | 'publishable';
}

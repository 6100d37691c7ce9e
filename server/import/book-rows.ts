import { type BookMetadata, emptyMetadata } from '../books/stored-book.ts';
import type { VersionOutline } from '../books/outline.ts';
import { computeWorkId } from '../books/work-id.ts';
import type { BookTables } from '../db/book-tables.ts';
import { analyzeText } from '../metadata/analysis/analyze-text.ts';
import { previewCover } from '../metadata/analysis/cover-preview.ts';
import { compilerVersion } from '../epub/compiler-version.ts';
import type { Publication, Section } from '../epub/contract.ts';
import { sha256Hex } from './sha256.ts';
import { compressBrotli } from '../values/brotli.ts';
import { storedVisibility } from '../values/environment.ts';
import { toIsbn13 } from '../values/isbn.ts';

type Rows<Table extends keyof BookTables> = Omit<BookTables[Table], 'object' | 'size'>[];

/** Database rows for a publication. */
export interface BookRows {
  /**
   * The book row without the ordinal and revision, which are assigned when it is stored, and
   * without the review counts.
   */
  book: Omit<BookTables['books'], 'ordinal' | 'revision' | 'rating_sum' | 'rating_count'>;
  version: Omit<BookTables['book_versions'], 'compiler_version'> & { compiler_version: number };
  identifiers: Rows<'book_identifiers'>;
  sections: Rows<'sections'>;
  styleSheets: Rows<'style_sheets'>;
  resources: Rows<'resources'>;
}

export interface ImportOptions {
  accountId: string;
  visibility: 'public' | 'private';
}

/** Converts a compiled publication to database rows. */
export async function toBookRows(
  publication: Publication,
  epub: Uint8Array,
  { accountId, visibility }: ImportOptions,
  { bookId, versionId, now }: { bookId: string; versionId: string; now: Date },
): Promise<BookRows> {
  const { metadata } = publication;
  const analysis = analyzeText(publication, now);
  const bookMetadata = { ...toBookMetadata(publication), ...analysis.values };
  const timestamp = now.toISOString();
  const cover = publication.resources.find(({ path }) => path === publication.cover);
  const preview = cover ? await previewCover(cover.bytes) : null;
  return {
    book: {
      id: bookId,
      account_id: accountId,
      visibility: storedVisibility(accountId, visibility),
      title: metadata.title,
      metadata: JSON.stringify(bookMetadata),
      provenance: JSON.stringify(analysis.provenance),
      work_id: computeWorkId(metadata.title, bookMetadata),
      source: 'epub',
      record_key: null,
      record_digest: null,
      word_count: analysis.wordCount,
      popularity: 0,
      version_id: versionId,
      created_at: timestamp,
      updated_at: timestamp,
    },
    version: {
      id: versionId,
      book_id: bookId,
      account_id: accountId,
      sha256: sha256Hex(epub),
      outline: JSON.stringify(toOutline(publication)),
      warnings: JSON.stringify(publication.warnings),
      cover_path: cover?.path ?? null,
      cover_width: cover?.width ?? null,
      cover_height: cover?.height ?? null,
      cover_thumbhash: preview?.thumbhash ?? null,
      cover_color: preview?.color ?? null,
      created_at: timestamp,
      compiler_version: compilerVersion,
      replaced_at: null,
    },
    identifiers: bookMetadata.identifiers.map((identifier) => ({ book_id: bookId, ...identifier })),
    sections: await sectionRows(versionId, publication.sections),
    styleSheets: Object.entries(publication.styleSheets).map(([id, css]) => ({
      version_id: versionId,
      id,
      css,
    })),
    resources: publication.resources.map(({ path, mediaType, bytes }) => ({
      version_id: versionId,
      path,
      media_type: mediaType,
      bytes,
    })),
  };
}

/**
 * Compresses sequentially because an encoder takes megabytes and a long book has hundreds of
 * sections.
 */
async function sectionRows(versionId: string, sections: Section[]): Promise<Rows<'sections'>> {
  const rows: Rows<'sections'> = [];
  for (const section of sections) {
    const content = await compressBrotli(Buffer.from(JSON.stringify({ data: section })));
    rows.push({ version_id: versionId, position: section.index, content });
  }
  return rows;
}

function toBookMetadata({ metadata, pageList }: Publication): BookMetadata {
  return {
    ...emptyMetadata,
    ...(metadata.titleDirection && { titleDirection: metadata.titleDirection }),
    subtitle: metadata.subtitle,
    contributors: metadata.contributors.map((contributor) => ({
      ...contributor,
      birthYear: null,
      deathYear: null,
    })),
    languages: metadata.languages,
    description: metadata.description,
    subjects: metadata.subjects,
    identifiers: normalizeIdentifiers(metadata.identifiers),
    publisher: metadata.publisher,
    publishedAt: metadata.publishedAt,
    series: metadata.series,
    layout: metadata.layout,
    readingProgression: metadata.readingProgression,
    rights: metadata.rights,
    pageCount: pageList.length || null,
    accessibility: metadata.accessibility,
  };
}

function toOutline(publication: Publication): VersionOutline {
  const { readingOrder, toc, pageList, landmarks, positions, fonts } = publication;
  return { readingOrder, toc, pageList, landmarks, positions, fonts };
}

/** Removes duplicate identifiers and converts ISBNs to thirteen digits. */
export function normalizeIdentifiers(
  stated: BookMetadata['identifiers'],
): BookMetadata['identifiers'] {
  const distinct = new Map<string, { scheme: string; value: string }>();
  for (const { scheme, value } of stated) {
    const plain = scheme === 'isbn' ? (toIsbn13(value) ?? value) : value;
    distinct.set(`${scheme} ${plain}`, { scheme, value: plain });
  }
  return [...distinct.values()];
}

import type { Provenance } from '../../books/contract.ts';
import type { BookMetadata } from '../../books/stored-book.ts';

/** Catalog file formats. */
export type CatalogueFormat = 'jsonl' | 'csv' | 'onix' | 'opds';

export type CatalogueMetadata = Omit<
  BookMetadata,
  'accessibility' | 'readability' | 'readingMinutes' | 'languageOfText' | 'access' | 'buyUrl'
>;

/** A cleaned and validated record in our own fields, independent of the file format. */
export interface CatalogueRecord {
  /** Identifies the record within its source. */
  id: string;
  title: string;
  /** Only fields that a catalog can contain. The book's other metadata stays unchanged. */
  metadata: CatalogueMetadata;
  wordCount: number | null;
  popularity: number | null;
}

/**
 * One entry in a file. `position` is its line, or the number of the record in ONIX and OPDS.
 * `extra` contains source data that has no field in the record, and a change in it counts as a
 * change to the record.
 */
export type ParsedEntry = { position: number } & (
  | { kind: 'record'; fields: unknown; source?: string; extra?: unknown }
  | { kind: 'delete'; id: string; source?: string }
  | { kind: 'refused'; reason: string }
);

/** A change to the catalog. */
export type CatalogueChange = { key: string } & (
  | { kind: 'put'; record: CatalogueRecord; digest: string }
  | { kind: 'delete' }
);

/** Number of records by result. Removed records count as changed. */
export interface LoadCounts {
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
}

export interface RejectedRecord {
  /** `line` or `record`. */
  unit: string;
  position: number;
  reason: string;
}

/** Provenance of values, by file format. */
export const provenanceByFormat = {
  jsonl: 'catalogue',
  csv: 'catalogue',
  onix: 'onix',
  opds: 'opds',
} satisfies Record<CatalogueFormat, Provenance['source']>;

/** The file, or the rest of it, cannot be read. The message states the reason. */
export class UnreadableFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadableFileError';
  }
}

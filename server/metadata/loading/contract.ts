import type { Provenance } from '../../books/contract.ts';
import type { BookMetadata } from '../../books/stored-book.ts';

/** What a file was made in. */
export type CatalogueFormat = 'jsonl' | 'csv' | 'onix' | 'opds';

export type CatalogueMetadata = Omit<
  BookMetadata,
  'accessibility' | 'readability' | 'readingMinutes' | 'languageOfText' | 'access' | 'buyUrl'
>;

/** A record as every format's reader hands it on: cleaned, checked, in our own fields. */
export interface CatalogueRecord {
  /** What names it within its source. */
  id: string;
  title: string;
  /** Only what a catalogue can state: what else is found out about a book is not touched. */
  metadata: CatalogueMetadata;
  wordCount: number | null;
  popularity: number | null;
}

/**
 * One thing found in a file; `place` is its line, or the number of the record in ONIX and OPDS. `also`
 * is what the record states beyond our fields: a change in it is a change of the record.
 */
export type ParsedEntry = { position: number } & (
  | { kind: 'record'; fields: unknown; source?: string; extra?: unknown }
  | { kind: 'delete'; id: string; source?: string }
  | { kind: 'refused'; reason: string }
);

/** One thing to be done to the catalogue. */
export type CatalogueChange = { key: string } & (
  | { kind: 'put'; record: CatalogueRecord; digest: string }
  | { kind: 'delete' }
);

/** Records by what became of them; a removed one was changed. */
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

/** Where the values of a format's records come from. */
export const provenanceByFormat = {
  jsonl: 'catalogue',
  csv: 'catalogue',
  onix: 'onix',
  opds: 'opds',
} satisfies Record<CatalogueFormat, Provenance['source']>;

/** The file, or the rest of it, cannot be read: the message says why. */
export class UnreadableFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadableFile';
  }
}

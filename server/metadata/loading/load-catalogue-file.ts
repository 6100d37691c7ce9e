import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { BookEvents } from '../../books/book-events.ts';
import type { NewId } from '../../db/id-generator.ts';
import type { Database } from '../../db/open.ts';
import {
  type CatalogueFormat,
  type CatalogueChange,
  type ParsedEntry,
  type LoadCounts,
  provenanceByFormat,
  type RejectedRecord,
  UnreadableFileError,
} from './contract.ts';
import { detectDelimiter, detectFormat } from './detect-format.ts';
import { compileMapping } from './mapping.ts';
import { readOnix } from './onix/read-onix.ts';
import { openFile } from './open-file.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readOpds } from './read-opds.ts';
import { catalogueStore } from './store.ts';
import { toRecord } from './record-fields.ts';

export interface LoadOptions {
  path: string;
  /** Format of the file. Null to detect it. */
  format: CatalogueFormat | null;
  /** Parsed JSON of a mapping file. Only for JSON Lines and CSV. */
  mapping: unknown;
  /**
   * Prefix of the record keys. Null for the default, which is `gutenberg` for the Project Gutenberg
   * catalog and the file name without extensions for other files.
   */
  source: string | null;
}

export interface LoadContext {
  db: Database;
  now: () => Date;
  newId: NewId;
  bookEvents: BookEvents;
  onRejected: (refusal: RejectedRecord) => void;
  onBytesRead: (count: number) => void;
  /** Writes a batch by calling `write`, and may retry a failed call. */
  retry: (write: () => Promise<void>) => Promise<void>;
}

export interface LoadResult {
  counts: LoadCounts;
  /** Why the file could not be read to its end. All records before that point are loaded. */
  error: string | null;
}

/**
 * Records per transaction. Enough to amortize the commit, but few enough not to block other writers
 * for long.
 */
const batchSize = 500;

/**
 * Minimum number of changes after which the statistics for PostgreSQL's query planner are updated.
 */
const analyzeThreshold = 5000;

/**
 * Loads a file of records into the shared catalog in batches. Committed batches remain if the
 * process is killed, and loading the same file again skips their records.
 *
 * @throws Failure `invalid_request` if the mapping is invalid or not supported for the format.
 */
export async function loadCatalogueFile(
  context: LoadContext,
  options: LoadOptions,
): Promise<LoadResult> {
  const { db, onRejected, onBytesRead } = context;
  const store = catalogueStore(db, context.bookEvents);
  const counts: LoadCounts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  const stem = options.source ?? stemOf(options.path);
  let batch: CatalogueChange[] = [];

  try {
    const { chunks, head } = await openFile(options.path, onBytesRead);
    const format = options.format ?? detectFormat(basename(options.path), head);
    const unit = format === 'jsonl' || format === 'csv' ? 'line' : 'record';
    const flush = async () => {
      if (batch.length === 0) return;
      const writeContext = {
        source: provenanceByFormat[format],
        now: context.now(),
        newId: context.newId,
      };
      await context.retry(() => writeBatch(batch, writeContext));
      batch = [];
    };
    try {
      for await (const entries of readEntries(format, chunks, head, options.mapping)) {
        for (const entry of entries) {
          const change = toChange(entry, options.source ?? sourceOf(entry) ?? stem);
          if ('reason' in change) {
            counts.refused += 1;
            onRejected({ unit, position: entry.position, reason: change.reason });
          } else {
            batch.push(change);
            if (batch.length >= batchSize) await flush();
          }
        }
      }
    } finally {
      await flush();
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { counts, error: error.message };
  }
  if (counts.added + counts.changed >= analyzeThreshold) await store.analyze();
  return { counts, error: null };

  async function writeBatch(
    changes: CatalogueChange[],
    writeContext: Parameters<typeof store.write>[1],
  ) {
    // Only the last change to each key is written. Earlier ones are only counted.
    const last = new Map(changes.map((change) => [change.key, change]));
    const digests = await store.findDigests([...last.keys()]);
    const pending = [...last.values()].filter((change) =>
      isChanged(change, digests.get(change.key)),
    );
    const { added, changed } =
      pending.length > 0
        ? await store.write(pending, writeContext)
        : { added: noKeys, changed: noKeys };
    counts.added += added.size;
    counts.changed += changed.size;
    for (const change of changes) {
      const isLast = last.get(change.key) === change;
      const isWritten = added.has(change.key) || changed.has(change.key);
      if (isLast && !isWritten) counts.unchanged += 1;
      if (!isLast) counts[isWritten ? 'changed' : 'unchanged'] += 1;
    }
  }
}

const noKeys: ReadonlySet<string> = new Set();

function readEntries(
  format: CatalogueFormat,
  chunks: AsyncIterable<Buffer>,
  head: Buffer,
  mapping: unknown,
): AsyncIterable<ParsedEntry[]> {
  const compiled = (kind: 'json' | 'csv') =>
    mapping === undefined ? null : compileMapping(mapping, kind);
  switch (format) {
    case 'jsonl':
      return readJsonLines(chunks, compiled('json'));
    case 'csv':
      return readCsv(chunks, detectDelimiter(head), compiled('csv'));
    case 'onix':
      return readOnix(chunks, head);
    case 'opds':
      return readOpds(chunks);
  }
}

function toChange(entry: ParsedEntry, source: string): CatalogueChange | { reason: string } {
  if (entry.kind === 'refused') return entry;
  if (entry.kind === 'delete') return { kind: 'delete', key: `${source}/${entry.id}` };
  const record = toRecord(entry.fields);
  if ('reason' in record) return record;
  const { id: _id, ...values } = record;
  // The key identifies the record; the digest detects changes.
  const digest = hash('sha256', JSON.stringify([values, entry.extra]), 'base64url');
  return { kind: 'put', key: `${source}/${record.id}`, record, digest };
}

function sourceOf(entry: ParsedEntry): string | undefined {
  return entry.kind === 'record' ? entry.source : undefined;
}

function isChanged(change: CatalogueChange, digest: string | null | undefined): boolean {
  if (change.kind === 'delete') return digest !== undefined;
  return digest !== change.digest;
}

/** Returns the file name without extensions, such as `books` for `/data/books.jsonl.gz`. */
function stemOf(path: string): string {
  return basename(path).replace(/(?:\.[a-z0-9]{1,6}){1,2}$/i, '') || 'catalogue';
}

import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type Entry, UnreadableFile } from './contract.ts';
import { compileMapping, type Mapping } from './mapping.ts';
import { isOwnColumn } from './record-fields.ts';
import { longestLineBytes } from './split-lines.ts';

const groupSize = 200;

/**
 * A record a row of RFC 4180; the first row names the columns. Without a mapping they are our own
 * fields, by the names that a mapping has on its left side.
 * Columns that are no fields of ours are passed over.
 *
 * @throws UnreadableFile
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
  mapping: Mapping | null,
): AsyncGenerator<Entry[]> {
  const skipped: Entry[] = [];
  const rows = parse({
    delimiter,
    // A letter a byte: what is not UTF-8 is found in the very row that has it.
    encoding: 'latin1',
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestLineBytes,
    on_skip: (error) => {
      skipped.push({
        place: error instanceof CsvError ? Number(error['lines']) : 0,
        kind: 'refused',
        reason: reasonOf(error),
      });
      return undefined;
    },
  });
  const parsed = pipeline(Readable.from(withoutMark(chunks)), rows, () => {});
  let columns: string[] | null = null;
  let toFields = mapping;
  let group: Entry[] = [];
  for await (const row of rowsOf(parsed)) {
    if (!columns) {
      columns = row.cells.map((cell) => utf8(cell)?.trim() ?? '');
      toFields ??= ownFields(columns.filter(isOwnColumn));
      continue;
    }
    group.push(...skipped.splice(0), toEntry(row, columns, toFields));
    if (group.length < groupSize) continue;
    yield group;
    group = [];
  }
  yield [...group, ...skipped];
}

interface Row {
  line: number;
  cells: string[];
}

async function* rowsOf(parsed: AsyncIterable<unknown>): AsyncGenerator<Row> {
  try {
    for await (const one of parsed) yield toRow(one);
  } catch (error) {
    if (error instanceof CsvError)
      throw new UnreadableFile(`It is no CSV: ${error.message}.`, error);
    throw error;
  }
}

/** What the parser gives with `info`. */
function toRow(one: unknown): Row {
  const { info, record } = one as { info: { lines: number }; record: string[] };
  return { line: info.lines, cells: record };
}

function toEntry({ line, cells }: Row, columns: string[], toFields: Mapping | null): Entry {
  if (cells.length > columns.length) {
    const reason = `has ${cells.length} cells under ${columns.length} columns`;
    return { place: line, kind: 'refused', reason };
  }
  const row: Record<string, string> = {};
  for (const [at, cell] of cells.entries()) {
    const text = utf8(cell);
    if (text === null) return { place: line, kind: 'refused', reason: 'the row is not UTF-8' };
    row[columns[at] ?? ''] = text;
  }
  return { place: line, kind: 'record', fields: toFields?.(row) };
}

function ownFields(columns: string[]): Mapping {
  if (columns.length === 0) {
    throw new UnreadableFile('None of its columns is a field of ours: give a mapping.');
  }
  return compileMapping(Object.fromEntries(columns.map((name) => [name, name])), 'csv');
}

function utf8(cell: string): string | null {
  const bytes = Buffer.from(cell, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const hasMark = isFirst && chunk.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
    yield hasMark ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof CsvError)) return 'the row is no CSV';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return 'the row is longer than 4 MB';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is opened and not closed';
  return `the row is no CSV (${error.code.replace(/^CSV_/, '').toLowerCase().replaceAll('_', ' ')})`;
}

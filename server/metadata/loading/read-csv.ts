import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type ParsedEntry, UnreadableFileError } from './contract.ts';
import { compileMapping, type Mapping } from './mapping.ts';
import { isKnownColumn } from './record-fields.ts';
import { maxLineBytes } from './open-file.ts';

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
): AsyncGenerator<ParsedEntry[]> {
  const skipped: unknown[] = [];
  const faults: unknown[] = [];
  const lines = new LineCounter();
  const rows = parse({
    delimiter,
    // A letter a byte: what is not UTF-8 is found in the very row that has it.
    encoding: 'latin1',
    info: true,
    relax_column_count: true,
    // What stands behind a quote that is no RFC 4180 could not be told apart otherwise.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: maxLineBytes,
    on_skip: (error) => {
      // The parser finds no way back from there.
      if (error?.code === 'CSV_MAX_RECORD_SIZE') faults.push(toUnreadableError(error));
      else skipped.push(error);
      return undefined;
    },
  });
  const toRefusal = (error: unknown): ParsedEntry => ({
    position: errorLine(error) ?? lines.next,
    kind: 'refused',
    reason: describeError(error),
  });
  const parsed = pipeline(Readable.from(untilError(chunks, faults)), rows, () => {});
  let columns: string[] | null = null;
  let toFields = mapping;
  let group: ParsedEntry[] = [];
  for await (const one of parsed) {
    const row = toRow(one, lines);
    if (!columns) {
      columns = row.cells.map((cell) => decodeUtf8(cell)?.trim() ?? '');
      toFields ??= identityMapping(columns.filter(isKnownColumn));
      continue;
    }
    group.push(...skipped.splice(0).map(toRefusal), toEntry(row, columns, toFields));
    if (group.length < groupSize) continue;
    yield group;
    group = [];
  }
  yield [...group, ...skipped.map(toRefusal)];
  if (faults.length > 0) throw faults[0];
}

interface Row {
  line: number;
  cells: string[];
}

/**
 * Whole lines, without a byte order mark, up to a fault of the file or of the parser: so that the rows
 * before it are read, and no half of one.
 */
async function* untilError(
  chunks: AsyncIterable<Buffer>,
  faults: unknown[],
): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  let isFirst = true;
  try {
    for await (const chunk of chunks) {
      if (faults.length > 0) return;
      const hasMark = isFirst && chunk.subarray(0, 3).equals(byteOrderMark);
      isFirst = false;
      held = Buffer.concat([held, hasMark ? chunk.subarray(3) : chunk]);
      const end = held.lastIndexOf('\n') + 1;
      if (end > 0) yield held.subarray(0, end);
      held = held.subarray(end);
      // Longer than any row may be: the parser will say so, and in which line.
      if (held.length <= maxLineBytes) continue;
      yield held;
      held = Buffer.alloc(0);
    }
    yield held;
  } catch (error) {
    faults.push(error);
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function toUnreadableError(error: CsvError): UnreadableFileError {
  return new UnreadableFileError(`Line ${Number(error['lines'])}: ${describeError(error)}.`, error);
}

/** What the parser gives with `info`. */
function toRow(one: unknown, lines: LineCounter): Row {
  const { info, record } = one as { info: { lines: number }; record: string[] };
  return { line: lines.startOf(info.lines, record), cells: record };
}

/** The parser tells the line that a row ends in, and counts CR LF within a cell twice. */
class LineCounter {
  /** Where the next row begins. */
  next = 1;
  #counted = 0;

  startOf(end: number, cells: string[]): number {
    let within = 0;
    for (const cell of cells) {
      if (!/[\r\n]/.test(cell)) continue;
      within += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
      this.#counted += cell.match(/\r\n/g)?.length ?? 0;
    }
    const last = end - this.#counted;
    this.next = last + 1;
    return last - within;
  }
}

function toEntry({ line, cells }: Row, columns: string[], toFields: Mapping | null): ParsedEntry {
  if (cells.length > columns.length) {
    const reason = `has ${cells.length} cells under ${columns.length} columns`;
    return { position: line, kind: 'refused', reason };
  }
  const row: Record<string, string> = {};
  for (const [at, cell] of cells.entries()) {
    const text = decodeUtf8(cell);
    if (text === null) return { position: line, kind: 'refused', reason: 'the row is not UTF-8' };
    row[columns[at] ?? ''] = text;
  }
  return { position: line, kind: 'record', fields: toFields?.(row) };
}

function identityMapping(columns: string[]): Mapping {
  if (columns.length === 0) {
    throw new UnreadableFileError('None of its columns is a field of ours: give a mapping.');
  }
  return compileMapping(Object.fromEntries(columns.map((name) => [name, name])), 'csv');
}

function decodeUtf8(cell: string): string | null {
  const bytes = Buffer.from(cell, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}

/** A quote that is not closed is told of in the file's last line; it is in the row behind the last good one. */
function errorLine(error: unknown): number | null {
  if (!(error instanceof CsvError) || error.code === 'CSV_QUOTE_NOT_CLOSED') return null;
  return Number(error['lines']);
}

function describeError(error: unknown): string {
  if (!(error instanceof CsvError)) return 'the row is no CSV';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return 'the row is longer than 4 MB';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is opened and not closed';
  return `the row is no CSV (${error.code.replace(/^CSV_/, '').toLowerCase().replaceAll('_', ' ')})`;
}

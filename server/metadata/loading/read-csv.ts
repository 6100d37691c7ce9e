import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type ParsedEntry, UnreadableFileError } from './contract.ts';
import { compileMapping, type Mapping } from './mapping.ts';
import { isKnownColumn } from './record-fields.ts';
import { maxLineBytes } from './open-file.ts';

const groupSize = 200;

/**
 * Reads one record per row (RFC 4180). The first row contains the column names. Without a mapping,
 * columns must be named like our own fields, in the syntax of a mapping's left side. Ignores
 * unknown columns.
 *
 * @throws UnreadableFileError
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
  mapping: Mapping | null,
): AsyncGenerator<ParsedEntry[]> {
  const skipped: unknown[] = [];
  const fatalErrors: unknown[] = [];
  const lines = new LineCounter();
  const rows = parse({
    delimiter,
    // Use one character per byte to detect invalid UTF-8 in the row that contains it.
    encoding: 'latin1',
    info: true,
    relax_column_count: true,
    // Otherwise, misplaced quotes could not be attributed to their row.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: maxLineBytes,
    on_skip: (error) => {
      // The parser cannot recover from this error.
      if (error?.code === 'CSV_MAX_RECORD_SIZE') fatalErrors.push(toUnreadableError(error));
      else skipped.push(error);
      return undefined;
    },
  });
  const toRejection = (error: unknown): ParsedEntry => ({
    position: errorLine(error) ?? lines.next,
    kind: 'refused',
    reason: describeError(error),
  });
  const parsed = pipeline(Readable.from(untilError(chunks, fatalErrors)), rows, () => {});
  let columns: string[] | null = null;
  let toFields = mapping;
  let group: ParsedEntry[] = [];
  for await (const parsedRow of parsed) {
    const row = toRow(parsedRow, lines);
    if (!columns) {
      columns = row.cells.map((cell) => decodeUtf8(cell)?.trim() ?? '');
      toFields ??= identityMapping(columns.filter(isKnownColumn));
      continue;
    }
    group.push(...skipped.splice(0).map(toRejection), toEntry(row, columns, toFields));
    if (group.length < groupSize) continue;
    yield group;
    group = [];
  }
  yield [...group, ...skipped.map(toRejection)];
  if (fatalErrors.length > 0) throw fatalErrors[0];
}

interface Row {
  line: number;
  cells: string[];
}

/**
 * Yields whole lines without a byte order mark until the file or the parser fails, so all complete
 * rows before the error are read.
 */
async function* untilError(
  chunks: AsyncIterable<Buffer>,
  fatalErrors: unknown[],
): AsyncGenerator<Buffer> {
  let buffered = Buffer.alloc(0);
  let isFirst = true;
  try {
    for await (const chunk of chunks) {
      if (fatalErrors.length > 0) return;
      const hasMark = isFirst && chunk.subarray(0, 3).equals(byteOrderMark);
      isFirst = false;
      buffered = Buffer.concat([buffered, hasMark ? chunk.subarray(3) : chunk]);
      const end = buffered.lastIndexOf('\n') + 1;
      if (end > 0) yield buffered.subarray(0, end);
      buffered = buffered.subarray(end);
      // The line exceeds the maximum row length. The parser reports the error with its line.
      if (buffered.length <= maxLineBytes) continue;
      yield buffered;
      buffered = Buffer.alloc(0);
    }
    yield buffered;
  } catch (error) {
    fatalErrors.push(error);
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function toUnreadableError(error: CsvError): UnreadableFileError {
  return new UnreadableFileError(`Line ${Number(error['lines'])}: ${describeError(error)}.`, error);
}

/** Parses a value that the parser emits with the `info` option. */
function toRow(value: unknown, lines: LineCounter): Row {
  const { info, record } = value as { info: { lines: number }; record: string[] };
  return { line: lines.startOf(info.lines, record), cells: record };
}

/**
 * Computes the first line of each row because the parser reports the last line and counts a CR LF
 * in a cell twice.
 */
class LineCounter {
  /** The next row's first line. */
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
    const reason = `the row has ${cells.length} cells, but there are ${columns.length} columns`;
    return { position: line, kind: 'refused', reason };
  }
  const row: Record<string, string> = {};
  for (const [index, cell] of cells.entries()) {
    const text = decodeUtf8(cell);
    if (text === null) return { position: line, kind: 'refused', reason: 'the row is not UTF-8' };
    row[columns[index] ?? ''] = text;
  }
  return { position: line, kind: 'record', fields: toFields?.(row) };
}

function identityMapping(columns: string[]): Mapping {
  if (columns.length === 0) {
    throw new UnreadableFileError('No column has the name of a known field. Provide a mapping.');
  }
  return compileMapping(Object.fromEntries(columns.map((name) => [name, name])), 'csv');
}

function decodeUtf8(cell: string): string | null {
  const bytes = Buffer.from(cell, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}

/**
 * The parser reports an unclosed quote on the file's last line, but the quote is in the row after
 * the last valid row.
 */
function errorLine(error: unknown): number | null {
  if (!(error instanceof CsvError) || error.code === 'CSV_QUOTE_NOT_CLOSED') return null;
  return Number(error['lines']);
}

function describeError(error: unknown): string {
  if (!(error instanceof CsvError)) return 'the row is not valid CSV';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return 'the row is longer than 4 MB';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is not closed';
  return `the row is not valid CSV (${error.code.replace(/^CSV_/, '').toLowerCase().replaceAll('_', ' ')})`;
}

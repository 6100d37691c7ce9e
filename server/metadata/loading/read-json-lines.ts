import { isUtf8 } from 'node:buffer';
import type { ParsedEntry } from './contract.ts';
import { readGutenbergBook, isGutenbergBook } from './gutenberg.ts';
import type { Mapping } from './mapping.ts';
import { splitLines } from './open-file.ts';

/**
 * Reads one record per line, in the format of the mapping or, without one, in our own or Project
 * Gutenberg's format. `{"op": "delete", "id": …}` removes a record. Other operations contain no
 * record and are rejected.
 */
export async function* readJsonLines(
  chunks: AsyncIterable<Buffer>,
  mapping: Mapping | null,
): AsyncGenerator<ParsedEntry[]> {
  for await (const lines of splitLines(chunks)) {
    const entries: ParsedEntry[] = [];
    for (const { number, line } of lines) {
      const entry = line === null ? rejectLongLine(number) : toEntry(number, line, mapping);
      if (entry) entries.push(entry);
    }
    yield entries;
  }
}

function rejectLongLine(position: number): ParsedEntry {
  return { position, kind: 'refused', reason: 'the line is longer than 4 MB' };
}

function toEntry(position: number, line: Buffer, mapping: Mapping | null): ParsedEntry | null {
  if (!isUtf8(line)) return { position, kind: 'refused', reason: 'the line is not UTF-8' };
  const text = line.toString('utf8').replace(/^\ufeff/, '');
  if (!text.trim()) return null;
  const value = tryParseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { position, kind: 'refused', reason: 'the line is not a JSON object' };
  }
  if (mapping) return { position, kind: 'record', fields: mapping(value) };
  if ('op' in value) return toDeletion(position, value);
  if (!isGutenbergBook(value)) return { position, kind: 'record', fields: value };
  const read = readGutenbergBook(value);
  if ('reason' in read) return { position, kind: 'refused', reason: read.reason };
  return { position, kind: 'record', ...read, source: 'gutenberg' };
}

function toDeletion(position: number, value: { op: unknown; id?: unknown }): ParsedEntry {
  const { op, id } = value;
  if (op === 'delete' && (typeof id === 'string' || typeof id === 'number')) {
    return { position, kind: 'delete', id: String(id) };
  }
  const operation = JSON.stringify(op)?.slice(0, 40);
  const reason = `the operation ${operation} is not supported`;
  return { position, kind: 'refused', reason };
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { isUtf8 } from 'node:buffer';
import type { Entry } from './contract.ts';
import { fromGutenberg, isGutenberg } from './gutenberg.ts';
import type { Mapping } from './mapping.ts';
import { splitLines } from './split-lines.ts';

/**
 * A record a line: with a mapping theirs, else ours or Project Gutenberg's. `{"op": "delete", "id": …}`
 * removes a record; other notes of a change hold no record and are refused.
 */
export async function* readJsonLines(
  chunks: AsyncIterable<Buffer>,
  mapping: Mapping | null,
): AsyncGenerator<Entry[]> {
  for await (const lines of splitLines(chunks)) {
    const entries: Entry[] = [];
    for (const { number, line } of lines) {
      const entry = line === null ? tooLong(number) : toEntry(number, line, mapping);
      if (entry) entries.push(entry);
    }
    yield entries;
  }
}

function tooLong(place: number): Entry {
  return { place, kind: 'refused', reason: 'the line is longer than 4 MB' };
}

function toEntry(place: number, line: Buffer, mapping: Mapping | null): Entry | null {
  if (!isUtf8(line)) return { place, kind: 'refused', reason: 'the line is not UTF-8' };
  const text = line.toString('utf8').replace(/^\ufeff/, '');
  if (!text.trim()) return null;
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { place, kind: 'refused', reason: 'the line is not a JSON object' };
  }
  if (mapping) return { place, kind: 'record', fields: mapping(value) };
  if ('op' in value) return toNote(place, value);
  if (!isGutenberg(value)) return { place, kind: 'record', fields: value };
  const read = fromGutenberg(value);
  if ('reason' in read) return { place, kind: 'refused', reason: read.reason };
  return { place, kind: 'record', ...read, source: 'gutenberg' };
}

function toNote(place: number, value: { op: unknown; id?: unknown }): Entry {
  const { op, id } = value;
  if (op === 'delete' && (typeof id === 'string' || typeof id === 'number')) {
    return { place, kind: 'delete', id: String(id) };
  }
  const what = JSON.stringify(op)?.slice(0, 40);
  const reason = `a note of a change (op ${what}) without the record itself`;
  return { place, kind: 'refused', reason };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

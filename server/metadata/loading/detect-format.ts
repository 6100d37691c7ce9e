import { type CatalogueFormat, UnreadableFileError } from './contract.ts';

/**
 * The format of a file by its content, and where that leaves it open by its name.
 *
 * @param name - The file's name; `.gz` at its end does not count.
 * @param head - What it begins with, unpacked.
 * @throws UnreadableFile when it is none that is known.
 */
export function detectFormat(name: string, head: Buffer): CatalogueFormat {
  const extension = /\.([a-z0-9]+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (isUtf16(head)) {
    if (extension === 'xml' || extension === 'onix') return 'onix';
    throw new UnreadableFileError('It is UTF-16: save it as UTF-8.');
  }
  const start = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (!start) throw new UnreadableFileError('It is empty.');
  if (start.startsWith('<')) return 'onix';
  if (head.includes(0))
    throw new UnreadableFileError('It is none of JSON lines, CSV, ONIX and OPDS.');
  if (start.startsWith('{')) return isFeed(start) ? 'opds' : 'jsonl';
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl';
  if (extension === 'json' || start.startsWith('[')) {
    throw new UnreadableFileError(
      'It is a JSON list: a record a line is wanted, or an OPDS 2.0 feed.',
    );
  }
  return 'csv';
}

function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

/** A feed is one document: its first line is all of it, or is no whole JSON. */
function isFeed(start: string): boolean {
  const end = start.indexOf('\n');
  const line = end === -1 ? start : start.slice(0, end);
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || 'title' in value) return false;
    return 'publications' in value || 'groups' in value || 'navigation' in value;
  } catch {
    return /"(?:publications|groups|navigation)"\s*:/.test(start) || /^\{\s*$/.test(line);
  }
}

/** What parts the cells of a CSV file: whichever of comma, semicolon and tab its first row has most of. */
export function detectDelimiter(head: Buffer): string {
  const [row = ''] = head.toString('latin1').split(/[\r\n]/, 1);
  const names = row.replace(/"(?:[^"]|"")*"/g, '');
  const count = (mark: string) => names.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

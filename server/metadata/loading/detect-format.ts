import { type CatalogueFormat, UnreadableFileError } from './contract.ts';

/**
 * Detects the format of a file from its content, or from its name if the content is ambiguous.
 *
 * @param name - The file's name. A trailing `.gz` is ignored.
 * @param head - The first bytes, unpacked.
 * @throws UnreadableFileError if the format is unknown.
 */
export function detectFormat(name: string, head: Buffer): CatalogueFormat {
  const extension = /\.([a-z0-9]+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (isUtf16(head)) {
    if (extension === 'xml' || extension === 'onix') return 'onix';
    throw new UnreadableFileError('The file is UTF-16. Save it as UTF-8.');
  }
  const start = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (!start) throw new UnreadableFileError('The file is empty.');
  if (start.startsWith('<')) return 'onix';
  if (head.includes(0))
    throw new UnreadableFileError('The file is not JSON Lines, CSV, ONIX or OPDS.');
  if (start.startsWith('{')) return isFeed(start) ? 'opds' : 'jsonl';
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl';
  if (extension === 'json' || start.startsWith('[')) {
    throw new UnreadableFileError(
      'The file is a JSON array. Use one record per line, or an OPDS 2.0 feed.',
    );
  }
  return 'csv';
}

function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

/**
 * Whether the file is a feed. A feed is a single JSON document, so its first line either contains
 * the whole document or is incomplete JSON.
 */
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

/**
 * Returns the delimiter of a CSV file, which is the most frequent of comma, semicolon and tab in
 * the first row.
 */
export function detectDelimiter(head: Buffer): string {
  const [row = ''] = head.toString('latin1').split(/[\r\n]/, 1);
  const unquoted = row.replace(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) =>
    count(delimiter) > count(best) ? delimiter : best,
  );
}

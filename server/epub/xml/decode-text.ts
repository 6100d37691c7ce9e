const byteOrderMarks: [label: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Text of a file by its byte order mark, else its XML or CSS encoding declaration, else UTF-8.
 * Bytes that are no UTF-8 although nothing else is declared are read as Windows-1252, which is
 * what old books without a declaration hold.
 */
export function decodeText(bytes: Uint8Array): string {
  const label = markedEncoding(bytes) ?? declaredEncoding(bytes);
  if (label && label !== 'utf-8') return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(label ?? 'windows-1252').decode(bytes);
  }
}

function markedEncoding(bytes: Uint8Array): string | null {
  const mark = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (mark) return mark[0];
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  return null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  const label =
    /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1] ??
    /^@charset "([^"]+)"/.exec(start)?.[1];
  if (!label) return null;
  try {
    // A declaration that was readable as single bytes cannot be true about UTF-16.
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return null;
  }
}

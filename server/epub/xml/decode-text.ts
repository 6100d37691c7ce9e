export interface DecodedText {
  text: string;
  /** As the Encoding Standard names it. */
  encoding: string;
  /** What is wrong with the encoding, to be said of the file; null for nothing. */
  problem: string | null;
}

const byteOrderMarks: [label: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Characters of several bytes: text in them can by chance be valid UTF-8 that means something else. */
const multiByte = new Set([
  'gbk',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'iso-2022-jp',
]);

/**
 * Text of a file by its byte order mark, else its XML, CSS or HTML encoding declaration, else UTF-8.
 * A declaration that the bytes belie is not believed; bytes that are no UTF-8 although nothing else is
 * declared are read as Windows-1252, which is what old books without a declaration hold.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = bomEncoding(bytes);
  if (marked) return withoutProblem(new TextDecoder(marked).decode(bytes), marked);
  const declared = declaredEncoding(bytes);
  if (declared && multiByte.has(declared)) return decodeAs(bytes, declared);
  const text = decodeUtf8(bytes);
  if (text !== null) {
    const isBelied = declared !== null && declared !== 'utf-8' && /[^\0-\x7F]/.test(text);
    return {
      text,
      encoding: 'utf-8',
      problem: isBelied ? `says ${declared}, but is in utf-8` : null,
    };
  }
  const stated = declared ?? metaEncoding(bytes);
  if (stated && stated !== 'utf-8') return decodeAs(bytes, stated);
  return decodeDamagedOrLegacy(bytes, stated);
}

function withoutProblem(text: string, encoding: string): DecodedText {
  return { text, encoding, problem: null };
}

function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, problem: `is in ${encoding}; EPUB asks for utf-8` };
}

/** Where most of what is not ASCII is readable as UTF-8, some bytes are damaged; else it is something else. */
function decodeDamagedOrLegacy(bytes: Uint8Array, stated: string | null): DecodedText {
  const text = new TextDecoder('utf-8').decode(bytes);
  const lost = text.match(/\uFFFD/g)?.length ?? 0;
  const kept = text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0;
  if (kept > lost)
    return { text, encoding: 'utf-8', problem: `has ${lost} bytes that are no utf-8` };
  const old = new TextDecoder('windows-1252').decode(bytes);
  const claim = stated ? 'says utf-8, but is not' : 'is not in utf-8 and names no encoding';
  return { text: old, encoding: 'windows-1252', problem: `${claim}: it is read as windows-1252` };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function bomEncoding(bytes: Uint8Array): string | null {
  const mark = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (mark) return mark[0];
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  return null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = latin1(bytes, 256);
  return canonicalEncoding(
    /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1] ??
      /^@charset "([^"]+)"/.exec(start)?.[1],
  );
}

/** As browsers look for it in HTML. */
function metaEncoding(bytes: Uint8Array): string | null {
  return canonicalEncoding(
    /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w-]+)/i.exec(latin1(bytes, 1024))?.[1],
  );
}

function canonicalEncoding(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    // A declaration that was readable as single bytes cannot be true about UTF-16.
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return null;
  }
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.subarray(0, length)).toString('latin1');
}

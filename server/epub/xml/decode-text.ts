export interface DecodedText {
  text: string;
  /** Name of the encoding in the Encoding Standard. */
  encoding: string;
  /** Problem with the encoding, phrased as the predicate of a message, or null if there is none. */
  problem: string | null;
}

const byteOrderMarks: [label: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Multi-byte encodings whose text can also be valid UTF-8 with a different meaning. */
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
 * Decodes text according to its byte order mark, otherwise its XML, CSS or HTML encoding
 * declaration, otherwise as UTF-8. Ignores a declaration that the bytes contradict. Undeclared text
 * that is not valid UTF-8 is read as Windows-1252, the usual encoding of old books.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const bom = bomEncoding(bytes);
  if (bom) return withoutProblem(new TextDecoder(bom).decode(bytes), bom);
  const declared = declaredEncoding(bytes);
  if (declared && multiByte.has(declared)) return decodeAs(bytes, declared);
  const text = decodeUtf8(bytes);
  if (text !== null) {
    const isContradicted = declared !== null && declared !== 'utf-8' && /[^\0-\x7F]/.test(text);
    return {
      text,
      encoding: 'utf-8',
      problem: isContradicted ? `declares ${declared}, but is encoded in utf-8` : null,
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
  return { text, encoding, problem: `is encoded in ${encoding}; EPUB requires utf-8` };
}

/** Text that is mostly valid UTF-8 contains damaged bytes. Other text has a legacy encoding. */
function decodeDamagedOrLegacy(bytes: Uint8Array, stated: string | null): DecodedText {
  const text = new TextDecoder('utf-8').decode(bytes);
  const invalid = text.match(/\uFFFD/g)?.length ?? 0;
  const valid = text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0;
  if (valid > invalid)
    return { text, encoding: 'utf-8', problem: `contains ${invalid} invalid utf-8 sequences` };
  const legacy = new TextDecoder('windows-1252').decode(bytes);
  const claim = stated
    ? 'declares utf-8, but is not valid utf-8'
    : 'is not valid utf-8 and declares no encoding';
  return {
    text: legacy,
    encoding: 'windows-1252',
    problem: `${claim} and was read as windows-1252`,
  };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function bomEncoding(bytes: Uint8Array): string | null {
  const bom = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (bom) return bom[0];
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

/** Finds the encoding declaration as browsers do in HTML. */
function metaEncoding(bytes: Uint8Array): string | null {
  return canonicalEncoding(
    /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w-]+)/i.exec(latin1(bytes, 1024))?.[1],
  );
}

function canonicalEncoding(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    // A declaration that is readable as single bytes cannot be in UTF-16.
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return null;
  }
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.subarray(0, length)).toString('latin1');
}

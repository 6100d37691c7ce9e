import { isFont } from '../container/deobfuscate-font.ts';
import type { Archive } from '../container/open-archive.ts';
import type { Encryption } from '../container/read-encryption.ts';
import { Failure } from '../../failure.ts';
import { decodeText } from '../xml/decode-text.ts';
import type { Manifest } from './manifest.ts';
import { detectImageType, mediaTypeByName } from './media-type.ts';

/** Limits of the search. Real books omit a few files, not thousands. */
const MAX_FILES = 500;
const MAX_BYTES = 64_000_000;
const PROLOGUE_BYTES = 2048;

/** Signatures as hexadecimal digits of the first bytes. */
const signatures: [signature: RegExp, mediaType: string][] = [
  [/^774f4646/, 'font/woff'],
  [/^774f4632/, 'font/woff2'],
  [/^4f54544f/, 'font/otf'],
  [/^(?:ff0a|0000000c4a584c20)/, 'image/jxl'],
  [/^(?:494433|fff[ab23])/, 'audio/mpeg'],
  [/^.{8}667479704d3441/, 'audio/mp4'],
  [/^.{8}66747970/, 'video/mp4'],
  [/^4f676753/, 'audio/ogg'],
  [/^1a45dfa3/, 'video/webm'],
  [/^52494646.{8}57415645/, 'audio/wav'],
  [/^(?:efbbbf)?574542565454/, 'text/vtt'],
];

/**
 * Adds files that the manifest omits, so that documents can show them. Detects each type from the
 * content. Skips documents, because they have no position in the reading order.
 */
export async function offerUnlistedFiles(
  manifest: Manifest,
  packagePath: string,
  archive: Archive,
  { encrypted, obfuscated }: Encryption,
): Promise<void> {
  const paths = archive.paths.filter(
    (path) =>
      !manifest.byPath(path) &&
      path !== 'mimetype' &&
      path !== packagePath &&
      !path.startsWith('META-INF/') &&
      !encrypted.has(path),
  );
  let remaining = MAX_BYTES;
  for (const path of paths.slice(0, MAX_FILES)) {
    const bytes = await tryRead(archive, path, remaining);
    if (!bytes) continue;
    remaining -= bytes.length;
    // The start of an obfuscated font cannot be recognized.
    const mediaType = obfuscated.has(path) ? mediaTypeByName(path) : detectMediaType(bytes, path);
    if (mediaType) manifest.offer(path, mediaType);
  }
}

function detectMediaType(bytes: Uint8Array, path: string): string | undefined {
  const image = detectImageType(bytes);
  if (image) return image;
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const found = signatures.find(([signature]) => signature.test(start));
  if (found) return found[1];
  if (isFont(bytes)) return 'font/ttf';
  const { text } = decodeText(bytes.subarray(0, PROLOGUE_BYTES));
  if (/<(?:\w+:)?svg\b/.test(text) && !/<(?:\w+:)?html\b/i.test(text)) return 'image/svg+xml';
  const isText = !text.includes('\0') && !/^\s*</.test(text);
  return path.toLowerCase().endsWith('.css') && isText ? 'text/css' : undefined;
}

async function tryRead(
  archive: Archive,
  path: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  try {
    return await archive.read(path, maxBytes);
  } catch (cause) {
    if (cause instanceof Failure) return null;
    throw cause;
  }
}

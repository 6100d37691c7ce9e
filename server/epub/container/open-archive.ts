import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { epubFailure } from '../failure-reasons.ts';
import type { Warnings } from '../warnings.ts';
import { entryName, quote } from './entry-name.ts';
import { openZip, zipFailure } from './open-zip.ts';
import { decodePercentEscapes } from './resolve-reference.ts';

const MAX_ENTRIES = 10_000;
const MAX_UNPACKED_BYTES = 1_000_000_000;
/** Real text rarely compresses better than 30:1. */
const MAX_COMPRESSION_RATIO = 100;
/** Below this size, even a zip bomb is harmless, and blank images do compress that well. */
const RATIO_EXEMPT_BYTES = 1_048_576;

/** A zip file whose directory has been validated. Entries are read on demand. */
export interface Archive {
  /** Paths of all files, in directory order. */
  readonly paths: string[];
  /**
   * Hash of all entries' names, sizes and checksums. Archives with equal content have equal
   * fingerprints.
   */
  readonly fingerprint: string;
  /** Size of the zip file in bytes. */
  readonly fileBytes: number;
  /**
   * The path as spelled in the archive, ignoring case, percent escapes and Unicode form, or null if
   * missing.
   */
  find(path: string): string | null;
  isCompressed(path: string): boolean;
  /** Whether the entry's zip header has an extra field, which the `mimetype` file must not have. */
  hasExtraField(path: string): boolean;
  /**
   * Reads a file whose path was returned by `find`.
   *
   * @throws Failure `epub_invalid` if it is damaged, `epub_unsafe` if it exceeds `maxBytes`.
   */
  read(path: string, maxBytes?: number): Promise<Uint8Array>;
  close(): void;
}

/**
 * Opens a container, given as bytes or as a path, and validates every name and size before
 * anything is inflated (EPUB 3.3, section 4.2).
 *
 * @throws Failure `epub_invalid` if it is not a zip file, `epub_unsafe` if it has unsafe names or
 * sizes, `epub_encrypted` if it is password-protected.
 */
export async function openArchive(
  source: Uint8Array | string,
  warnings: Warnings,
): Promise<Archive> {
  const zip = await openZip(source, warnings);
  try {
    const entries = await readDirectory(zip);
    return createArchive(zip, entries, warnings);
  } catch (cause) {
    zip.close();
    throw zipFailure(
      'zip_damaged',
      cause,
      'The archive is damaged',
      ': download it or export it again',
    );
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) {
    throw epubFailure(
      'zip_too_many_entries',
      `The archive has ${zip.entryCount} entries, but at most ${MAX_ENTRIES} are allowed.`,
    );
  }
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entryName(entry);
    if (entries.has(name)) {
      throw epubFailure('zip_duplicate_name', `The archive has two entries named ${quote(name)}.`);
    }
    checkEntry(name, entry);
    total += entry.uncompressedSize;
    if (total > MAX_UNPACKED_BYTES) {
      throw epubFailure('zip_total_too_large', 'The archive unpacks to more than 1 GB.');
    }
    checkRatio('The archive', total, zip.fileSize);
    entries.set(name, entry);
  }
  return new Map([...entries].filter(([name]) => !name.endsWith('/')));
}

function checkEntry(name: string, entry: Entry): void {
  const isSymlink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  if (isSymlink) throw epubFailure('zip_symlink', `The entry ${quote(name)} is a symbolic link.`);
  if (entry.isEncrypted()) {
    throw epubFailure('zip_encrypted', `The entry ${quote(name)} is encrypted with a password.`);
  }
  if (entry.uncompressedSize > MAX_UNPACKED_BYTES) {
    throw epubFailure('zip_entry_too_large', `The entry ${quote(name)} unpacks to more than 1 GB.`);
  }
  checkRatio(`The entry ${quote(name)}`, entry.uncompressedSize, entry.compressedSize);
}

function checkRatio(subject: string, bytes: number, packedBytes: number): void {
  if (bytes > RATIO_EXEMPT_BYTES && bytes > packedBytes * MAX_COMPRESSION_RATIO) {
    throw epubFailure(
      'zip_ratio',
      `${subject} unpacks to more than ${MAX_COMPRESSION_RATIO} times its compressed size.`,
    );
  }
}

function createArchive(zip: ZipFile, entries: Map<string, Entry>, warnings: Warnings): Archive {
  const folded = new Map([...entries.keys()].map((name) => [foldName(name), name]));
  return {
    paths: [...entries.keys()],
    fingerprint: fingerprintOf(entries),
    fileBytes: zip.fileSize,
    find(path) {
      const normal = path.normalize('NFC');
      if (entries.has(normal)) return normal;
      const found = folded.get(foldName(normal)) ?? null;
      if (found) {
        const code = found.toLowerCase() === normal.toLowerCase() ? 'name_case' : 'name_escaped';
        warnings.add(code, `${quote(path)} is spelled ${quote(found)} in the archive.`, found);
      }
      return found;
    },
    isCompressed: (path) => (entries.get(path)?.compressionMethod ?? 0) !== 0,
    hasExtraField: (path) => (entries.get(path)?.extraFieldLength ?? 0) > 0,
    async read(path, maxBytes = MAX_UNPACKED_BYTES) {
      const entry = entries.get(path);
      if (!entry) throw epubFailure('file_damaged', `${quote(path)} is missing from the archive.`);
      if (entry.uncompressedSize > maxBytes) {
        throw epubFailure('text_too_large', `${quote(path)} is larger than ${maxBytes} bytes.`);
      }
      try {
        const bytes = await inflate(zip, entry);
        if (crc32(bytes) !== entry.crc32) {
          warnings.add('file_damaged', `The checksum of ${quote(path)} does not match.`, path);
        }
        return bytes;
      } catch (cause) {
        throw zipFailure('file_damaged', cause, `${quote(path)} cannot be unpacked`);
      }
    },
    close: () => zip.close(),
  };
}

function foldName(name: string): string {
  return decodePercentEscapes(name).normalize('NFC').toLowerCase();
}

// Headers may be wrong, so the inflated bytes are counted as well.
async function inflate(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(entry.uncompressedSize);
  let length = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (!Buffer.isBuffer(chunk))
      throw new Error('The stream returned a chunk that is not a buffer.');
    if (length + chunk.length > bytes.length)
      throw new Error('more bytes than declared in its header');
    length += chunk.copy(bytes, length);
  }
  if (length < bytes.length) throw new Error('fewer bytes than declared in its header');
  return bytes;
}

function fingerprintOf(entries: Map<string, Entry>): string {
  const lines = [...entries].map(
    ([name, { crc32: sum, uncompressedSize }]) => `${name}\n${sum} ${uncompressedSize}\n`,
  );
  return createHash('sha256').update(lines.sort().join('')).digest('hex');
}

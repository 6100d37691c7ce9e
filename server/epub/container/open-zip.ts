import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { Failure } from '../../failure.ts';
import { epubFailure, type EpubFailureReason } from '../failure-reasons.ts';
import type { Warnings } from '../warnings.ts';

/**
 * Length of the end-of-central-directory record without its comment (APPNOTE 6.3.10, section
 * 4.3.16).
 */
const END_RECORD_LENGTH = 22;
const END_RECORD_SIGNATURE = Buffer.from('PK\u0005\u0006', 'latin1');

// `entryName` decodes and validates names; yauzl would rename some and reject others.
const options = { decodeStrings: false, autoClose: false };

/**
 * Opens a zip file. Ignores bytes before or after it, which some stores and mail programs add.
 *
 * @throws Failure `epub_invalid` if it is not a zip file.
 */
export async function openZip(source: Uint8Array | string, warnings: Warnings): Promise<ZipFile> {
  try {
    if (typeof source === 'string') return await openPromise(source, options);
    const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
    return await fromBufferPromise(trimToZip(bytes, warnings), options);
  } catch (cause) {
    // Such as a file that does not exist.
    if (cause instanceof Error && 'syscall' in cause)
      throw zipFailure('zip_damaged', cause, 'The file cannot be read');
    if (typeof source === 'string' || hasZipSignature(source)) {
      const message =
        'This is not a zip file, or its end is missing. Download it or export it again.';
      throw epubFailure('zip_damaged', message, cause);
    }
    const { reason, what } = detectOtherFormat(source);
    throw epubFailure(reason, `${what}. Ask for the book as an EPUB file.`, cause);
  }
}

/**
 * Describes an error of the zip library in one line.
 *
 * @param what - The problem, without a period.
 * @param advice - A continuation of the sentence after the cause.
 */
export function zipFailure(
  reason: EpubFailureReason,
  cause: unknown,
  what: string,
  advice = '',
): Failure {
  if (cause instanceof Failure) return cause;
  const detail = cause instanceof Error ? cause.message.replace(/[\s.]+$/, '') : 'unknown reason';
  const message = `${what} (${detail.replaceAll(/\s+/g, ' ')})${advice}.`;
  return epubFailure(reason, message, cause);
}

function trimToZip(bytes: Buffer, warnings: Warnings): Buffer {
  const at = bytes.lastIndexOf(END_RECORD_SIGNATURE);
  if (at === -1 || at + END_RECORD_LENGTH > bytes.length) return bytes;
  const [size, offset] = [bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)];
  const isZip64 = size === 0xffffffff || offset === 0xffffffff;
  const start = isZip64 ? 0 : Math.max(0, at - size - offset);
  const end = Math.min(bytes.length, at + END_RECORD_LENGTH + bytes.readUInt16LE(at + 20));
  if (start === 0 && end === bytes.length) return bytes;
  warnings.add(
    'zip_surrounded',
    `Ignored ${start} bytes before and ${bytes.length - end} after the zip file.`,
  );
  return bytes.subarray(start, end);
}

function hasZipSignature(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** Other file formats that are often mistaken for EPUB. */
const otherFormats: [what: string, at: number, signature: string][] = [
  ['This is a PDF file, not an EPUB', 0, '%PDF'],
  ['This is a Kindle book, not an EPUB', 60, 'BOOKMOBI'],
  ['This is a RAR archive, not an EPUB', 0, 'Rar!'],
  ['This is an image, not an EPUB', 0, '\u00FF\u00D8\u00FF'],
  ['This is an image, not an EPUB', 0, '\u0089PNG'],
];

function detectOtherFormat(bytes: Uint8Array): { reason: EpubFailureReason; what: string } {
  if (bytes.length === 0) return { reason: 'file_empty', what: 'The file is empty' };
  const start = Buffer.from(bytes.subarray(0, 80)).toString('latin1');
  const kind = otherFormats.find(([, at, signature]) => start.startsWith(signature, at));
  if (kind) return { reason: 'file_of_another_kind', what: kind[0] };
  return { reason: 'zip_missing', what: 'This is not a zip file, or its end is missing' };
}

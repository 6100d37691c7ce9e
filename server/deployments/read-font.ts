import { Failure } from '../failure.ts';
import { mostFontBytes } from './file-fields.ts';
import { bytesOfDataUrl, storedFile, type StoredFile } from './stored-file.ts';

/** WOFF File Format 2.0, section 3.1: the header has 48 bytes. */
const headerBytes = 48;

/**
 * A font as it is served: browsers check its tables themselves, so only its header is read here.
 *
 * @param url - `data:` URL of a WOFF2.
 * @throws Failure `invalid_request`: names `/fonts/{index}/data`.
 */
export function readFont(url: string, index: number): StoredFile {
  const bytes = bytesOfDataUrl(url);
  const fault = bytes ? faultOf(Buffer.from(bytes)) : 'It is not Base64.';
  if (!bytes || fault) {
    const pointer = `/fonts/${index}/data`;
    const detail = fault ?? '';
    throw new Failure('invalid_request', `${pointer}: ${detail}`, {
      errors: [{ pointer, detail }],
    });
  }
  return storedFile(bytes, 'font/woff2', 'woff2');
}

function faultOf(bytes: Buffer): string | null {
  if (bytes.length > mostFontBytes) return 'Must be a file of at most 300 kilobytes.';
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 4) !== 'wOF2') {
    return 'It is not a WOFF2 font.';
  }
  const isWhole =
    bytes.readUInt32BE(8) === bytes.length &&
    bytes.readUInt16BE(12) > 0 &&
    bytes.readUInt32BE(20) <= bytes.length - headerBytes;
  return isWhole ? null : 'It is a WOFF2 font that is broken or cut off.';
}

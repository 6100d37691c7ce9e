import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** DOS time has no zone: local components make the same bytes everywhere. */
const mtime = new Date(1980, 0, 1);
const stamp = { mtime, mode: 0o100644, forceDosTimestamp: true };

/**
 * An EPUB file of these files, in their order. Equal files give equal bytes.
 *
 * @see https://www.w3.org/TR/epub-33/#sec-zip-container-mime The media type comes first, uncompressed.
 */
export async function zipEpub(files: Iterable<[path: string, bytes: Buffer]>): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { ...stamp, compress: false });
  for (const [path, bytes] of files) zip.addBuffer(bytes, path, stamp);
  zip.end();
  return buffer(zip.outputStream);
}

import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/**
 * Modification time of all entries. DOS time has no time zone, so local components give the same
 * bytes everywhere.
 */
const mtime = new Date(1980, 0, 1);
const stamp = { mtime, mode: 0o100644, forceDosTimestamp: true };

/**
 * Packs files into an EPUB file in the given order. The output is deterministic.
 *
 * @see https://www.w3.org/TR/epub-33/#sec-zip-container-mime The `mimetype` file must be first and
 * uncompressed.
 */
export async function zipEpub(files: Iterable<[path: string, bytes: Buffer]>): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { ...stamp, compress: false });
  for (const [path, bytes] of files) zip.addBuffer(bytes, path, stamp);
  zip.end();
  return buffer(zip.outputStream);
}

import { readdir, readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

const here = new URL('./', import.meta.url);

/** DOS time has no zone: local components make the same bytes everywhere. */
const mtime = new Date(1980, 0, 1);
const stamp = { mtime, mode: 0o100644, forceDosTimestamp: true };

/** Pictures that are drawn as SVG and printed when the book is packed. */
const prints: Record<string, () => Promise<Buffer>> = {
  'OPS/images/cover.png': () =>
    sharp(drawing('cover')).resize({ width: 1000 }).png({ palette: true, colours: 64 }).toBuffer(),
  'OPS/images/lamp.jpg': () =>
    sharp(drawing('lamp')).flatten().jpeg({ quality: 84, mozjpeg: true }).toBuffer(),
};

/**
 * The demo's own book, “The Quiet Page”, as an EPUB 3 file. Equal sources give equal bytes.
 *
 * @see https://www.w3.org/TR/epub-33/#sec-zip-container-mime The media type comes first, uncompressed.
 */
export async function packDemoBook(): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { ...stamp, compress: false });
  for (const [path, bytes] of await contents()) zip.addBuffer(bytes, path, stamp);
  zip.end();
  return buffer(zip.outputStream);
}

async function contents(): Promise<[path: string, bytes: Buffer][]> {
  const written = [...(await filesBelow('META-INF')), ...(await filesBelow('OPS'))].map(
    async (path): Promise<[string, Buffer]> => [path, await readFile(new URL(path, here))],
  );
  const printed = Object.entries(prints).map(async ([path, print]): Promise<[string, Buffer]> => [
    path,
    await print(),
  ]);
  return Promise.all([...written, ...printed]);
}

async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(new URL(folder, here));
  return names.sort().map((name) => `${folder}/${name}`);
}

function drawing(name: string): string {
  return fileURLToPath(new URL(`pictures/${name}.svg`, here));
}

import { fromBufferPromise } from 'yauzl';
import { buildZip } from '../server/epub/fixtures/build-epub.ts';

/** A file of an unpacked book. */
export interface BookFile {
  path: string;
  bytes: Buffer;
}

/**
 * Larger files, such as audio and photographs, are not unpacked, because mutating their bytes
 * reveals little.
 */
const maxBytes = 4_000_000;

/** The readable files of a book, or empty if it is not a zip file. */
export async function unpack(epub: Buffer): Promise<BookFile[]> {
  const files: BookFile[] = [];
  try {
    const zip = await fromBufferPromise(epub, { validateEntrySizes: false });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/') || entry.isEncrypted()) continue;
      if (entry.uncompressedSize > maxBytes || entry.compressedSize > maxBytes) continue;
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        chunks.push(Buffer.from(chunk));
      }
      files.push({ path: entry.fileName, bytes: Buffer.concat(chunks) });
    }
  } catch {
    // Some samples are deliberately damaged. Only the files before the damage are used.
  }
  return files;
}

/**
 * Packs the files again, mostly uncompressed, since repetitive text would exceed the compression
 * limit.
 */
export async function pack(files: BookFile[], compress: boolean): Promise<Buffer> {
  const named = files.filter(({ path }) => isNameable(path));
  return buildZip(
    named.map(({ path, bytes }) => ({
      path,
      content: bytes,
      compress: compress && path !== 'mimetype',
    })),
  );
}

// The zip writer rejects the names that `mutate-zip` creates.
function isNameable(path: string): boolean {
  return (
    path !== '' &&
    path.length < 60_000 &&
    !/^\/|^[a-z]:|\\/i.test(path) &&
    !path.split('/').includes('..')
  );
}

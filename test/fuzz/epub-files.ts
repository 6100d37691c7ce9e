import { fromBufferPromise } from 'yauzl';
import { buildZip } from '../server/epub/fixtures/build-epub.ts';

/** A file of an unpacked book. */
export interface BookFile {
  path: string;
  bytes: Buffer;
}

/** Larger files stay out of what is unpacked: recordings and photographs, whose bytes say little. */
const maxBytes = 4_000_000;

/** The files of a book as far as they can be read; empty when it is no zip. */
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
    // Some samples are broken on purpose: what came before the fault is used.
  }
  return files;
}

/** The book again, mostly uncompressed: a long run of one thing would else pass for a bomb. */
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

// The writer refuses the names that `mutate-zip` makes.
function isNameable(path: string): boolean {
  return (
    path !== '' &&
    path.length < 60_000 &&
    !/^\/|^[a-z]:|\\/i.test(path) &&
    !path.split('/').includes('..')
  );
}

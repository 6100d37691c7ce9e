import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { catalogueFile, catalogueMissing } from './catalogue-books.ts';
import { inventRecords } from './invent-records.ts';
import { seededRandom } from './random.ts';
import { recordVarier } from './vary-record.ts';

/**
 * A file with the given number of records. It is byte-identical every time. It contains the first
 * lines of the catalog, extended with varied copies if the catalog is too short, or invented
 * records if there is no catalog.
 */
export async function makeCatalogueFile(size: number, folder: string): Promise<string> {
  const path = join(folder, `records-${size}.jsonl.gz`);
  const lines = catalogueMissing ? inventRecords(size, seededRandom(size)) : copies(size);
  await pipeline(Readable.from(inPieces(lines)), createGzip({ level: 1 }), createWriteStream(path));
  return path;
}

async function* copies(size: number): AsyncGenerator<string> {
  let made = 0;
  const vary = recordVarier(await words(), seededRandom(size));
  for (let copy = 0; made < size; copy += 1) {
    for await (const line of catalogueLines()) {
      if (made === size) return;
      yield copy === 0 ? line : vary(line, copy);
      made += 1;
    }
  }
}

function catalogueLines(): AsyncIterable<string> {
  return createInterface({ input: createReadStream(catalogueFile).pipe(createGunzip()) });
}

/** Words of the catalog's titles, repeated by frequency. */
async function words(): Promise<string[]> {
  const found: string[] = [];
  for await (const line of catalogueLines()) {
    const word = /"title":"[^"]*?(\p{L}{4,})[^"]*"/u.exec(line)?.[1];
    if (word) found.push(word);
  }
  return found;
}

/** Streams are faster with large chunks. */
async function* inPieces(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  for await (const line of lines) {
    piece.push(line, '\n');
    if (piece.length < 1000) continue;
    yield piece.join('');
    piece = [];
  }
  yield piece.join('');
}

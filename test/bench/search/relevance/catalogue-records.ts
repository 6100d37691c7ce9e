import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { computeWorkId } from '../../../../server/books/work-id.ts';
import { readGutenbergBook } from '../../../../server/metadata/loading/gutenberg.ts';
import { toRecord } from '../../../../server/metadata/loading/record-fields.ts';
import { type IndexedBook, toIndexedBook } from '../../../../server/search/indexed-book.ts';
import { catalogueFile } from '../catalogue-books.ts';

/** An ISBN-13 with a valid check digit, made from a number. */
function inventIsbn(number: number): string {
  const digits = `9791${String(number).padStart(8, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Every tenth book gets an invented ISBN, because the catalog has none. */
const booksPerIsbn = 10;

/** The catalog as the server loads and indexes it, numbered from 1. */
export async function catalogueRecords(): Promise<IndexedBook[]> {
  const books: IndexedBook[] = [];
  for await (const book of recordsIn(catalogueFile)) books.push(book);
  return books;
}

/** Does the same for a file in the catalog's format. */
export async function* recordsIn(path: string): AsyncGenerator<IndexedBook> {
  let ordinal = 0;
  const file = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input: file })) {
    const entry = readGutenbergBook(JSON.parse(line) as object);
    if ('reason' in entry) continue;
    const record = toRecord(entry.fields);
    if ('reason' in record) continue;
    ordinal += 1;
    const { title, metadata } = record;
    const isbn = { scheme: 'isbn', value: inventIsbn(ordinal) };
    const identifiers = [...metadata.identifiers, ...(ordinal % booksPerIsbn === 0 ? [isbn] : [])];
    yield toIndexedBook({
      ordinal,
      revision: ordinal,
      account_id: null,
      visibility: 'public',
      title,
      metadata: JSON.stringify({ ...metadata, identifiers }),
      popularity: record.popularity ?? 0,
      version_id: null,
      chapters: null,
      updated_at: '2026-01-01T00:00:00Z',
      work_id: computeWorkId(title, metadata),
    });
  }
}

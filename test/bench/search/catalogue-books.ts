import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import type { IndexedBook } from '../../../server/search/indexed-book.ts';
import { indexedBook } from '../../server/search/index-fixtures.ts';

/** A real catalog: 78,766 records of Project Gutenberg in JSON Lines. */
export const catalogueFile = join(
  import.meta.dirname,
  '../../../../shared/data/catalogue/gutenberg-books.jsonl.gz',
);

/** Why the catalog is unavailable, or null. */
export const catalogueMissing = existsSync(catalogueFile)
  ? null
  : `the catalogue ${catalogueFile} does not exist`;

const GutenbergRecord = z.object({
  title: z.string().nullable(),
  authors: z.array(z.object({ name: z.string() })),
  languages: z.array(z.string()),
  subjects: z.array(z.string()),
  bookshelves: z.array(z.string()),
});

/** Its books as input of the index, numbered from 1. */
export async function catalogueBooks(): Promise<IndexedBook[]> {
  const books: IndexedBook[] = [];
  const file = createReadStream(catalogueFile).pipe(createGunzip());
  for await (const line of createInterface({ input: file })) {
    const record = GutenbergRecord.parse(JSON.parse(line));
    if (record.title === null) continue;
    const [title = '', ...rest] = record.title.split('\n');
    const names = record.authors.map(({ name }) => name.split(', ').toReversed().join(' '));
    books.push(
      indexedBook(title, {
        ordinal: books.length + 1,
        subtitle: rest.join(' ') || null,
        authors: names,
        subjects: [...record.subjects, ...record.bookshelves],
        languages: record.languages,
      }),
    );
  }
  return books;
}

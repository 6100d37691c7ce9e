import assert from 'node:assert/strict';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import {
  parseNameHeading,
  readGutenbergBook,
} from '../../../../server/metadata/loading/gutenberg.ts';
import { toRecord } from '../../../../server/metadata/loading/record-fields.ts';
import type { Database } from '../../../../server/db/open.ts';
import { forEachEngine, testDatabase } from '../../harness.ts';
import { catalogueOf, jsonLines, loadContent } from './fixtures/load-content.ts';

const folder = join(import.meta.dirname, '../../../../../shared/data/catalogue');
const books = join(folder, 'gutenberg-books.jsonl.gz');
const changes = join(folder, 'changes-2026-03-to-2026-06.jsonl.gz');
const missing = existsSync(books) ? false : `there is no Project Gutenberg catalogue at ${books}`;

type Line = { id: number } & Record<string, unknown>;

describe('a record of Project Gutenberg', () => {
  it('is detected by its fields and converted', async () => {
    const db = await testDatabase('sqlite');
    const line = {
      id: 62,
      title: 'A Princess of Mars\nBeing a tale.\nOf old',
      authors: [
        {
          name: 'Burroughs, Edgar Rice',
          id: 48,
          birth: 1875,
          death: 1950,
          aliases: ['McCulloch, J.'],
        },
        { name: 'Virgil', id: 3, birth: -70, death: -19 },
        { name: 'Lloyd, J. Wm. (John William)', id: 4 },
      ],
      languages: ['en', 'fre', 'nah'],
      rights: 'Public domain in the USA.',
      has_text: true,
      bookshelves: ['Science Fiction', 'Category: Science Fiction', 'Category: Novels'],
      subjects: ['Mars (Planet) -- Fiction'],
      lcc: ['PS'],
      issued: '1993-04-01',
      type: 'Sound',
    };

    const result = await loadContent(
      db,
      'any-name.jsonl',
      jsonLines(line, { ...line, id: 63, title: null }),
    );

    assert.deepEqual(result.reasons, ['line 2: title is missing']);
    const [book] = await catalogueOf(db);
    assert.deepEqual([book?.record_key, book?.title], ['gutenberg/62', 'A Princess of Mars']);
    assert.partialDeepStrictEqual(book?.metadata, {
      subtitle: 'Being a tale. Of old',
      contributors: [
        {
          name: 'Edgar Rice Burroughs',
          sortName: 'Burroughs, Edgar Rice',
          birthYear: 1875,
          deathYear: 1950,
        },
        { name: 'Virgil', sortName: 'Virgil', birthYear: -70, deathYear: -19 },
        { name: 'J. Wm. Lloyd', sortName: 'Lloyd, J. Wm. (John William)', birthYear: null },
      ],
      otherNames: ['John William Lloyd', 'McCulloch, J.'],
      languages: ['en', 'fr', 'nah'],
      subjects: [
        { scheme: 'lcsh', code: null, label: 'Mars (Planet) -- Fiction' },
        { scheme: 'gutenberg-bookshelf', code: null, label: 'Science Fiction' },
        { scheme: 'gutenberg-bookshelf', code: null, label: 'Novels' },
        { scheme: 'lcc', code: 'PS', label: 'PS' },
      ],
      identifiers: [{ scheme: 'gutenberg', value: '62' }],
      publishedAt: null,
      rights: 'Public domain in the USA.',
    });
  });

  it('loses the codes of MARC subfields', () => {
    const titles: Record<string, [string, string | null]> = {
      'Black Beauty : $b The autobiography of a horse': [
        'Black Beauty',
        'The autobiography of a horse',
      ],
      'Peter Pan : $b [Peter and Wendy]': ['Peter Pan', '[Peter and Wendy]'],
      'The right to read = $b Le droit de lire': ['The right to read', 'Le droit de lire'],
      'History of Rome\n$b with an introduction\n$c By W. Taylor.': [
        'History of Rome',
        'with an introduction; By W. Taylor.',
      ],
      'Autobiography of Froebel $c translated': ['Autobiography of Froebel', 'translated'],
      'The $30,000 Bequest': ['The $30,000 Bequest', null],
      'How to live on $5 a day': ['How to live on $5 a day', null],
    };
    for (const [title, [main, subtitle]] of Object.entries(titles)) {
      const empty = { authors: [], languages: [], bookshelves: [], subjects: [], lcc: [] };
      const entry = readGutenbergBook({ id: 1, title, ...empty });
      assert.partialDeepStrictEqual(entry, { fields: { title: main, subtitle } });
    }
    const record = toRecord({ id: '1', title: 'A title $b its rest', subjects: ['War $x Peace'] });
    assert.partialDeepStrictEqual(record, {
      title: 'A title its rest',
      metadata: { subjects: [{ label: 'War Peace' }] },
    });
  });

  it('converts name headings to natural order', () => {
    const names = {
      'Jefferson, Thomas': 'Thomas Jefferson',
      'United States. Central Intelligence Agency': 'United States. Central Intelligence Agency',
      'Smith, Joseph, Jr.': 'Joseph Smith, Jr.',
      'Sykes, Percy, Sir': 'Sir Percy Sykes',
      'Hilary, Saint, Bishop of Poitiers': 'Saint Hilary, Bishop of Poitiers',
      'Drake, James, active 1825': 'James Drake',
      'Tolstoy, Leo, graf': 'Leo Tolstoy, graf',
      'Foster, M. (Michael), Sir': 'Sir M. Foster',
      '': '',
    };
    for (const [heading, name] of Object.entries(names)) {
      assert.equal(parseNameHeading(heading).name, name);
    }
  });
});

describe('the catalog of Project Gutenberg', { skip: missing }, () => {
  it('loads except for a record without a title, and does not change when loaded again', async () => {
    const db = await testDatabase('sqlite');
    const lines = gunzipSync(readFileSync(books)).toString('utf8').trimEnd().split('\n');
    // The last record is the one without a title.
    const some = lines.filter((_, at) => at % 8 === 0 || at === lines.length - 1);
    const file = gzipSync(some.join('\n'));
    const loaded = some.length - 1;

    const first = await loadContent(db, 'gutenberg-books.jsonl.gz', file);
    const before = await clockOf(db);
    const second = await loadContent(db, 'gutenberg-books.jsonl.gz', file);

    assert.deepEqual([first.added, first.changed, first.unchanged], [loaded, 0, 0]);
    assert.deepEqual(first.reasons, [`line ${some.length}: title is missing`]);
    assert.deepEqual([second.added, second.changed, second.unchanged], [0, 0, loaded]);
    assert.deepEqual(before, [{ id: 1, revision: loaded }]);
    assert.deepEqual(await clockOf(db), before);
  });

  it('rejects change notes without a record', async () => {
    const db = await testDatabase('sqlite');

    const result = await loadContent(db, 'changes.jsonl.gz', readFileSync(changes));

    assert.deepEqual([result.added, result.refused, result.fault], [0, 1437, null]);
    assert.match(result.reasons[0] ?? '', /the operation "change" is not supported/);
  });
});

forEachEngine('the change set of Project Gutenberg', (engine) => {
  it('adds 745 records and changes 692', { skip: missing }, async () => {
    const db = await testDatabase(engine);
    const { older, newer, same } = await snapshots();

    const first = await loadContent(db, 'march.jsonl.gz', gzipSync(jsonLines(...older)));
    const second = await loadContent(db, 'june.jsonl.gz', gzipSync(jsonLines(...newer)));

    assert.deepEqual([first.added, first.refused], [692 + same, 0]);
    assert.equal(second.changed, 692);
    assert.equal(second.unchanged, same);
    assert.equal(second.added + second.refused, 745);
    const { count } = await db.query
      .selectFrom('books')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('revision', '>', 692 + same)
      .executeTakeFirstOrThrow();
    assert.equal(Number(count), 692 + second.added);
  });
});

async function clockOf(db: Database) {
  const rows = await db.query.selectFrom('book_clock').selectAll().execute();
  return rows.map((row) => ({ ...row }));
}

/** The records of the change set before and after the changes, with some unchanged records. */
async function snapshots() {
  const added = new Set<number>();
  const old = new Map<number, object>();
  const notes = gunzipSync(readFileSync(changes)).toString('utf8').trim().split('\n');
  for (const note of notes) {
    const { op, id, old: values } = JSON.parse(note) as { op: string; id: number; old: object };
    if (op === 'add') added.add(id);
    else old.set(id, values);
  }
  const older: Line[] = [];
  const newer: Line[] = [];
  let same = 0;
  const lines = createInterface({ input: createReadStream(books).pipe(createGunzip()) });
  for await (const line of lines) {
    const record = JSON.parse(line) as Line;
    const isInChangeSet = added.has(record.id) || old.has(record.id);
    if (!isInChangeSet && record.id % 50 !== 0) continue;
    if (!isInChangeSet) same += 1;
    newer.push(record);
    if (!added.has(record.id)) older.push({ ...record, ...old.get(record.id) });
  }
  return { older, newer, same };
}

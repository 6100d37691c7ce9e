import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Database } from '../../../../server/db/open.ts';
import { forEachEngine, testDatabase, TestClock } from '../../harness.ts';
import { catalogueOf, dumpCatalogue, jsonLines, loadContent } from './fixtures/load-content.ts';

const dune = { id: 1, title: 'Dune', contributors: ['Frank Herbert'], isbn: '0441172717' };
const emma = { id: 2, title: 'Emma', contributors: ['Jane Austen'], languages: ['eng'] };
const ilya = { id: 3, title: 'Iliad', contributors: [{ name: 'Homer', birthYear: -800 }] };

async function identifiers(db: Database) {
  const rows = await db.query
    .selectFrom('book_identifiers')
    .innerJoin('books', 'books.id', 'book_identifiers.book_id')
    .select(['record_key', 'scheme', 'value'])
    .orderBy('record_key')
    .orderBy('scheme')
    .execute();
  return rows.map(({ record_key, scheme, value }) => `${record_key} ${scheme}:${value}`);
}

forEachEngine('loading a catalogue', (engine) => {
  it('adds public books without an account, numbered in file order', async () => {
    const db = await testDatabase(engine);

    const result = await loadContent(db, 'shop.jsonl', jsonLines(dune, emma, ilya));

    assert.deepEqual([result.added, result.refused, result.fault], [3, 0, null]);
    const books = await catalogueOf(db);
    assert.deepEqual(
      books.map((book) => [book.record_key, book.title, book.ordinal, book.revision]),
      [
        ['shop/1', 'Dune', 1, 1],
        ['shop/2', 'Emma', 2, 2],
        ['shop/3', 'Iliad', 3, 3],
      ],
    );
    for (const { account_id, visibility, version_id, source } of books) {
      assert.deepEqual(
        [account_id, visibility, version_id, source],
        [null, 'public', null, 'catalogue'],
      );
    }
    assert.deepEqual(books[1]?.metadata.languages, ['en']);
    assert.deepEqual(await identifiers(db), ['shop/1 isbn:9780441172719']);
  });

  it('changes nothing when the same file is loaded again, even with another name', async () => {
    const db = await testDatabase(engine);
    const file = jsonLines(dune, emma, ilya);
    await loadContent(db, 'shop.jsonl', file);
    const before = await dumpCatalogue(db);

    const clock = new TestClock('2026-11-22T12:00:00Z');
    const again = await loadContent(db, 'shop.jsonl', file, { clock });
    const renamed = await loadContent(db, 'new-name.jsonl', file, { clock, source: 'shop' });

    assert.deepEqual([again.unchanged, again.added, again.changed], [3, 0, 0]);
    assert.equal(renamed.unchanged, 3);
    assert.equal(await dumpCatalogue(db), before);
  });

  it('updates changed books and keeps their id, ordinal and creation date', async () => {
    const db = await testDatabase(engine);
    await loadContent(db, 'shop.jsonl', jsonLines(dune, emma));
    const [before] = await catalogueOf(db);

    const clock = new TestClock('2026-11-22T12:00:00Z');
    const changed = { ...dune, title: 'Dune Messiah', isbn: '9780441172696' };
    const result = await loadContent(db, 'shop.jsonl', jsonLines(changed, emma, ilya), { clock });

    assert.deepEqual([result.added, result.changed, result.unchanged], [1, 1, 1]);
    const [after] = await catalogueOf(db);
    assert.deepEqual(
      [after?.id, after?.ordinal, after?.created_at, after?.updated_at, after?.title],
      [before?.id, 1, '2026-11-21T12:00:00.000Z', '2026-11-22T12:00:00.000Z', 'Dune Messiah'],
    );
    assert.equal(after?.revision, 3);
    assert.notEqual(after?.work_id, before?.work_id);
    assert.deepEqual(await identifiers(db), ['shop/1 isbn:9780441172696']);
  });

  it('removes deleted books once and records the removal for change feeds', async () => {
    const db = await testDatabase(engine);
    await loadContent(db, 'shop.jsonl', jsonLines(dune, emma));
    const deletion = jsonLines({ op: 'delete', id: 1 }, { op: 'delete', id: 99 });

    const first = await loadContent(db, 'shop.jsonl', deletion);
    const second = await loadContent(db, 'shop.jsonl', deletion);

    assert.deepEqual([first.changed, first.unchanged], [1, 1]);
    assert.deepEqual([second.changed, second.unchanged], [0, 2]);
    assert.deepEqual(
      (await catalogueOf(db)).map(({ title }) => title),
      ['Emma'],
    );
    const removals = await db.query.selectFrom('book_removals').selectAll().execute();
    assert.deepEqual(
      removals.map((row) => ({ ...row })),
      [{ revision: 3, ordinal: 1 }],
    );
  });

  it('uses the last of several records with one id, and does not change when loaded again', async () => {
    const db = await testDatabase(engine);
    const file = jsonLines(dune, emma, { ...dune, title: 'Dune, revised' });

    const first = await loadContent(db, 'shop.jsonl', file);
    const second = await loadContent(db, 'shop.jsonl', file);

    assert.deepEqual([first.added, first.changed, first.unchanged], [2, 1, 0]);
    assert.deepEqual([second.added, second.changed, second.unchanged], [0, 0, 3]);
    assert.deepEqual((await catalogueOf(db)).map(({ title }) => title).sort(), [
      'Dune, revised',
      'Emma',
    ]);
  });

  it('keeps manual edits, and enriched values that the file does not contain', async () => {
    const db = await testDatabase(engine);
    await loadContent(db, 'shop.jsonl', jsonLines(dune));
    const [book] = await catalogueOf(db);
    assert.ok(book);
    const origin = { fetchedAt: '2026-11-21T12:00:00.000Z', confidence: 1 };
    await db.query
      .updateTable('books')
      .set({
        title: 'Dune!',
        word_count: 188_000,
        metadata: JSON.stringify({
          ...book.metadata,
          publisher: 'By hand',
          description: 'Found elsewhere',
          readability: 41,
          subjects: [{ scheme: null, code: null, label: 'Deserts' }],
        }),
        provenance: JSON.stringify({
          title: { source: 'manual', ...origin },
          publisher: { source: 'manual', ...origin },
          description: { source: 'openlibrary', ...origin },
          subjects: { source: 'openlibrary', ...origin },
          wordCount: { source: 'text', ...origin },
        }),
      })
      .execute();

    const next = { ...dune, title: 'DUNE', publisher: 'Ace', subjects: ['Arrakis'] };
    const result = await loadContent(db, 'shop.jsonl', jsonLines(next));

    assert.equal(result.changed, 1);
    const [after] = await catalogueOf(db);
    assert.equal(after?.title, 'Dune!');
    assert.equal(after?.word_count, 188_000);
    assert.equal(after?.metadata.publisher, 'By hand');
    assert.equal(after?.metadata.description, 'Found elsewhere');
    assert.equal(after?.metadata.readability, 41);
    assert.equal(after?.metadata.subjects[0]?.label, 'Arrakis');
    assert.deepEqual(Object.keys(after?.provenance ?? {}).sort(), [
      'description',
      'publisher',
      'title',
      'wordCount',
    ]);
  });

  it('stores each record once when two loads of the same file run concurrently', async () => {
    const db = await testDatabase(engine);
    const file = jsonLines(
      ...Array.from({ length: 1200 }, (_, index) => ({ id: index, title: `Book ${index}` })),
    );

    const [one, two] = await Promise.all([
      loadContent(db, 'shop.jsonl', file),
      loadContent(db, 'shop.jsonl', file),
    ]);

    assert.equal(one.added + two.added, 1200);
    assert.equal(one.unchanged + two.unchanged, 1200);
    assert.equal((await catalogueOf(db)).length, 1200);
  });
});

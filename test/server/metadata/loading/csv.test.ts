import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testDatabase } from '../../harness.ts';
import { catalogueOf, loadContent } from './fixtures/load-content.ts';

describe('a catalogue of CSV', () => {
  it('has our own fields as columns, lists parted by semicolons, and cells over several lines', async () => {
    const db = await testDatabase('sqlite');
    const file = [
      '\ufeffid,title,contributors[].name,contributors[].role,languages[],description,price.amount,price.currency,note',
      '1,"The ""Good"" Soldier","Ford Madox Ford; Max Saunders","aut;edt",en;fr,"One,\r\ntwo",7.50,GBP,x',
      '2,Emma,Jane Austen;,,,,,GBP,',
      '',
    ].join('\r\n');

    const result = await loadContent(db, 'stock.csv', file);

    assert.deepEqual([result.added, result.reasons, result.fault], [2, [], null]);
    const [soldier, emma] = await catalogueOf(db);
    assert.deepEqual([soldier?.record_key, soldier?.title], ['stock/1', 'The "Good" Soldier']);
    assert.deepEqual(
      soldier?.metadata.contributors.map(({ name, role }) => [name, role]),
      [
        ['Ford Madox Ford', 'aut'],
        ['Max Saunders', 'edt'],
      ],
    );
    assert.deepEqual(soldier?.metadata.languages, ['en', 'fr']);
    assert.equal(soldier?.metadata.description, 'One,\ntwo');
    assert.deepEqual(soldier?.metadata.price, { amount: '7.50', currency: 'GBP' });
    assert.deepEqual(
      emma?.metadata.contributors.map(({ name, role }) => [name, role]),
      [['Jane Austen', 'aut']],
    );
    assert.equal(emma?.metadata.price, null);
  });

  it('is led by a mapping of columns, parted by whatever its first row is parted by', async () => {
    const db = await testDatabase('sqlite');
    const file = 'EAN;Titel;"Autor, erster";Preis\n9783161484100;Über alles;Anna Blüm;9.99\n';
    const mapping = {
      isbn: 'EAN',
      title: 'Titel',
      'contributors[].name': 'Autor, erster',
      'price.amount': 'Preis',
      'price.currency': '=EUR',
    };

    const result = await loadContent(db, 'stock.csv.gz', gzipSync(file), { mapping });

    assert.deepEqual([result.added, result.reasons], [1, []]);
    const [book] = await catalogueOf(db);
    assert.equal(book?.record_key, 'stock/isbn:9783161484100');
    assert.deepEqual(
      [book?.title, book?.metadata.contributors[0]?.name],
      ['Über alles', 'Anna Blüm'],
    );
    assert.deepEqual(book?.metadata.price, { amount: '9.99', currency: 'EUR' });
  });

  it('refuses single rows by their line, and takes the others', async () => {
    const db = await testDatabase('sqlite');
    const file = Buffer.concat([
      Buffer.from('id,title\n1,One\n2\n3,Three,more\n4,Caf'),
      Buffer.from([0xe9]),
      Buffer.from(`\n5,${'x'.repeat(1001)}\n6,"Six\r\nsix",\n7,"Sev" en\n8\n`),
    ]);

    const result = await loadContent(db, 'stock.csv', file);

    assert.deepEqual(
      (await catalogueOf(db)).map(({ title }) => title),
      ['One', '"Sev" en'],
    );
    assert.deepEqual(result.reasons, [
      'line 3: title is missing',
      'line 4: has 3 cells under 2 columns',
      'line 5: the row is not UTF-8',
      'line 6: title longer than 1,000 characters',
      'line 7: has 3 cells under 2 columns',
      'line 10: title is missing',
    ]);
  });

  it('is unreadable when a quote never closes, and keeps what stood before it', async () => {
    const db = await testDatabase('sqlite');

    const result = await loadContent(db, 'stock.csv', 'id,title\n1,One\n2,"Two\n3,Three\n');

    assert.equal(result.added, 1);
    assert.deepEqual(result.reasons, ['line 3: a quote is opened and not closed']);
  });

  it('is unreadable when no column is a field of ours', async () => {
    const db = await testDatabase('sqlite');

    const result = await loadContent(db, 'stock.csv', 'a,b\n1,2\n');

    assert.match(result.fault ?? '', /give a mapping/);
  });
});

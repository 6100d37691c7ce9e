import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testDatabase } from '../../harness.ts';
import { catalogueOf, loadContent } from './fixtures/load-content.ts';

describe('a CSV catalog', () => {
  it('supports our fields as columns, lists with semicolons, and multiline cells', async () => {
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

  it('supports a mapping of columns and detects its delimiter', async () => {
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

  it('rejects invalid rows with their line number and loads the others', async () => {
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
      'line 4: the row has 3 cells, but there are 2 columns',
      'line 5: the row is not UTF-8',
      'line 6: title longer than 1,000 characters',
      'line 7: the row has 3 cells, but there are 2 columns',
      'line 10: title is missing',
    ]);
  });

  it('rejects a row with an unclosed quote and keeps the rows before it', async () => {
    const db = await testDatabase('sqlite');

    const result = await loadContent(db, 'stock.csv', 'id,title\n1,One\n2,"Two\n3,Three\n');

    assert.equal(result.added, 1);
    assert.deepEqual(result.reasons, ['line 3: a quote is not closed']);
  });

  it('is unreadable if no column is a known field', async () => {
    const db = await testDatabase('sqlite');

    const result = await loadContent(db, 'stock.csv', 'a,b\n1,2\n');

    assert.match(result.fault ?? '', /Provide a mapping/);
  });
});

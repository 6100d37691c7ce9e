import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Failure } from '../../../../server/failure.ts';
import { testDatabase } from '../../harness.ts';
import { catalogueOf, jsonLines, loadContent } from './fixtures/load-content.ts';

describe('a JSON Lines catalog', () => {
  it('supports every field and sanitizes the values', async () => {
    const db = await testDatabase('sqlite');
    const whole = {
      id: 'a-1',
      title: '  E\u0301mile,\u0000 or\n On \ud800Education ',
      subtitle: 'A\ttreatise',
      contributors: [
        { name: 'Jean-Jacques Rousseau', sortName: 'Rousseau, Jean-Jacques', birthYear: 1712 },
        { name: 'Barbara Foxley', role: 'trl' },
      ],
      otherNames: ['Rousseau', 'Rousseau'],
      languages: ['fre', 'EN_gb', 'klingon!'],
      description: '<p>One &amp; two</p><script>alert(1)</script><p>Three<br>four</p>',
      subjects: [
        'Education',
        { scheme: 'lcsh', label: 'Children' },
        { scheme: 'ddc', code: '370' },
      ],
      identifiers: [
        'urn:isbn:9780465019311',
        { scheme: 'DOI', value: 'https://doi.org/10.1000/182' },
      ],
      isbn: '978-0-465-01931-0',
      publisher: 'Dent',
      publishedAt: '1911-05',
      series: { name: 'Everyman', position: 518 },
      layout: 'fixed',
      readingProgression: 'rtl',
      rights: 'Public domain',
      pageCount: 444,
      wordCount: '210000',
      popularity: 7,
      price: { amount: 9.5, currency: 'EUR' },
      coverUrl: 'https://covers.example/1.jpg',
      unknown: 'ignored',
    };

    const result = await loadContent(db, 'books.jsonl', jsonLines(whole));

    assert.deepEqual([result.added, result.reasons], [1, []]);
    const [book] = await catalogueOf(db);
    assert.equal(book?.title, 'Émile, or On Education');
    assert.deepEqual([book?.word_count, book?.popularity], [210_000, 7]);
    const { description, ...rest } = book?.metadata ?? {};
    assert.equal(description, 'One & two\nThree\nfour');
    assert.partialDeepStrictEqual(rest, {
      subtitle: 'A treatise',
      contributors: [
        {
          name: 'Jean-Jacques Rousseau',
          sortName: 'Rousseau, Jean-Jacques',
          role: 'aut',
          birthYear: 1712,
          deathYear: null,
        },
        { name: 'Barbara Foxley', sortName: null, role: 'trl', birthYear: null, deathYear: null },
      ],
      otherNames: ['Rousseau'],
      languages: ['fr', 'en-GB'],
      subjects: [
        { scheme: null, code: null, label: 'Education' },
        { scheme: 'lcsh', code: null, label: 'Children' },
        { scheme: 'ddc', code: '370', label: '370' },
      ],
      identifiers: [
        { scheme: 'unknown', value: '978-0-465-01931-0' },
        { scheme: 'isbn', value: '9780465019311' },
        { scheme: 'doi', value: '10.1000/182' },
      ],
      publisher: 'Dent',
      publishedAt: '1911-05',
      series: { name: 'Everyman', position: '518' },
      layout: 'fixed',
      readingProgression: 'rtl',
      rights: 'Public domain',
      pageCount: 444,
      price: { amount: '9.5', currency: 'EUR' },
      coverUrl: 'https://covers.example/1.jpg',
    });
  });

  it('rejects invalid lines with their number and reason and loads the others', async () => {
    const db = await testDatabase('sqlite');
    const invalidRecords: [unknown, string][] = [
      [{ id: 1 }, 'title is missing'],
      [{ id: 1, title: ' \u0000 ' }, 'title is empty'],
      [{ id: 1, title: 5 }, 'title must be text'],
      [{ id: 1, title: 'x'.repeat(1001) }, 'title longer than 1,000 characters'],
      [{ title: 'No id' }, 'id is missing, and there is no identifier to use instead'],
      [
        { id: 1, title: 'x', contributors: Array(101).fill('y') },
        'contributors more than 100 entries',
      ],
      [{ id: 1, title: 'x', subjects: Array(201).fill('y') }, 'subjects more than 200 entries'],
      [
        { id: 1, title: 'x', contributors: [{ name: 'y', role: 'author' }] },
        'contributors.0.role must be a MARC relator code, such as `aut`',
      ],
      [
        { id: 1, title: 'x', description: 'y'.repeat(20_001) },
        'description longer than 20,000 characters',
      ],
      [
        { id: 1, title: 'x', publishedAt: 'spring' },
        'publishedAt must be a date such as 2030, 2030-01 or 2030-01-31',
      ],
      [{ id: 1, title: 'x', wordCount: 1.5 }, 'wordCount must be a whole number'],
      [{ id: 1, title: 'x', pageCount: -1 }, 'pageCount below zero'],
      [{ id: 1, title: 'x', coverUrl: 'javascript:alert(1)' }, 'coverUrl must be an HTTP(S) URL'],
      [
        { id: 1, title: 'x', price: { amount: '1', currency: 'euro' } },
        'price.currency must be an ISO 4217 code such as EUR',
      ],
      [[1], 'the line is not a JSON object'],
      [{ op: 'change', id: 11, fields: [], old: {} }, 'the operation "change" is not supported'],
      [{ op: 'add', id: 11 }, 'the operation "add" is not supported'],
    ];

    const result = await loadContent(
      db,
      'books.jsonl',
      `${jsonLines(...invalidRecords.map(([record]) => record))}{"title": \n\n${jsonLines({ id: 1, title: 'Good' })}`,
    );

    assert.deepEqual(result.reasons, [
      ...invalidRecords.map(([, reason], index) => `line ${index + 1}: ${reason}`),
      `line ${invalidRecords.length + 1}: the line is not a JSON object`,
    ]);
    assert.deepEqual([result.added, result.refused], [1, invalidRecords.length + 1]);
  });

  it('supports a mapping from other field names', async () => {
    const db = await testDatabase('sqlite');
    const record = {
      no: 7,
      name: { main: 'Der Prozess' },
      people: [
        { full: 'Franz Kafka', job: 'aut' },
        { full: 'Max Brod', job: 'edt' },
      ],
      langs: 'ger',
      tags: [{ words: ['Courts', 'Guilt'] }, {}],
      cost: '7.90',
    };
    const mapping = {
      id: 'no',
      title: 'name.main',
      'contributors[].role': 'people[].job',
      'contributors[].name': 'people[].full',
      'languages[]': 'langs',
      'subjects[].scheme': '=tags',
      'subjects[].label': 'tags[].words[]',
      'price.currency': '=EUR',
      'price.amount': 'cost',
      publisher: 'constructor.name',
    };

    const result = await loadContent(db, 'foreign.ndjson.gz', gzipSync(jsonLines(record)), {
      mapping,
    });

    assert.deepEqual([result.added, result.reasons], [1, []]);
    const [book] = await catalogueOf(db);
    assert.deepEqual([book?.record_key, book?.title], ['foreign/7', 'Der Prozess']);
    const { metadata } = book ?? {};
    assert.deepEqual(
      metadata?.contributors.map(({ name, role }) => `${name} ${role}`),
      ['Franz Kafka aut', 'Max Brod edt'],
    );
    assert.deepEqual(metadata?.languages, ['de']);
    assert.deepEqual(
      metadata?.subjects.map(({ scheme, label }) => `${scheme}:${label}`),
      ['tags:Courts', 'tags:Guilt'],
    );
    assert.deepEqual(metadata?.price, { amount: '7.90', currency: 'EUR' });
    assert.equal(metadata?.publisher, null);
  });

  it('rejects a mapping with unknown fields', async () => {
    const db = await testDatabase('sqlite');
    for (const mapping of [{ titel: 'name' }, { title: 5 }, ['title'], { '__proto__.x': 'y' }]) {
      await assert.rejects(
        loadContent(db, 'books.jsonl', jsonLines({ title: 'x' }), { mapping }),
        (error) => error instanceof Failure && error.code === 'invalid_request',
      );
    }
  });
});

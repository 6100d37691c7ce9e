import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testDatabase } from '../../harness.ts';
import { catalogueOf, loadContent } from './fixtures/load-content.ts';

const publication = {
  metadata: {
    '@type': 'http://schema.org/Book',
    identifier: 'urn:isbn:9783161484100',
    title: { de: 'Moby Dick oder Der Wal', en: 'Moby-Dick' },
    subtitle: 'Or, The Whale',
    author: [{ name: 'Herman Melville', sortAs: 'Melville, Herman' }],
    translator: 'Alice Jendis',
    language: 'en',
    description: '<p>Call me <i>Ishmael</i>.</p>',
    subject: ['Whales', { name: 'Sea stories', scheme: 'lcsh', code: 'sh1' }],
    publisher: { name: 'Harper' },
    published: '1851-11-14T00:00:00Z',
    numberOfPages: 635,
    belongsTo: { series: { name: 'Classics', position: 3 } },
    presentation: { layout: 'fixed' },
  },
  links: [
    {
      rel: 'http://opds-spec.org/acquisition/buy',
      href: 'https://shop.example/1',
      properties: { price: { value: 4.99, currency: 'USD' } },
    },
  ],
  images: [{ href: 'cover.jpg' }, { href: 'https://shop.example/1.jpg' }],
};

const named = (title: string) => ({ metadata: { title, identifier: `x:${title}` }, links: [] });

describe('an OPDS 2.0 catalog', () => {
  it('supports compact and formatted JSON, including groups', async () => {
    const feed = {
      metadata: { title: 'Feed' },
      links: [{ rel: 'next', href: 'https://shop.example/2' }],
      publications: [publication, named('Two')],
      groups: [
        { metadata: { title: 'New' }, publications: [named('Three')] },
        { metadata: { title: 'Old' }, groups: [{ publications: [named('Four')] }] },
        { metadata: { title: 'Empty' }, navigation: [{ href: '/', title: 'x' }] },
      ],
    };
    for (const text of [JSON.stringify(feed), JSON.stringify(feed, null, 2)]) {
      const db = await testDatabase('sqlite');

      const result = await loadContent(db, 'feed.json.gz', gzipSync(text));

      assert.deepEqual([result.added, result.reasons, result.fault], [4, [], null]);
      const [book, ...others] = await catalogueOf(db);
      assert.deepEqual(
        others.map(({ title }) => title),
        ['Two', 'Three', 'Four'],
      );
      assert.deepEqual(
        [book?.record_key, book?.title, book?.source],
        ['feed/urn:isbn:9783161484100', 'Moby-Dick', 'opds'],
      );
      assert.partialDeepStrictEqual(book?.metadata, {
        subtitle: 'Or, The Whale',
        contributors: [
          { name: 'Herman Melville', sortName: 'Melville, Herman', role: 'aut' },
          { name: 'Alice Jendis', role: 'trl' },
        ],
        languages: ['en'],
        description: 'Call me Ishmael.',
        subjects: [
          { scheme: null, code: null, label: 'Whales' },
          { scheme: 'lcsh', code: 'sh1', label: 'Sea stories' },
        ],
        identifiers: [{ scheme: 'isbn', value: '9783161484100' }],
        publisher: 'Harper',
        publishedAt: '1851-11-14',
        series: { name: 'Classics', position: '3' },
        layout: 'fixed',
        pageCount: 635,
        price: { amount: '4.99', currency: 'USD' },
        coverUrl: 'https://shop.example/1.jpg',
      });
    }
  });

  it('rejects invalid publications and keeps those before an error', async () => {
    const db = await testDatabase('sqlite');
    const feed = JSON.stringify({
      publications: [named('One'), {}, 5, { metadata: { title: 'No id' } }, named('Two')],
    });

    const whole = await loadContent(db, 'feed.json', feed);
    const broken = await loadContent(db, 'feed.json', feed.slice(0, -30));

    assert.deepEqual(whole.reasons, [
      'record 2: title is missing',
      'record 3: the record must be an object',
      'record 4: id is missing, and there is no identifier to use instead',
    ]);
    assert.deepEqual([whole.added, whole.fault], [2, null]);
    assert.deepEqual(
      [broken.unchanged, broken.fault],
      [1, 'The JSON is incomplete or invalid after record 4.'],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LookupQuery } from '../../../../server/metadata/enrichment/contract.ts';
import {
  googleVolume,
  googleVolumes,
  isbn,
  openLibraryData,
  startFakeSources,
} from './fixtures/fake-sources.ts';

const { signal } = new AbortController();
const byIsbn: LookupQuery = {
  title: 'The Quiet Harbour',
  subtitle: null,
  authors: ['Ann Author'],
  isbns: [isbn],
};
const byName: LookupQuery = { ...byIsbn, isbns: [] };
const subject = (label: string) => ({ scheme: null, code: null, label });

describe('Open Library', () => {
  it('looks up an edition by ISBN and follows redirects on the same host', async () => {
    const host = await startFakeSources();
    host.says('/api/books', openLibraryData());
    host.says(`/isbn/${isbn}.json`, '', { status: 302, headers: { Location: '/books/OL1M.json' } });
    host.says('/books/OL1M.json', {
      description: { type: '/type/text', value: 'A harbour\r\n\r\nand <i>its</i> people.' },
      languages: [{ key: '/languages/fre' }],
    });

    const result = await host.source('openlibrary').lookUp(byIsbn, signal);

    assert.deepEqual(result, {
      confidence: 1,
      values: {
        subtitle: 'A Novel of the Coast',
        contributors: [
          { name: 'Ann Author', sortName: null, role: 'aut', birthYear: null, deathYear: null },
        ],
        publisher: 'Harbour Press',
        publishedAt: '2005-05-16',
        pageCount: 312,
        subjects: [subject('Harbours')],
        description: 'A harbour\nand its people.',
        languages: ['fr'],
        coverUrl: 'https://covers.openlibrary.org/b/id/7-L.jpg',
      },
    });
  });

  it('looks up a work by title and author, without values of an edition', async () => {
    const host = await startFakeSources();
    host.says('/search.json', {
      numFound: 2,
      docs: [
        { key: '/works/OL8W', title: 'The Loud Harbour', author_name: ['Ann Author'], cover_i: 8 },
        {
          key: '/works/OL9W',
          title: 'Quiet harbour',
          author_name: ['Author, A.'],
          cover_i: 9,
          subject: ['Harbours', 'Harbours'],
          publisher: ['Another Press'],
          first_publish_year: 1999,
        },
      ],
    });
    host.says('/works/OL9W.json', { description: 'Calm.' });

    const result = await host.source('openlibrary').lookUp(byName, signal);

    assert.equal(result?.confidence, 1);
    assert.deepEqual(result?.values, {
      description: 'Calm.',
      subjects: [subject('Harbours')],
      coverUrl: 'https://covers.openlibrary.org/b/id/9-L.jpg',
    });
  });

  it('is ignored if its book has a different ISBN or title', async () => {
    const host = await startFakeSources();
    const source = host.source('openlibrary');

    host.says('/api/books', openLibraryData({ identifiers: { isbn_13: ['9783161484100'] } }));
    assert.equal(await source.lookUp(byIsbn, signal), null);
    host.says('/api/books', openLibraryData({ title: 'Cooking with Gas', subtitle: undefined }));
    assert.equal(await source.lookUp(byIsbn, signal), null);
    host.says('/search.json', {
      docs: [{ key: '/works/OL1W', title: 'The Quiet Harbour', author_name: ['Bob Baker'] }],
    });
    assert.equal(await source.lookUp(byName, signal), null);
  });
});

describe('Google Books', () => {
  it('looks up a volume by ISBN and removes markup from the description', async () => {
    const host = await startFakeSources();
    host.says('/books/v1/volumes?q=isbn', googleVolumes({ volumeInfo: {} }, googleVolume()));

    const result = await host.source('googlebooks').lookUp(byIsbn, signal);

    assert.deepEqual(result, {
      confidence: 1,
      values: {
        description: 'A harbour & its people.\nCalm.',
        subjects: [subject('Fiction')],
        coverUrl: 'https://books.google.com/books/content?id=x&img=1',
        subtitle: null,
        contributors: [
          { name: 'Ann Author', sortName: null, role: 'aut', birthYear: null, deathYear: null },
        ],
        publisher: 'Harbour Press, London',
        publishedAt: '2005-05',
        pageCount: 320,
        languages: ['en'],
      },
    });
  });

  it('accepts cover URLs only on its own hosts', async () => {
    const host = await startFakeSources();
    const source = host.source('googlebooks');
    for (const thumbnail of [
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'https://books.google.com.evil.example/x',
      'https://books.google.com@evil.example/x',
      'https://books.google.com:8443/x',
      'ftp://books.google.com/x',
      'not a URL',
    ]) {
      host.says('/books/v1/volumes', googleVolumes(googleVolume({ imageLinks: { thumbnail } })));
      const result = await source.lookUp(byIsbn, signal);
      assert.equal(result?.values.coverUrl, null, thumbnail);
      assert.equal(result?.values.publisher, 'Harbour Press, London');
    }
  });

  it('is ignored if its book has a different ISBN or title', async () => {
    const host = await startFakeSources();
    const source = host.source('googlebooks');
    const mismatches = [
      googleVolume({ title: 'Cooking with Gas' }),
      googleVolume({ industryIdentifiers: [{ type: 'ISBN_13', identifier: '9783161484100' }] }),
    ];
    for (const mismatch of mismatches) {
      host.says('/books/v1/volumes?q=isbn', googleVolumes(mismatch));
      assert.equal(await source.lookUp(byIsbn, signal), null);
    }
    host.says('/books/v1/volumes?q=intitle', googleVolumes(mismatches[0] ?? {}));
    assert.equal(await source.lookUp(byName, signal), null);
    assert.equal(await source.lookUp({ ...byName, authors: [] }, signal), null);
  });
});

describe('a source that misbehaves', () => {
  const failure = { name: 'SourceError' };

  it('fails if it is slow or its response is invalid', async () => {
    const host = await startFakeSources();
    const path = '/books/v1/volumes';

    host.on(path, () => undefined);
    await assert.rejects(host.source('googlebooks', 50).lookUp(byIsbn, signal), {
      ...failure,
      message: /took longer than 50 ms/,
    });
    const source = host.source('googlebooks');
    host.says(path, '<html>Sorry</html>', { type: 'text/html' });
    await assert.rejects(source.lookUp(byIsbn, signal), { ...failure, message: /instead of JSON/ });
    host.says(path, '{"items": [', {});
    await assert.rejects(source.lookUp(byIsbn, signal), failure);
    host.says(path, { items: 'none' });
    await assert.rejects(source.lookUp(byIsbn, signal), {
      ...failure,
      message: /unexpected structure/,
    });
    host.says(path, {}, { status: 500 });
    await assert.rejects(source.lookUp(byIsbn, signal), { ...failure, retryAfterMs: null });
    host.on(path, (request) => request.socket.destroy());
    await assert.rejects(source.lookUp(byIsbn, signal), failure);
  });

  it('is aborted after one megabyte', async () => {
    const host = await startFakeSources();
    let sent = 0;
    host.on('/books/v1/volumes', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const piece = Buffer.alloc(1_000_000, ' ');
      const more = (): void => {
        while (sent < 50 && !response.destroyed) {
          sent += 1;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end('{}');
      };
      more();
    });

    await assert.rejects(host.source('googlebooks').lookUp(byIsbn, signal), {
      ...failure,
      message: /more than 1000000 bytes/,
    });
    assert.ok(sent < 50);
  });

  it('must not redirect to another host', async () => {
    const [host, other] = [await startFakeSources(), await startFakeSources()];
    other.says('/', googleVolumes(googleVolume()));
    host.says('/books', '', { status: 302, headers: { Location: `${other.url}/` } });

    await assert.rejects(host.source('googlebooks').lookUp(byIsbn, signal), failure);

    assert.deepEqual(other.asked, []);
  });

  it('determines the retry delay', async () => {
    const host = await startFakeSources();
    const source = host.source('googlebooks');
    for (const [retryAfter, retryAfterMs] of [
      ['120', 120_000],
      ['Sat, 21 Nov 2026 12:05:00 GMT', 300_000],
      ['999999999', 86_400_000],
      ['soon', 60_000],
    ] as const) {
      host.says('/books', {}, { status: 429, headers: { 'Retry-After': retryAfter } });
      await assert.rejects(source.lookUp(byIsbn, signal), { ...failure, retryAfterMs });
    }
  });
});

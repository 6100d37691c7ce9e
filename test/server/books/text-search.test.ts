import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { extractSectionText } from '../../../server/books/text-search/section-text.ts';
import { Chapter, TextHit } from '../../../server/books/contract.ts';
import { PageMeta } from '../../../server/http/query-parameters.ts';
import { SectionContent } from '../../../server/reading-sessions/contract.ts';
import type { EpubFixture } from '../epub/fixtures/build-epub.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { addBook } from './add-book.ts';
import { importBook } from './import-book.ts';

const book: EpubFixture = {
  chapters: [
    {
      title: 'Loomings',
      body: '<h1>Loomings</h1><p>Call me <em>Ish</em>mael. Some years ago.</p><p>The sea!</p>',
    },
    { title: null, body: '<p>Nothing here of note.</p>', itemref: 'linear="no"' },
    {
      title: 'The Café',
      body: '<h1 id="a">The Café</h1><p>A cafe\u0301 by the SEA.</p><h2 id="b">Night</h2><p>Sea, sea. 捕鯨船の<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby></p>',
    },
  ],
  nav: `<nav epub:type="toc"><ol><li><a href="chapter-1.xhtml">Loomings</a></li>
    <li><a href="chapter-3.xhtml">The Café</a><ol><li><a href="chapter-3.xhtml#b">Night</a></li></ol></li></ol></nav>`,
};

const Hits = z.object({
  data: z.array(z.strictObject(TextHit.shape)),
  meta: z.strictObject(PageMeta.shape),
});

async function search(api: TestApi, key: string, id: string, query: string) {
  const response = await api.request(`/v1/books/${id}/search?${query}`, { key });
  assert.equal(response.status, 200, await response.clone().text());
  return { ...Hits.parse(await response.json()), link: response.headers.get('Link') };
}

forEachEngine('GET /v1/books/:bookId/search', (engine) => {
  it('finds every match, with its chapter and surrounding text', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await importBook(api, book);

    const { data, meta } = await search(api, key, id, 'q=sea');

    assert.equal(meta.total, 4);
    assert.deepEqual(
      data.map(({ sectionIndex, chapterTitle, snippet }) => [
        sectionIndex,
        chapterTitle,
        snippet.before,
        snippet.match,
        snippet.after,
      ]),
      [
        [0, 'Loomings', 'The ', 'sea', '!'],
        [2, 'The Café', 'A cafe\u0301 by the ', 'SEA', '.'],
        [2, 'Night', '', 'Sea', ', sea. 捕鯨船の東京'],
        [2, 'Night', 'Sea, ', 'sea', '. 捕鯨船の東京'],
      ],
    );
  });

  it('returns offsets that apply to the text delivered to the reader', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await importBook(api, book);
    const embed = await (await api.request(`/v1/reader/embed?book=${id}`, { key })).json();
    const { content, token } = embed.data.session;
    const shown = {
      'ishmael. some': 'Ishmael. Some',
      'cafe by': 'cafe\u0301 by',
      東京: '東とう京',
      捕鯨: '捕鯨',
    };
    for (const [q, expected] of Object.entries(shown)) {
      const { data } = await search(api, key, id, `q=${encodeURIComponent(q)}`);
      const [hit] = data;
      assert.ok(hit, q);
      const path = `${content}/sections/${hit.sectionIndex}`.replace('http://svc.test', '');
      const response = await api.request(path, { key: token });
      const section = SectionContent.parse((await response.json()).data);
      const { text } = extractSectionText(section.tree);
      assert.equal(text.length, section.length);
      assert.equal(text.slice(hit.offset, hit.offset + hit.length), expected);
    }
  });

  it('returns pages and rejects a cursor of another search', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await importBook(api, book);

    const first = await search(api, key, id, 'q=sea&limit=3');
    const second = await search(api, key, id, `q=sea&limit=3&cursor=${first.meta.nextCursor}`);
    const foreign = await api.request(
      `/v1/books/${id}/search?q=night&cursor=${first.meta.nextCursor}`,
      { key },
    );

    assert.equal(first.data.length, 3);
    assert.match(first.link ?? '', /rel="next"$/);
    assert.deepEqual(
      second.data.map(({ snippet }) => snippet.before),
      ['Sea, '],
    );
    assert.equal(second.meta.nextCursor, null);
    assert.equal(second.meta.total, 4);
    assert.equal((await foreign.json()).code, 'invalid_cursor');
  });

  it('requires a visible book with text', async () => {
    const api = await testApi(engine);
    const { text: foreignKey } = await api.newKey({ account: 'globex' });
    const hidden = await addBook(api, { title: 'Hidden', visibility: 'private' });
    const record = await addBook(api, { title: 'Record', readable: false });
    const codeOf = async (path: string) =>
      (await (await api.request(path, { key: foreignKey })).json()).code;

    assert.equal(await codeOf(`/v1/books/${hidden}/search?q=word`), 'book_not_found');
    assert.equal(await codeOf(`/v1/books/${hidden}/chapters`), 'book_not_found');
    assert.equal(await codeOf(`/v1/books/${hidden}/manifest`), 'book_not_found');
    assert.equal(await codeOf(`/v1/books/${record}/search?q=word`), 'book_not_readable');
  });
});

forEachEngine('GET /v1/books/:bookId/chapters', (engine) => {
  it('returns the reading order, with each chapter’s table of contents entries', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await importBook(api, book);

    const response = await api.request(`/v1/books/${id}/chapters`, { key });

    const { data, meta } = z
      .object({ data: z.array(z.strictObject(Chapter.shape)), meta: PageMeta })
      .parse(await response.json());
    assert.equal(meta.total, 3);
    assert.deepEqual(
      data.map(({ index, title, linear }) => [index, title, linear]),
      [
        [0, 'Loomings', true],
        [1, '', false],
        [2, 'The Café', true],
      ],
    );
    assert.deepEqual(
      data[2]?.headings.map(({ title, level }) => [title, level]),
      [
        ['The Café', 1],
        ['Night', 2],
      ],
    );
    assert.deepEqual(
      data.map((chapter) => chapter.id),
      data.map((chapter) => chapter.id).sort(),
    );
    assert.ok(data.every((chapter) => chapter.id.startsWith(`ch_${id.slice(3)}`)));
  });

  it('returns pages with stable ids', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await importBook(api, book);
    const page = async (query: string) =>
      (await (await api.request(`/v1/books/${id}/chapters${query}`, { key })).json()) as {
        data: Chapter[];
        meta: { nextCursor: string | null };
      };

    const whole = await page('');
    const first = await page('?limit=2');
    const second = await page(`?limit=2&cursor=${first.meta.nextCursor}`);

    assert.deepEqual([...first.data, ...second.data], whole.data);
    assert.equal(second.meta.nextCursor, null);
  });

  it('returns an empty list for a book without text', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await addBook(api, { title: 'Record', readable: false });

    const response = await api.request(`/v1/books/${id}/chapters`, { key });

    assert.deepEqual(await response.json(), {
      data: [],
      meta: { total: 0, limit: 20, nextCursor: null },
    });
  });
});

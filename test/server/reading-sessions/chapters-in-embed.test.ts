import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addBook } from '../books/add-book.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { serialBook } from './serial-book.ts';

forEachEngine('published chapters in the reader', (engine) => {
  it('follow the file’s sections, sorted by position, and are part of the contents and positions', async () => {
    const { open, publish, bookId, key } = await serialBook(await testApi(engine));
    const before = await open();
    const second = await publish('Second', { position: 5 });
    const first = await publish('First', { position: 2, content: `<p>${'long '.repeat(500)}</p>` });

    const { readingOrder, toc, positions, book, changes } = await open();

    assert.deepEqual(
      readingOrder.map(({ title, chapter }) => [title, chapter?.id ?? null, chapter?.position]),
      [
        ['One', null, undefined],
        ['First', first, 2],
        ['Second', second, 5],
      ],
    );
    assert.deepEqual(
      toc.map(({ title, section }) => [title, section]),
      [
        ['First', 1],
        ['Second', 2],
      ],
    );
    assert.equal(before.positions, 1);
    assert.equal(positions, 1 + 3 + 1);
    assert.equal(book.wordCount, 1 + 500 + 2);
    assert.equal(before.changes?.lastEventId, '0');
    assert.equal(changes?.lastEventId, '2');
    assert.ok(bookId && key);
  });

  it('make a book without a file readable while at least one is published', async () => {
    const api = await testApi(engine);
    const { open, publish, unpublish, read, bookId, key } = await serialBook(api, {
      readable: false,
    });
    const request = async (path: string) => {
      const response = await api.request(path, { key });
      return { status: response.status, body: await response.json() };
    };
    const empty = await request(`/v1/reader/embed?book=${bookId}`);
    assert.equal(empty.body.code, 'book_not_found');
    assert.equal((await request('/v1/books?readable=true')).body.meta.total, 0);

    const id = await publish('Alone');

    const embed = await open();
    assert.equal(embed.first.title, 'Alone');
    assert.equal(embed.first.chapter?.id, id);
    assert.match(embed.session.content, new RegExp(`/content/${bookId}$`));
    assert.equal(
      (await read(embed, `/chapters/${id}/${embed.first.chapter?.revision}`)).status,
      200,
    );
    assert.equal(embed.book.readable, true);
    assert.equal(embed.book.wordCount, 2);
    assert.equal(embed.book.readingMinutes, 1);
    assert.deepEqual(embed.book.formats, []);
    const listed = await request('/v1/books?readable=true');
    assert.deepEqual(
      listed.body.data.map((book: { id: string }) => book.id),
      [bookId],
    );
    const manifest = await request(`/v1/books/${bookId}/manifest`);
    assert.equal(manifest.body.readingOrder[0].title, 'Alone');
    assert.match(manifest.body.readingOrder[0].href, new RegExp(`/chapters/${id}/\\d+$`));

    await unpublish(id);

    assert.equal((await request(`/v1/reader/embed?book=${bookId}`)).status, 404);
    assert.equal((await request('/v1/books?readable=true')).body.meta.total, 0);
    assert.equal((await request(`/v1/books/${bookId}/manifest`)).body.code, 'book_not_readable');
  });

  it('can be opened by index or by id', async () => {
    const api = await testApi(engine);
    const { open, publish, bookId, key } = await serialBook(api);
    const id = await publish('Deep link');

    const byIndex = await open('&chapter=1');
    const byId = await open(`&chapter=${id}`);
    const listed = await api.request(`/v1/books/${bookId}/chapters`, { key });
    const [section, chapter] = (await listed.json()).data;
    const bySection = await open(`&chapter=${section.id}`);
    const unknown = await open('&chapter=ch_0000000000000000000000000');

    assert.equal(chapter.index, 1);
    for (const { first } of [byIndex, byId]) {
      assert.deepEqual([first.index, first.title, first.chapter?.id], [1, 'Deep link', id]);
    }
    for (const { first } of [bySection, unknown]) assert.equal(first.index, 0);
  });

  it('are cached immutably at the URL of their revision, brotli-compressed or plain', async () => {
    const { open, publish, patch, read } = await serialBook(await testApi(engine));
    const id = await publish('Cached');
    const embed = await open();
    const address = `/chapters/${id}/${embed.readingOrder[1]?.chapter?.revision}`;

    const plain = await read(embed, address, { 'Accept-Encoding': 'identity' });
    const compressed = await read(embed, address, { 'Accept-Encoding': 'br' });

    assert.match(plain.headers.get('Cache-Control') ?? '', /immutable/);
    assert.equal(compressed.headers.get('Content-Encoding'), 'br');
    const { data } = await compressed.json();
    assert.deepEqual((await plain.json()).data, data);
    assert.match(JSON.stringify(data.tree), /Cached begins/);

    await patch(id, { content: '<p>Another text.</p>' });
    const old = await read(embed, address);
    const changed = await open();

    assert.equal(old.headers.get('Cache-Control'), 'private, no-store');
    const now = (await old.json()).data;
    assert.match(JSON.stringify(now.tree), /Another text/);
    assert.equal(now.chapter.revision, changed.readingOrder[1]?.chapter?.revision);
    assert.equal((await read(embed, `/chapters/${id}/99`)).status, 404);
  });

  it('are not sent as drafts, after being unpublished, or to the session of another book', async () => {
    const api = await testApi(engine);
    const mine = await serialBook(api);
    const other = await serialBook(api, { title: 'Other' });
    const draft = await sendJson(api, 'POST', `/v1/books/${mine.bookId}/chapters`, mine.key, {
      title: 'Draft',
      content: 'Not yet.',
    });
    const { id: draftId } = (await draft.json()).data;
    const unpublished = await mine.publish('Unpublished');
    const otherChapter = await other.publish('Foreign');
    const embed = await mine.open();
    await mine.unpublish(unpublished);

    for (const id of [draftId, unpublished, otherChapter]) {
      const answer = await mine.read(embed, `/chapters/${id}/1`);
      assert.equal((await answer.json()).code, 'chapter_not_found');
    }
    const { readingOrder } = await mine.open();
    assert.deepEqual(
      readingOrder.map(({ title }) => title),
      ['One'],
    );
  });

  it('are found by full-text search, with the offset at which the reader opens them', async () => {
    const api = await testApi(engine);
    const { bookId, key, publish, patch } = await serialBook(api);
    const id = await publish('Search', { content: '<p>A word and a lighthouse.</p>' });
    const search = async (q: string) =>
      (await (await api.request(`/v1/books/${bookId}/search?q=${q}`, { key })).json()).data;

    const hits = await search('word');
    assert.deepEqual(
      hits.map((hit: { sectionIndex: number }) => hit.sectionIndex),
      [0, 1],
    );
    assert.deepEqual([hits[1].chapterId, hits[1].chapterTitle, hits[1].offset], [id, 'Search', 2]);
    await patch(id, { content: '<p>Something else.</p>' });
    assert.deepEqual(await search('lighthouse'), []);
  });

  it('do not exist for books of the shared catalog, which have no change stream', async () => {
    const api = await testApi(engine);
    const bookId = await addBook(api, { title: 'Common' });
    await api.db.query.updateTable('books').set({ account_id: null }).execute();
    const { text: key } = await api.newKey();

    const response = await api.request(`/v1/reader/embed?book=${bookId}`, { key });

    assert.equal((await response.json()).data.changes, null);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Embed } from '../../../server/reading-sessions/contract.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { serialBook } from './serial-book.ts';

const origin = 'https://shop.example';

/** Ten thousand characters in a hundred paragraphs. */
const content =
  `<p>${'ninety nine characters of text and so it goes '.repeat(2)}end end.</p>`.repeat(100);

async function paidSerial(api: TestApi, access: object) {
  const book = await serialBook(api);
  await sendJson(api, 'PATCH', `/v1/books/${book.bookId}`, book.key, { access });
  const { text: key } = await api.newKey({
    tier: 'unlimited',
    kind: 'publishable',
    allowedOrigins: [origin],
  });
  return {
    ...book,
    async sample(): Promise<Embed> {
      const response = await api.request(`/v1/reader/embed?book=${book.bookId}`, { key });
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()).data;
    },
  };
}

const chapterPath = ({ readingOrder }: Embed, index: number): string => {
  const chapter = readingOrder[index]?.chapter;
  assert.ok(chapter);
  return `/chapters/${chapter.id}/${chapter.revision}`;
};

forEachEngine('the sample of serial fiction', (engine) => {
  it('counts chapters as sections and truncates the chapter in which it ends', async () => {
    const api = await testApi(engine);
    const { publish, sample, read } = await paidSerial(api, { mode: 'sample', share: 0.5 });
    for (const title of ['One', 'Two', 'Three']) await publish(title, { content });
    const embed = await sample();
    const { until } = embed.access;
    assert.deepEqual(embed.access.sections, [0, 1, 2]);
    assert.ok(until && until.section === 2 && until.offset > 0);
    const [complete, truncated, last] = [1, 2, 3].map((index) => chapterPath(embed, index));
    const first = await read(embed, String(complete));
    assert.equal(first.status, 200);
    assert.match(first.headers.get('Cache-Control') ?? '', /immutable/);
    const withEnd = await read(embed, `${truncated}?end=${until.offset}`);
    assert.match(withEnd.headers.get('Cache-Control') ?? '', /immutable/);
    assert.equal((await withEnd.json()).data.length, until.offset);
    const withoutEnd = await read(embed, String(truncated));
    assert.equal(withoutEnd.headers.get('Cache-Control'), 'private, no-store');
    assert.equal((await withoutEnd.json()).data.length, until.offset);
    assert.equal((await (await read(embed, String(last))).json()).code, 'not_licensed');
  });

  it('does not grow when chapters are unpublished while the book is open', async () => {
    const api = await testApi(engine);
    const book = await paidSerial(api, { mode: 'sample', share: 0.5 });
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      ids.push(await book.publish(title, { content }));
    }
    const embed = await book.sample();
    const paths = [1, 2, 3, 4].map((index) => chapterPath(embed, index));
    assert.equal((await book.read(embed, String(paths[3]))).status, 403);
    // The last chapter now has the index of a chapter that was readable.
    await book.unpublish(String(ids[0]));
    await book.unpublish(String(ids[1]));
    const moved = await book.read(embed, String(paths[3]));
    assert.equal((await moved.json()).code, 'not_licensed');
    assert.equal((await book.read(embed, String(paths[0]))).status, 404);
  });

  it('consists of the listed chapters', async () => {
    const api = await testApi(engine);
    const book = await paidSerial(api, { mode: 'sample', share: 0.5 });
    const one = await book.publish('One', { content });
    await book.publish('Two', { content });
    const access = { mode: 'sample', sections: [`chapters/${one}`] };
    const set = await sendJson(api, 'PATCH', `/v1/books/${book.bookId}`, book.key, { access });
    assert.equal(set.status, 200, await set.text());
    const embed = await book.sample();
    assert.deepEqual(embed.access.sections, [1]);
    assert.equal((await book.read(embed, chapterPath(embed, 1))).status, 200);
    assert.equal((await book.read(embed, chapterPath(embed, 2))).status, 403);
    assert.equal((await book.read(embed, '/sections/0')).status, 403);
  });
});

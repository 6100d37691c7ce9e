import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { foldQuery } from '../../../server/books/text-search/folded-text.ts';
import { extractSectionText } from '../../../server/books/text-search/section-text.ts';
import { type Embed, SearchHit, SearchMeta } from '../../../server/reading-sessions/contract.ts';
import { importBook } from '../books/import-book.ts';
import type { EpubFixture } from '../epub/fixtures/build-epub.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { markerWord, paidBook } from './paid-book.ts';
import { serialBook } from './serial-book.ts';

const Page = z.object({
  data: z.array(z.strictObject(SearchHit.shape)),
  meta: z.strictObject(SearchMeta.shape),
});

async function requestSearch(api: TestApi, { session }: Embed, query: string) {
  const path = new URL(session.content).pathname;
  return api.request(`${path}/search?${query}`, { key: session.token });
}

async function search(api: TestApi, embed: Embed, query: string) {
  const response = await requestSearch(api, embed, query);
  assert.equal(response.status, 200, await response.clone().text());
  return Page.parse(await response.json());
}

const book: EpubFixture = {
  chapters: [
    { title: 'One', body: '<h1>Loomings</h1><p>Call me <em>Ish</em>mael. The white whale.</p>' },
    { title: 'Two', body: `<p>${'whales and whaling '.repeat(700)}</p><p>a cafe\u0301</p>` },
  ],
};

async function openBook(api: TestApi): Promise<Embed> {
  const { text: key } = await api.newKey();
  const id = await importBook(api, book);
  return (await (await api.request(`/v1/reader/embed?book=${id}`, { key })).json()).data;
}

forEachEngine('searching in the open book', (engine) => {
  it('returns the offset of a result in the reader’s text, and the surrounding text', async () => {
    const api = await testApi(engine);
    const embed = await openBook(api);
    const { text } = extractSectionText(embed.first.tree);
    const { data, meta } = await search(api, embed, 'q=ishmael');
    const start = text.indexOf('Ishmael');
    const snippet = { before: 'Call me ', match: 'Ishmael', after: '. The white whale.' };
    assert.deepEqual(data, [{ section: 0, chapter: null, start, end: start + 7, ...snippet }]);
    assert.deepEqual(meta, { total: 1, isTotalExact: true, limit: 50, nextCursor: null });
    assert.equal(foldQuery(text.slice(start, start + 7)), 'ishmael');
  });

  it('matches the start of words, and whole words in quotes', async () => {
    const api = await testApi(engine);
    const embed = await openBook(api);
    assert.equal((await search(api, embed, 'q=cafe')).data[0]?.match, 'cafe\u0301');
    assert.equal((await search(api, embed, 'q=mael')).meta.total, 0);
    assert.equal((await search(api, embed, 'q=whit')).meta.total, 1);
    assert.equal((await search(api, embed, 'q=%22whit%22')).meta.total, 0);
    assert.equal((await search(api, embed, 'q=%22white+whale%22')).meta.total, 1);
  });

  it('stops counting at a limit and pages through the rest without duplicates', async () => {
    const api = await testApi(engine);
    const embed = await openBook(api);
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 20; pages += 1) {
      const next: string = cursor && `&cursor=${cursor}`;
      const { data, meta } = await search(api, embed, `q=whal&limit=100${next}`);
      assert.deepEqual([meta.total, meta.isTotalExact], [1000, false]);
      seen.push(...data.map(({ section, start }) => `${section}:${start}`));
      cursor = meta.nextCursor;
    }
    assert.equal(seen.length, 1401);
    assert.equal(new Set(seen).size, 1401);
  });

  it('rejects invalid queries, cursors of other searches, and requests without a session for the book', async () => {
    const api = await testApi(engine);
    const embed = await openBook(api);
    for (const query of ['', 'q=', 'q=%20', `q=${'x'.repeat(201)}`, 'q=a&limit=101', 'q=a&b=1']) {
      assert.equal(
        (await (await requestSearch(api, embed, query)).json()).code,
        'invalid_request',
        query,
      );
    }
    const { meta } = await search(api, embed, 'q=whales&limit=1');
    const other = await requestSearch(api, embed, `q=whaling&limit=1&cursor=${meta.nextCursor}`);
    assert.equal((await other.json()).code, 'invalid_cursor');
    const path = new URL(embed.session.content).pathname;
    assert.equal((await api.request(`${path}/search?q=a`)).status, 401);
    const elsewhere = `/content/ver_${'0'.repeat(26)}/search?q=a`;
    const foreign = await api.request(elsewhere, { key: embed.session.token });
    assert.equal((await foreign.json()).code, 'session_invalid');
  });

  it('finds nothing after the end of a sample, and everything with full access', async () => {
    const api = await testApi(engine);
    const { embed, key, secret } = await paidBook(api);
    const sample = await embed(key);
    const { until } = sample.access;
    assert.ok(until);
    const markers = await search(api, sample, 'q=zq&limit=100');
    assert.ok(markers.data.length > 10);
    for (const { section, end } of markers.data) {
      assert.ok(section < until.section || (section === until.section && end <= until.offset));
    }
    assert.equal((await search(api, sample, `q=${markerWord(5, 1)}`)).meta.total, 0);
    const whole = await embed(secret);
    assert.equal((await search(api, whole, `q=${markerWord(5, 1)}`)).meta.total, 1);
  });

  it('finds published chapters with their ids, but only those that a sample currently contains', async () => {
    const api = await testApi(engine);
    const serial = await serialBook(api);
    const [one, two] = [await serial.publish('Dawn'), await serial.publish('Dusk')];
    const embed = await serial.open();
    const chaptersOf = async (session: Embed) =>
      (await search(api, session, 'q=begins')).data.map(({ chapter }) => chapter);
    assert.deepEqual((await chaptersOf(embed)).slice(-2), [one, two]);
    const three = await serial.publish('Night');
    assert.deepEqual((await chaptersOf(embed)).slice(-3), [one, two, three]);
    await sendJson(api, 'PATCH', `/v1/books/${serial.bookId}`, serial.key, {
      access: { mode: 'sample', sections: [`chapters/${one}`] },
    });
    const { text: key } = await api.newKey({
      kind: 'publishable',
      allowedOrigins: ['https://shop.example'],
    });
    const response = await api.request(`/v1/reader/embed?book=${serial.bookId}`, { key });
    const sample = (await response.json()).data;
    assert.deepEqual(await chaptersOf(sample), [one]);
  });
});

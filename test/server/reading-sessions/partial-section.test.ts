import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { extractSectionText } from '../../../server/books/text-search/section-text.ts';
import { Embed, SectionContent } from '../../../server/reading-sessions/contract.ts';
import { importBook } from '../books/import-book.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';

const filler = 'and so it went on for a while, as such things do '.repeat(8);
const paragraph = (at: number) => `<p id="p${at}">mark${at}x ${filler}</p>`;
const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => paragraph(from + at)).join('\n');

/** A section of 160,000 characters, most of them three elements deep, and a short one. */
async function longBook(api: TestApi) {
  const nested = `<section><div>${paragraphs(20, 300)}</div><h2>Between</h2>${paragraphs(300, 380)}</section>`;
  const id = await importBook(api, {
    metadata: { title: 'The Long Book' },
    chapters: [
      { body: `<h1>Long</h1>${paragraphs(0, 20)}${nested}${paragraphs(380, 400)}`, title: 'Long' },
      { body: '<h1>Short</h1><p>It is over.</p>', title: 'Short' },
    ],
  });
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const ask = async (query: string, bearer = key) => {
    const response = await api.request(`/v1/reader/embed?book=${id}${query}`, { key: bearer });
    assert.equal(response.status, 200, await response.clone().text());
    const { data } = z.object({ data: Embed }).parse(await response.json());
    return { embed: data, headers: response.headers };
  };
  const sectionOf = async ({ session, access }: Embed) => {
    const end = access.until ? `?end=${access.until.offset}` : '';
    const address = `${session.content.replace('http://svc.test', '')}/sections/0${end}`;
    const response = await api.request(address, { key: session.token });
    return z.object({ data: SectionContent }).parse(await response.json()).data;
  };
  return { id, key, ask, sectionOf };
}

const textOf = ({ tree }: SectionContent) => extractSectionText(tree).text;

forEachEngine('a long first section', (engine) => {
  it('comes whole unless a part is asked for', async () => {
    const { ask, sectionOf } = await longBook(await testApi(engine));

    const { embed } = await ask('');

    assert.equal('partEnd' in embed.first, false);
    assert.deepEqual(embed.first, await sectionOf(embed));
  });

  it('comes in part up to the end of a paragraph; all but its tree is that of the whole', async () => {
    const { ask, sectionOf } = await longBook(await testApi(engine));

    const { embed } = await ask('&part=0');

    const whole = await sectionOf(embed);
    const { tree, partEnd = 0, ...rest } = embed.first;
    const { tree: _, ...facts } = whole;
    assert.deepEqual(rest, facts);
    assert.ok(partEnd > 32_000 && partEnd < 34_000, String(partEnd));
    assert.equal(extractSectionText(tree).text, textOf(whole).slice(0, partEnd));
    assert.ok(Object.values(whole.ids).includes(textOf(whole).indexOf('mark', partEnd)));
  });

  it('comes as far as an offset, or an element, that is deep in it', async () => {
    const { ask } = await longBook(await testApi(engine));

    const { embed: byOffset } = await ask('&part=70000');
    const { embed: byId } = await ask('&part=p200');

    const start = byId.first.ids['p200'] ?? 0;
    for (const [{ first }, place] of [
      [byOffset, 70_000],
      [byId, start],
    ] as const) {
      assert.ok((first.partEnd ?? 0) > place + 30_000 && (first.partEnd ?? 0) < place + 34_000);
      assert.equal(textOf(first).length, first.partEnd);
    }
    assert.match(textOf(byId.first).slice(start), /^mark200x/);
  });

  it('comes whole for a place near its end, or one that it does not have; a short section always', async () => {
    const { ask } = await longBook(await testApi(engine));

    const places = ['120000', '999999999', 'p399', 'nowhere', 'constructor', 'epubcfi(/6/2!/4/2)'];
    for (const place of places) {
      const { embed } = await ask(`&part=${encodeURIComponent(place)}`);
      assert.equal('partEnd' in embed.first, false, place);
    }
    const { embed } = await ask('&part=0&chapter=1');
    assert.equal('partEnd' in embed.first, false);
  });

  it('has nothing behind the end of a sample, wherever the part would end', async () => {
    const api = await testApi(engine);
    const { id, key, ask, sectionOf } = await longBook(api);
    const access = { mode: 'sample', share: 0.7 };
    await sendJson(api, 'PATCH', `/v1/books/${id}`, key, { access });
    const order = { bookId: id, readerId: 'reader-1', access: { mode: 'sample' } };
    const made = await sendJson(api, 'POST', '/v1/reader/sessions', key, order);
    const reader = (await made.json()).data.token;

    const { embed } = await ask('&part=0', reader);
    const { embed: toTheEnd } = await ask(`&part=${embed.access.until?.offset}`, reader);

    const whole = await sectionOf(embed);
    const { partEnd = 0, length, ids } = embed.first;
    assert.ok(length > 100_000 && length === embed.access.until?.offset);
    assert.equal(length, whole.length);
    assert.deepEqual(ids, whole.ids);
    assert.equal(textOf(embed.first), textOf(whole).slice(0, partEnd));
    assert.equal(textOf(toTheEnd.first), textOf(whole));
    assert.ok(!JSON.stringify([embed, toTheEnd]).includes('mark399x'));
  });

  it('is told apart by caches: neither form is kept, and the tag of one is not the other’s', async () => {
    const { ask } = await longBook(await testApi(engine));

    const { headers: whole } = await ask('');
    const { headers: part } = await ask('&part=0');

    for (const headers of [whole, part]) assert.equal(headers.get('cache-control'), 'no-store');
    assert.notEqual(part.get('etag'), whole.get('etag'));
  });
});

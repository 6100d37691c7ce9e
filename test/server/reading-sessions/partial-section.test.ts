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

/** A section with 160,000 characters, most of them three elements deep, and a short section. */
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
  const openEmbed = async (query: string, bearer = key) => {
    const response = await api.request(`/v1/reader/embed?book=${id}${query}`, { key: bearer });
    assert.equal(response.status, 200, await response.clone().text());
    const { data } = z.object({ data: Embed }).parse(await response.json());
    return { embed: data, headers: response.headers };
  };
  const fetchSection = async ({ session, access }: Embed) => {
    const end = access.until ? `?end=${access.until.offset}` : '';
    const address = `${session.content.replace('http://svc.test', '')}/sections/0${end}`;
    const response = await api.request(address, { key: session.token });
    return z.object({ data: SectionContent }).parse(await response.json()).data;
  };
  return { id, key, openEmbed, fetchSection };
}

const textOf = ({ tree }: SectionContent) => extractSectionText(tree).text;

forEachEngine('a long first section', (engine) => {
  it('is sent complete unless a part is requested', async () => {
    const { openEmbed, fetchSection } = await longBook(await testApi(engine));

    const { embed } = await openEmbed('');

    assert.equal('partEnd' in embed.first, false);
    assert.deepEqual(embed.first, await fetchSection(embed));
  });

  it('is truncated at the end of a paragraph, and differs from the complete section only in its tree', async () => {
    const { openEmbed, fetchSection } = await longBook(await testApi(engine));

    const { embed } = await openEmbed('&part=0');

    const complete = await fetchSection(embed);
    const { tree, partEnd = 0, ...rest } = embed.first;
    const { tree: _, ...facts } = complete;
    assert.deepEqual(rest, facts);
    assert.ok(partEnd > 32_000 && partEnd < 34_000, String(partEnd));
    assert.equal(extractSectionText(tree).text, textOf(complete).slice(0, partEnd));
    assert.ok(Object.values(complete.ids).includes(textOf(complete).indexOf('mark', partEnd)));
  });

  it('reaches a requested offset or element deep in the section', async () => {
    const { openEmbed } = await longBook(await testApi(engine));

    const { embed: byOffset } = await openEmbed('&part=70000');
    const { embed: byId } = await openEmbed('&part=p200');

    const start = byId.first.ids['p200'] ?? 0;
    for (const [{ first }, position] of [
      [byOffset, 70_000],
      [byId, start],
    ] as const) {
      assert.ok(
        (first.partEnd ?? 0) > position + 30_000 && (first.partEnd ?? 0) < position + 34_000,
      );
      assert.equal(textOf(first).length, first.partEnd);
    }
    assert.match(textOf(byId.first).slice(start), /^mark200x/);
  });

  it('is complete for a missing position, for a position near its end, and if the section is short', async () => {
    const { openEmbed } = await longBook(await testApi(engine));

    const positions = [
      '120000',
      '999999999',
      'p399',
      'nowhere',
      'constructor',
      'epubcfi(/6/2!/4/2)',
    ];
    for (const position of positions) {
      const { embed } = await openEmbed(`&part=${encodeURIComponent(position)}`);
      assert.equal('partEnd' in embed.first, false, position);
    }
    const { embed } = await openEmbed('&part=0&chapter=1');
    assert.equal('partEnd' in embed.first, false);
  });

  it('contains nothing after the end of a sample, regardless of where the part would end', async () => {
    const api = await testApi(engine);
    const { id, key, openEmbed, fetchSection } = await longBook(api);
    const access = { mode: 'sample', share: 0.7 };
    await sendJson(api, 'PATCH', `/v1/books/${id}`, key, { access });
    const body = { bookId: id, readerId: 'reader-1', access: { mode: 'sample' } };
    const response = await sendJson(api, 'POST', '/v1/reader/sessions', key, body);
    const reader = (await response.json()).data.token;

    const { embed } = await openEmbed('&part=0', reader);
    const { embed: atSampleEnd } = await openEmbed(`&part=${embed.access.until?.offset}`, reader);

    const complete = await fetchSection(embed);
    const { partEnd = 0, length, ids } = embed.first;
    assert.ok(length > 100_000 && length === embed.access.until?.offset);
    assert.equal(length, complete.length);
    assert.deepEqual(ids, complete.ids);
    assert.equal(textOf(embed.first), textOf(complete).slice(0, partEnd));
    assert.equal(textOf(atSampleEnd.first), textOf(complete));
    assert.ok(!JSON.stringify([embed, atSampleEnd]).includes('mark399x'));
  });

  it('is not cached in either form and has a different ETag in each', async () => {
    const { openEmbed } = await longBook(await testApi(engine));

    const { headers: complete } = await openEmbed('');
    const { headers: part } = await openEmbed('&part=0');

    for (const headers of [complete, part]) assert.equal(headers.get('cache-control'), 'no-store');
    assert.notEqual(part.get('etag'), complete.get('etag'));
  });
});

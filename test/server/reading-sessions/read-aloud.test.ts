import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Embed } from '../../../server/reading-sessions/contract.ts';
import { importBook } from '../books/import-book.ts';
import { narratedBook } from '../epub/fixtures/narrated-book.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { shopOrigin } from './paid-book.ts';

async function openNarratedBook(api: TestApi, access: object | null = null) {
  const id = await importBook(api, narratedBook());
  const { text: secret } = await api.newKey({ tier: 'unlimited' });
  if (access) {
    const set = await sendJson(api, 'PATCH', `/v1/books/${id}`, secret, { access });
    assert.equal(set.status, 200, await set.text());
  }
  const { text: key } = await api.newKey({ kind: 'publishable', allowedOrigins: [shopOrigin] });
  const headers = { Origin: shopOrigin };
  const embed: Embed = (
    await (await api.request(`/v1/reader/embed?book=${id}`, { key, headers })).json()
  ).data;
  const { pathname } = new URL(embed.session.content);
  const recording = (requestHeaders: Record<string, string> = {}) =>
    api.request(`${pathname}/resources/OEBPS/one.wav?${embed.session.resourceQuery}`, {
      headers: requestHeaders,
    });
  return { embed, recording };
}

forEachEngine('a book with recorded narration', (engine) => {
  it('marks narrated sections and sends a section with its clips', async () => {
    const api = await testApi(engine);
    const { embed, recording } = await openNarratedBook(api);
    assert.deepEqual(
      embed.readingOrder.map(({ isNarrated }) => isNarrated),
      [true, undefined],
    );
    assert.equal(embed.first.overlay?.clips.length, 3);
    assert.equal((await recording()).status, 200);
  });

  it('sends the requested range of the recording', async () => {
    const api = await testApi(engine);
    const { recording } = await openNarratedBook(api);
    const whole = Buffer.from(await (await recording()).arrayBuffer());
    const range = await recording({ Range: 'bytes=4-7' });
    assert.equal(range.status, 206);
    assert.equal(range.headers.get('Content-Range'), `bytes 4-7/${whole.length}`);
    assert.deepEqual(Buffer.from(await range.arrayBuffer()), whole.subarray(4, 8));
    const rest = await recording({ Range: `bytes=${whole.length - 3}-` });
    assert.equal((await rest.arrayBuffer()).byteLength, 3);
    for (const range of ['bytes=1-2,5-6', `bytes=${whole.length}-`, 'lines=1-2', 'x']) {
      const all = await recording({ Range: range });
      assert.deepEqual(
        [all.status, (await all.arrayBuffer()).byteLength],
        [200, whole.length],
        range,
      );
    }
  });

  it('does not send a recording that continues after the end of the sample', async () => {
    const api = await testApi(engine);
    const truncated = await openNarratedBook(api, { mode: 'sample', share: 0.4 });
    assert.deepEqual(truncated.embed.first.overlay?.clips, []);
    assert.equal((await (await truncated.recording()).json()).code, 'not_licensed');
    const whole = await openNarratedBook(api, {
      mode: 'sample',
      sections: ['OEBPS/chapter-1.xhtml'],
    });
    assert.equal(whole.embed.first.overlay?.clips.length, 3);
    assert.equal((await whole.recording()).status, 200);
    const other = await openNarratedBook(api, {
      mode: 'sample',
      sections: ['OEBPS/chapter-2.xhtml'],
    });
    assert.equal((await (await other.recording()).json()).code, 'not_licensed');
  });
});

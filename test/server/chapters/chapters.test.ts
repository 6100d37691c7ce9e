import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { chapters } from '../../../server/chapters/chapters.ts';
import { publishDueChapters } from '../../../server/chapters/scheduled-publishing.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { eventLogWithWebhooks } from '../../../server/event-log-with-webhooks.ts';
import { addBook } from '../books/add-book.ts';
import { forEachEngine, newDatabaseLocation, testApi } from '../harness.ts';
import { readEventLog, sendJson } from '../read-event-log.ts';
import { migrate } from '../../../server/db/migrate.ts';

async function setUp(engine: Parameters<typeof testApi>[0]) {
  const address = await newDatabaseLocation(engine);
  const db = openDatabase(address);
  after(() => db.close());
  await migrate(db, () => new Date());
  const api = await testApi(engine, { db });
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const { text: other } = await api.newKey({ account: 'globex', tier: 'unlimited' });
  const bookId = await addBook(api, { title: 'Serial' });
  const list = `/v1/books/${bookId}/chapters`;
  const send = (path: string, body: object, as = key, headers: Record<string, string> = {}) =>
    sendJson(api, 'POST', path, as, body, headers);
  const add = async (body: object = {}) => {
    const response = await send(list, { title: 'One', content: '<p>Once upon</p>', ...body });
    assert.equal(response.status, 201, await response.clone().text());
    return (await response.json()).data;
  };
  const types = async () => (await readEventLog(api)).map(({ type }) => type);
  return { address, api, key, other, bookId, list, send, add, types };
}

forEachEngine('serial chapters', (engine) => {
  it('are created as drafts and can be published, withdrawn and published again', async () => {
    const { api, key, add, send, types } = await setUp(engine);
    const draft = await add();
    assert.equal(draft.state, 'draft');
    assert.equal(draft.words, 2);
    assert.deepEqual(await types(), []);
    const path = `/v1/chapters/${draft.id}`;
    const published = await (await send(`${path}/publish`, {})).json();
    assert.equal(published.data.state, 'published');
    assert.equal(published.data.publishedAt, '2026-11-21T12:00:00.000Z');
    const again = await api.request(`${path}/publish`, { key, method: 'POST' });
    assert.equal(again.status, 200);
    assert.deepEqual((await again.json()).data, published.data);
    for (let time = 0; time < 2; time += 1) {
      const taken = await api.request(`${path}/unpublish`, { key, method: 'POST' });
      assert.equal((await taken.json()).data.state, 'unpublished');
    }
    assert.equal((await send(`${path}/publish`, {})).status, 200);
    assert.deepEqual(await types(), [
      'chapter.published',
      'chapter.unpublished',
      'chapter.published',
    ]);
    const [first] = await readEventLog(api);
    const { content: _content, ...object } = published.data;
    assert.deepEqual(first?.data.object, object);
    assert.deepEqual(first?.data.previous, { state: 'draft', publishedAt: null });
  });

  it('can be deleted in every state, once, by their own account', async () => {
    const { api, key, other, bookId, add, send, types } = await setUp(engine);
    const remove = (id: string, as = key, headers: Record<string, string> = {}) =>
      api.request(`/v1/chapters/${id}`, { method: 'DELETE', key: as, headers });
    const draft = await add();
    const published = await add({ title: 'Two' });
    await send(`/v1/chapters/${published.id}/publish`, {});
    const scheduled = await add({ title: 'Three', publishAt: '2026-11-22T00:00:00Z' });
    const read = await api.request(`/v1/chapters/${published.id}`, { key });
    const tag = read.headers.get('ETag') ?? '';

    assert.equal((await remove(draft.id, other)).status, 404);
    assert.equal((await remove(published.id, other)).status, 403);
    assert.equal((await remove(published.id, key, { 'If-Match': '"zz"' })).status, 412);
    assert.equal((await remove(published.id, key, { 'If-Match': tag })).status, 204);
    for (const { id } of [draft, scheduled]) assert.equal((await remove(id)).status, 204);
    const again = await Promise.all([1, 2, 3].map(() => remove(published.id)));
    assert.deepEqual(
      again.map(({ status }) => status),
      [204, 204, 204],
    );
    assert.equal((await remove(published.id, other)).status, 404);
    assert.equal((await remove('ch_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R')).status, 404);

    assert.equal((await api.request(`/v1/chapters/${published.id}`, { key })).status, 404);
    assert.deepEqual(await types(), [
      'chapter.published',
      'chapter.scheduled',
      'chapter.unpublished',
      'chapter.unpublished',
    ]);
    const rows = await api.db.query.selectFrom('serial_chapters').select('id').execute();
    assert.deepEqual(rows, []);
    assert.deepEqual(await api.db.query.selectFrom('serial_changes').selectAll().execute(), []);
    const { chapters, words } = await api.db.query
      .selectFrom('serials')
      .selectAll()
      .where('book_id', '=', bookId)
      .executeTakeFirstOrThrow();
    assert.deepEqual([chapters, words], [0, 0]);
  });

  it('are published at their scheduled time by exactly one of several processes', async () => {
    const { address, api, send, add, types } = await setUp(engine);
    const publishAt = '2026-11-21T13:00:00.000Z';
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const chapter = await add({ title: `C${index}`, publishAt });
      assert.equal(chapter.state, 'scheduled');
      assert.equal(chapter.publishAt, publishAt);
      ids.push(chapter.id);
    }
    const [moved = ''] = ids;
    await send(`/v1/chapters/${moved}/publish`, { publishAt: '2026-11-21T14:00:00Z' });
    await send(`/v1/chapters/${moved}/publish`, { publishAt: '2026-11-21T14:00:00Z' });
    const databases = Array.from({ length: 4 }, () => openDatabase(address));
    const run = async () => {
      const counts = await Promise.all(
        databases.map((db) => {
          const { now } = api.clock;
          return publishDueChapters({
            db,
            now,
            events: eventLogWithWebhooks({ now, newId: api.keyContext.newId }),
          });
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    };
    try {
      api.clock.set('2026-11-21T12:59:59Z');
      assert.equal(await run(), 0);
      api.clock.set(publishAt);
      assert.equal(await run(), 4);
      assert.equal(await run(), 0);
      api.clock.set('2026-11-21T14:00:00Z');
      assert.equal(await run(), 1);
    } finally {
      await Promise.all(databases.map((db) => db.close()));
    }
    const all = await types();
    assert.equal(all.filter((type) => type === 'chapter.scheduled').length, 6);
    assert.equal(all.filter((type) => type === 'chapter.published').length, 5);
    assert.equal(all.length, 11);
  });

  it('are listed after the documents of the book, and other accounts see only published chapters', async () => {
    const { api, key, other, list, add, send } = await setUp(engine);
    const second = await add({ title: 'Second', position: 5 });
    const first = await add({ title: 'First', position: 1 });
    const last = await add({ title: 'Last' });
    assert.equal(last.position, 6);
    await send(`/v1/chapters/${second.id}/publish`, {});
    const titles: string[] = [];
    let path: string | null = `${list}?limit=1`;
    while (path) {
      const { data, meta }: { data: { title: string }[]; meta: Record<string, unknown> } = await (
        await api.request(path, { key })
      ).json();
      assert.equal(meta['total'], 4);
      titles.push(...data.map(({ title }) => title));
      path = meta['nextCursor'] ? `${list}?limit=1&cursor=${String(meta['nextCursor'])}` : null;
    }
    assert.deepEqual(titles, ['One', 'First', 'Second', 'Last']);
    const seen = await (await api.request(list, { key: other })).json();
    assert.deepEqual(
      seen.data.map(({ title, index }: { title: string; index: number | null }) => [title, index]),
      [
        ['One', 0],
        ['Second', 1],
      ],
    );
    assert.equal(seen.meta.total, 2);
    assert.equal((await api.request(`/v1/chapters/${first.id}`, { key: other })).status, 404);
    const shown = await (await api.request(`/v1/chapters/${second.id}`, { key: other })).json();
    assert.equal(shown.data.content, null);
    const own = await (await api.request(`/v1/chapters/${first.id}`, { key })).json();
    assert.deepEqual(own.data.content, { format: 'xhtml', source: '<p>Once upon</p>' });
  });

  it('record the previous values of a change and nothing for a patch without changes', async () => {
    const { api, key, add } = await setUp(engine);
    const chapter = await add();
    const path = `/v1/chapters/${chapter.id}`;
    const tag = (await api.request(path, { key })).headers.get('ETag') ?? '';
    const same = { title: 'One', content: '<p>Once upon</p>' };
    assert.equal((await sendJson(api, 'PATCH', path, key, same)).status, 200);
    assert.deepEqual(await readEventLog(api), []);
    const change = (title: string) =>
      sendJson(api, 'PATCH', path, key, { title, content: 'a b c\n\nd' }, { 'If-Match': tag });
    const responses = await Promise.all([change('Two'), change('Three')]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
    const { data } = await (await api.request(path, { key })).json();
    assert.equal(data.words, 4);
    const [event, ...more] = await readEventLog(api);
    assert.equal(event?.type, 'chapter.updated');
    assert.deepEqual(event.data.previous, {
      title: 'One',
      words: 2,
      length: chapter.length,
      contentDigest: chapter.contentDigest,
    });
    assert.deepEqual(more, []);
  });

  it('are compiled with the allowlist of elements', async () => {
    const { api, add } = await setUp(engine);
    const { id } = await add({
      content:
        '<p onclick="x()">Safe <a href="javascript:x()">a</a> <a href="#n">b</a></p>' +
        '<script>alert(1)</script><img src="data:image/png;base64,AAAA" alt="pic"/>' +
        '<iframe src="https://evil.example"></iframe><p id="n">End & <b>broken</p>',
    });
    const { section } = await api.db.query
      .selectFrom('serial_chapters')
      .select('section')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.doesNotMatch(section, /onclick|javascript:|script|iframe|data:|evil/);
    assert.match(section, /section:0#n/);
    assert.match(section, /Safe/);
    const text = await add({ content: 'One & <two>\nline\n\nNext' });
    assert.equal(text.words, 4);
  });

  it('can be written only by the book’s own account', async () => {
    const { api, key, other, list, add, send, types } = await setUp(engine);
    const chapter = await add();
    const path = `/v1/chapters/${chapter.id}`;
    const body = { title: 'Mine', content: 'x' };
    assert.equal((await send(list, body, other)).status, 403);
    assert.equal((await sendJson(api, 'PATCH', path, other, { title: 'x' })).status, 404);
    assert.equal((await send(`${path}/publish`, {}, other)).status, 404);
    await send(`${path}/publish`, {});
    const refused = await sendJson(api, 'PATCH', path, other, { title: 'x' });
    assert.equal(refused.status, 403);
    assert.equal((await refused.json()).code, 'not_yours');
    assert.equal((await send(`${path}/unpublish`, {}, other)).status, 403);
    const hidden = await addBook(api, { title: 'Hidden', visibility: 'private' });
    assert.equal((await send(`/v1/books/${hidden}/chapters`, body, other)).status, 404);
    const { data } = await (await send(`/v1/books/${hidden}/chapters`, body)).json();
    await send(`/v1/chapters/${data.id}/publish`, {});
    assert.equal((await api.request(`/v1/chapters/${data.id}`, { key: other })).status, 404);
    const { text: reader } = await api.newKey({ permissions: ['read:chapters'] });
    assert.equal((await send(list, body, reader)).status, 403);
    assert.equal((await api.request(path, { key: reader })).status, 200);
    assert.deepEqual(await types(), ['chapter.published', 'chapter.published']);
    assert.equal((await api.request(`/v1/books/${hidden}`, { key, method: 'DELETE' })).status, 204);
    assert.equal((await api.request(`/v1/chapters/${data.id}`, { key })).status, 404);
  });

  it('reject invalid bodies by pointer and store nothing', async () => {
    const { api, key, list, add, send, types } = await setUp(engine);
    const chapter = await add();
    const wrong: [object, string][] = [
      [{ title: '' }, '/title'],
      [{ title: 7 }, '/title'],
      [{ content: '' }, '/content'],
      [{ content: ' \n ' }, '/content'],
      [{ content: '<script>x</script>' }, '/content'],
      [{ content: 'a\u0000' }, '/content'],
      [{ content: 'x'.repeat(1_000_001) }, '/content'],
      [{ position: -1 }, '/position'],
      [{ publishAt: '1800-01-01T00:00:00Z' }, '/publishAt'],
      [{ publishAt: 'tomorrow' }, '/publishAt'],
      [{ state: 'published' }, '/state'],
    ];
    for (const [more, pointer] of wrong) {
      const response = await send(list, { title: 'T', content: 'x', ...more });
      const text = await response.text();
      assert.equal(response.status, 400, `${pointer}: ${text}`);
      assert.equal(JSON.parse(text).errors[0].pointer, pointer, text);
    }
    const path = `/v1/chapters/${chapter.id}`;
    const late = await send(`${path}/publish`, { publishAt: '1800-01-01T00:00:00Z' });
    assert.equal(late.status, 400);
    const lone = await sendJson(api, 'PATCH', path, key, { format: 'text' });
    assert.equal(lone.status, 400);
    assert.deepEqual(await types(), []);
    assert.equal((await (await api.request(list, { key })).json()).meta.total, 2);
  });

  it('keep nothing of a change whose event cannot be written', async () => {
    const { api, key, bookId, add } = await setUp(engine);
    const { id } = await add();
    const { db, clock, keyContext } = api;
    const append = async () => {
      throw new Error('the event log is broken');
    };
    const broken = chapters({
      db,
      now: clock.now,
      newId: keyContext.newId,
      events: { append },
      compile: async (_bookId, { content }) => ({
        content,
        format: 'text',
        section: '{}',
        content_digest: 'x',
        words: 1,
        length: 1,
      }),
    });
    const accountId = await keyContext.store.findOrCreateAccount(
      'acme',
      'acc_x',
      '2026-11-21T12:00:00Z',
    );
    await assert.rejects(broken.publish(accountId, id, {}), /broken/);
    const publishAt = '2027-01-01T00:00:00.000Z';
    const newChapter = { title: 'Gone', content: 'x', publishAt };
    await assert.rejects(broken.add(accountId, bookId, newChapter), /broken/);
    const { data } = await (await api.request(`/v1/chapters/${id}`, { key })).json();
    assert.equal(data.state, 'draft');
    assert.deepEqual(await readEventLog(api), []);
  });
});

import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import type { Embed } from '../../../server/reading-sessions/contract.ts';
import { forEachEngine, newDatabaseLocation, testApi, type TestApi } from '../harness.ts';
import { eventReader } from './server-sent-events.ts';
import { serialBook } from './serial-book.ts';

/** Opens a book's change stream, which is closed after the test. */
async function follow(
  { url }: TestApi,
  { session, changes }: Embed,
  headers: Record<string, string> = {},
) {
  const closing = new AbortController();
  after(() => closing.abort());
  const path = changes?.url.replace('http://svc.test', '') ?? '';
  const response = await fetch(url + path, {
    headers: { Authorization: `Bearer ${session.token}`, ...headers },
    signal: closing.signal,
  });
  return { response, closing, events: response.ok ? eventReader(response) : null };
}

async function subscribe(api: TestApi, embed: Embed, headers: Record<string, string> = {}) {
  const { events } = await follow(api, embed, headers);
  assert.ok(events);
  return events;
}

forEachEngine('the stream of a book’s changes', (engine) => {
  it('reports published, changed and unpublished chapters with their reading order item', async () => {
    const api = await testApi(engine);
    const { open, publish, patch, unpublish } = await serialBook(api);
    const { response, events } = await follow(api, await open());
    assert.match(response.headers.get('Content-Type') ?? '', /^text\/event-stream/);
    assert.equal(response.headers.get('Content-Encoding'), null);
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');

    const id = await publish('News');
    const published = await events?.next();
    const { readingOrder } = await open();
    await patch(id, { title: 'Old news' });
    const updated = await events?.next();
    await unpublish(id);
    const unpublished = await events?.next();

    assert.deepEqual(
      [published, updated, unpublished].map((event) => [event?.type, event?.id, event?.data.title]),
      [
        ['chapter.published', '1', 'News'],
        ['chapter.updated', '2', 'Old news'],
        ['chapter.unpublished', '3', 'Old news'],
      ],
    );
    assert.deepEqual(published?.data, readingOrder.at(-1));
  });

  it('reports deleted chapters as unpublished, also to readers that reconnect', async () => {
    const api = await testApi(engine);
    const { open, publish, key } = await serialBook(api);
    const id = await publish('Gone');
    const embed = await open();
    const { events } = await follow(api, embed);
    const removed = await api.request(`/v1/chapters/${id}`, { method: 'DELETE', key });
    assert.equal(removed.status, 204);
    const later = await subscribe(api, embed, {
      'Last-Event-ID': embed.changes?.lastEventId ?? '',
    });
    for (const event of [await events?.next(), await later.next()]) {
      assert.deepEqual([event?.type, event?.data.title], ['chapter.unpublished', 'Gone']);
      assert.equal(event?.data.chapter.id, id);
    }
    assert.equal((await open()).readingOrder.length, embed.readingOrder.length - 1);
  });

  it('continues after the last received event, with the current state of each chapter', async () => {
    const api = await testApi(engine);
    const { open, publish, patch, unpublish } = await serialBook(api);
    const known = await publish('Known');
    const gone = await publish('Gone');
    const embed = await open();
    await patch(known, { title: 'Known better' });
    const fresh = await publish('Fresh');
    await patch(fresh, { title: 'Fresh and fixed' });
    await unpublish(gone);

    const events = await subscribe(api, embed, {
      'Last-Event-ID': embed.changes?.lastEventId ?? '',
    });
    const missed = [await events.next(), await events.next(), await events.next()];

    assert.deepEqual(
      missed.map((event) => [event?.type, event?.data.title]),
      [
        ['chapter.updated', 'Known better'],
        ['chapter.published', 'Fresh and fixed'],
        ['chapter.unpublished', 'Gone'],
      ],
    );
    const further = await subscribe(api, embed, { 'Last-Event-ID': missed[1]?.id ?? '' });
    assert.equal((await further.next())?.data.title, 'Gone');
  });

  it('reports changes committed by another process, but none for other books', async () => {
    const address = await newDatabaseLocation(engine);
    const dbs = [openDatabase(address), openDatabase(address)];
    after(() => Promise.all(dbs.map((db) => db.close())));
    const [first, second] = dbs;
    assert.ok(first && second);
    await migrate(first, () => new Date());
    const api = await testApi(engine, { db: first });
    const elsewhere = await testApi(engine, { db: second });
    const { open } = await serialBook(api);
    const events = await subscribe(api, await open());
    const other = await serialBook(elsewhere, { title: 'Other' });
    await other.publish('Not for us');

    const mine = await serialBook(api);
    const myEvents = await subscribe(api, await mine.open());
    const { key } = mine;
    const response = await elsewhere.request(`/v1/books/${mine.bookId}/chapters`, {
      key,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'From afar', content: 'Far away.' }),
    });
    const { id } = (await response.json()).data;
    await elsewhere.request(`/v1/chapters/${id}/publish`, { key, method: 'POST' });

    assert.equal((await myEvents.next())?.data.title, 'From afar');
    api.clock.advance(16 * 60);
    assert.equal(await events.next(), null);
  });

  it('sends periodic comments and ends when the token expires', async () => {
    const api = await testApi(engine);
    const { open, publish } = await serialBook(api);
    const events = await subscribe(api, await open());
    api.clock.advance(25);
    await publish('A sign');
    assert.equal((await events.next())?.data.title, 'A sign');
    api.clock.advance(26);
    // The next poll, a second later, sends the comment, and the poll after that ends the stream.
    const end = events.next();
    while (!events.comments.includes('still here')) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    api.clock.advance(16 * 60);
    assert.equal(await end, null);
    assert.deepEqual(events.comments, ['open', 'still here']);
  });

  it('costs no quota, and is rejected without a token, for another book, or with an invalid id', async () => {
    const api = await testApi(engine);
    const { open, key } = await serialBook(api);
    const other = await serialBook(api, { title: 'Other' });
    const embed = await open();
    const path = embed.changes?.url.replace('http://svc.test', '') ?? '';
    await follow(api, embed);
    const codeOf = async (token: string | null, headers: Record<string, string> = {}) =>
      (await (await api.request(path, { ...(token && { key: token }), headers })).json()).code;

    assert.equal(await codeOf(null), 'session_invalid');
    assert.equal(await codeOf((await other.open()).session.token), 'session_invalid');
    assert.equal(await codeOf(embed.session.token, { 'Last-Event-ID': 'x' }), 'invalid_request');
    api.clock.advance(16 * 60);
    assert.equal(await codeOf(embed.session.token), 'session_expired');
    const me = await api.request('/v1/keys/me', { key });
    assert.equal((await me.json()).data.usage.today, 1);
  });

  it('is rejected for a network with sixty open streams until one is closed', async () => {
    const api = await testApi(engine);
    const { open } = await serialBook(api);
    const embed = await open();
    const streams = await Promise.all(Array.from({ length: 60 }, () => follow(api, embed)));

    const rejected = await api.request(embed.changes?.url.replace('http://svc.test', '') ?? '', {
      key: embed.session.token,
    });
    assert.equal(rejected.status, 429);
    assert.equal((await rejected.json()).code, 'too_many_streams');

    streams[0]?.closing.abort();
    let { response } = await follow(api, embed);
    while (!response.ok) ({ response } = await follow(api, embed));
    assert.equal(response.status, 200);
  });

  it('ends immediately when the server shuts down', async () => {
    const api = await testApi(engine);
    const { open } = await serialBook(api);
    const events = await subscribe(api, await open());

    await api.app.close();

    assert.equal(await events.next(), null);
  });
});

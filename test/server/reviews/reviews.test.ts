import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NewReview } from '../../../server/reviews/contract.ts';
import { reviews } from '../../../server/reviews/reviews.ts';
import { addBook } from '../books/add-book.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { readEventLog, sendJson } from '../read-event-log.ts';

async function setUp(engine: Parameters<typeof testApi>[0]) {
  const api = await testApi(engine);
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const { text: other } = await api.newKey({ account: 'globex', tier: 'unlimited' });
  const bookId = await addBook(api, { title: 'Whale' });
  const path = `/v1/books/${bookId}/reviews`;
  const review = (body: object, as = key) => sendJson(api, 'POST', path, as, body);
  const ratingOf = async () =>
    (await (await api.request(`/v1/books/${bookId}?fields=rating`, { key })).json()).data.rating;
  return { api, key, other, bookId, path, review, ratingOf };
}

forEachEngine('reviews', (engine) => {
  it('are cleaned, listed newest first, and reported to the book’s account', async () => {
    const { api, key, other, path, review } = await setUp(engine);
    const response = await review({ rating: 5, title: ' So  good ', reviewer: 'ann' }, other);
    assert.equal(response.status, 201);
    const { data } = await response.json();
    assert.equal(data.title, 'So good');
    assert.equal((await review({ rating: 1, reviewer: 'bob' })).status, 201);
    assert.equal((await review({ rating: 3, reviewer: 'cec' })).status, 201);
    const first = await (await api.request(`${path}?limit=2`, { key })).json();
    assert.equal(first.meta.total, 3);
    const next = `${path}?limit=2&cursor=${first.meta.nextCursor}`;
    const second = await (await api.request(next, { key })).json();
    const reviewers = [...first.data, ...second.data].map(
      ({ reviewer }: { reviewer: string }) => reviewer,
    );
    assert.deepEqual(reviewers, ['cec', 'bob', 'ann']);
    assert.equal(second.meta.nextCursor, null);
    const events = await readEventLog(api);
    assert.equal(events.length, 3);
    assert.deepEqual(events[0]?.data.object, data);
    assert.deepEqual(await readEventLog(api, 'globex'), []);
  });

  it('determine the book’s rating exactly when added, updated and removed', async () => {
    const { api, key, bookId, review, ratingOf } = await setUp(engine);
    assert.equal(await ratingOf(), null);
    const responses = await Promise.all(
      [5, 4, 4].map((rating, index) => review({ rating, reviewer: `r${index}` })),
    );
    const [first = '', second = ''] = await Promise.all(
      responses.map(async (response) => String((await response.json()).data.id)),
    );
    assert.deepEqual(await ratingOf(), { average: 4.33, count: 3 });
    const before = (await api.request(`/v1/books/${bookId}`, { key })).headers.get('ETag');
    const patched = await sendJson(api, 'PATCH', `/v1/reviews/${first}`, key, { rating: 1 });
    assert.equal(patched.status, 200);
    assert.notEqual(
      (await api.request(`/v1/books/${bookId}`, { key })).headers.get('ETag'),
      before,
    );
    assert.deepEqual(await ratingOf(), { average: 3, count: 3 });
    for (const id of [first, second]) {
      const removed = await api.request(`/v1/reviews/${id}`, { key, method: 'DELETE' });
      assert.equal(removed.status, 204);
    }
    assert.deepEqual(await ratingOf(), { average: 4, count: 1 });
    const { sum, count } = await api.db.query
      .selectFrom('reviews')
      .select((eb) => [eb.fn.sum<number>('rating').as('sum'), eb.fn.countAll().as('count')])
      .executeTakeFirstOrThrow();
    assert.deepEqual([Number(sum), Number(count)], [4, 1]);
    const updated = (await readEventLog(api)).find(({ type }) => type === 'review.updated');
    assert.deepEqual(updated?.data.previous, { rating: 5 });
  });

  it('are unique per reviewer and book, even for concurrent requests', async () => {
    const { api, review, ratingOf } = await setUp(engine);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => review({ rating: 2, reviewer: 'ann' })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array.from({ length: 7 }, () => 409)]);
    assert.deepEqual(await ratingOf(), { average: 2, count: 1 });
    assert.equal((await readEventLog(api)).length, 1);
  });

  it('record no event for a patch without changes', async () => {
    const { api, key, review } = await setUp(engine);
    const { data } = await (await review({ rating: 2, title: 'T', reviewer: 'ann' })).json();
    const same = await sendJson(api, 'PATCH', `/v1/reviews/${data.id}`, key, { title: ' T' });
    assert.deepEqual((await same.json()).data, data);
    assert.equal((await readEventLog(api)).length, 1);
  });

  it('can be updated by their own account, and removed by their own account or the book’s account', async () => {
    const { api, key, other, review } = await setUp(engine);
    const { text: third } = await api.newKey({ account: 'initech' });
    const { data } = await (await review({ rating: 2, reviewer: 'ann' }, other)).json();
    const path = `/v1/reviews/${data.id}`;
    for (const as of [key, third]) {
      const refused = await sendJson(api, 'PATCH', path, as, { rating: 5 });
      assert.equal(refused.status, 403);
      assert.equal((await refused.json()).code, 'not_yours');
    }
    assert.equal((await api.request(path, { key: third, method: 'DELETE' })).status, 403);
    assert.equal((await api.request(path, { key, method: 'DELETE' })).status, 204);
    assert.equal((await api.request(path, { key, method: 'DELETE' })).status, 404);
    assert.deepEqual(
      (await readEventLog(api)).map(({ type }) => type),
      ['review.created', 'review.deleted'],
    );
    const hidden = await addBook(api, { title: 'Hidden', visibility: 'private' });
    const mine = await sendJson(api, 'POST', `/v1/books/${hidden}/reviews`, key, {
      rating: 1,
      reviewer: 'x',
    });
    const { id } = (await mine.json()).data;
    assert.equal((await api.request(`/v1/books/${hidden}/reviews`, { key: other })).status, 404);
    const blind = await sendJson(api, 'PATCH', `/v1/reviews/${id}`, other, { rating: 5 });
    assert.equal(blind.status, 404);
  });

  it('reject invalid bodies by pointer and store nothing', async () => {
    const { api, review, ratingOf } = await setUp(engine);
    const wrong: [object, string][] = [
      [{ rating: 0 }, '/rating'],
      [{ rating: 6 }, '/rating'],
      [{ rating: 4.5 }, '/rating'],
      [{ rating: '5' }, '/rating'],
      [{ reviewer: ' \u0000 ' }, '/reviewer'],
      [{ reviewer: 7 }, '/reviewer'],
      [{ title: 'x'.repeat(301) }, '/title'],
      [{ body: 'x'.repeat(20_001) }, '/body'],
      [{ bookId: 'bk_x' }, '/bookId'],
    ];
    for (const [more, pointer] of wrong) {
      const response = await review({ rating: 5, reviewer: 'ann', ...more });
      assert.equal(response.status, 400, pointer);
      assert.equal((await response.json()).errors[0].pointer, pointer);
    }
    assert.equal(await ratingOf(), null);
    assert.deepEqual(await readEventLog(api), []);
  });

  it('keep nothing of a change whose event cannot be written', async () => {
    const { api, bookId, ratingOf } = await setUp(engine);
    const { db, clock, keyContext } = api;
    const append = async () => {
      throw new Error('the event log is broken');
    };
    const broken = reviews({ db, now: clock.now, newId: keyContext.newId, events: { append } });
    const accountId = await keyContext.store.findOrCreateAccount(
      'acme',
      'acc_x',
      '2026-11-21T12:00:00Z',
    );
    const newReview = NewReview.parse({ rating: 5, reviewer: 'ann' });
    await assert.rejects(broken.add(accountId, bookId, newReview), /broken/);
    assert.equal(await ratingOf(), null);
  });
});

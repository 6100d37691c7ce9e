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
    const { api, key, path, review } = await setUp(engine);
    const response = await review({ rating: 5, title: ' So  good ', reviewer: 'ann' });
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

  it('of another account’s book need its permission and its approval', async () => {
    const { api, key, other, review, ratingOf, path } = await setUp(engine);
    const globex = await api.keyContext.store.findOrCreateAccount('globex', '', '');
    const refused = await review({ rating: 1, reviewer: 'invented-1' }, other);
    assert.equal(refused.status, 403);
    const { code, detail } = await refused.json();
    assert.equal(code, 'not_yours');
    assert.match(detail, new RegExp(`PUT /v1/reviews/accounts/${globex}`));

    const permission = `/v1/reviews/accounts/${globex}`;
    assert.equal((await api.request(permission, { key, method: 'PUT' })).status, 204);
    assert.equal((await api.request(permission, { key, method: 'PUT' })).status, 204);
    const allowed = await (await api.request('/v1/reviews/accounts', { key })).json();
    assert.deepEqual(
      allowed.data.map(({ accountId }: { accountId: string }) => accountId),
      [globex],
    );

    // Thirty invented reviewers change nothing until the publisher approves one of them.
    await review({ rating: 5, reviewer: 'ann' });
    const added = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        review({ rating: 1, reviewer: `invented-${index}`, status: 'approved' }, other),
      ),
    );
    const [first] = await Promise.all(added.map(async (one) => (await one.json()).data));
    assert.equal(first.status, 'pending');
    assert.deepEqual(await ratingOf(), { average: 5, count: 1 });

    const { text: otherAccount } = await api.newKey({ account: 'initech', tier: 'unlimited' });
    const totalFor = async (as: string, query = '') =>
      (await (await api.request(`${path}?limit=1${query}`, { key: as })).json()).meta.total;
    assert.equal(await totalFor(key), 31);
    assert.equal(await totalFor(key, '&status=pending'), 30);
    assert.equal(await totalFor(other), 31);
    assert.equal(await totalFor(otherAccount), 1);
    assert.equal(await totalFor(otherAccount, '&status=pending'), 0);

    const moderate = (status: string, as = key) =>
      sendJson(api, 'PATCH', `/v1/reviews/${first.id}`, as, { status });
    assert.equal((await moderate('approved', other)).status, 403);
    assert.equal((await moderate('approved', otherAccount)).status, 403);
    assert.equal((await (await moderate('approved')).json()).data.status, 'approved');
    assert.deepEqual(await ratingOf(), { average: 3, count: 2 });
    const edit = await sendJson(api, 'PATCH', `/v1/reviews/${first.id}`, other, { rating: 2 });
    assert.equal((await edit.json()).data.status, 'pending');
    assert.deepEqual(await ratingOf(), { average: 5, count: 1 });
    await moderate('approved');
    await moderate('rejected');
    assert.deepEqual(await ratingOf(), { average: 5, count: 1 });

    assert.equal((await api.request(permission, { key, method: 'DELETE' })).status, 204);
    assert.equal((await review({ rating: 1, reviewer: 'late' }, other)).status, 403);
    const nobody = await api.request('/v1/reviews/accounts/acc_nobody', { key, method: 'PUT' });
    assert.equal(nobody.status, 404);
  });

  it('can be removed by the account that added them and by the book’s account', async () => {
    const { api, key, other, review } = await setUp(engine);
    const globex = await api.keyContext.store.findOrCreateAccount('globex', '', '');
    await api.request(`/v1/reviews/accounts/${globex}`, { key, method: 'PUT' });
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

  it('keep the rating equal to the average of the approved reviews after every change', async () => {
    const { api, key, review, ratingOf, path } = await setUp(engine);
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const states = ['pending', 'approved', 'rejected'];
    const ids: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      const id = ids[next(ids.length + 3)];
      const body = { rating: 1 + next(5), status: states[next(3)] };
      if (id === undefined) {
        const created = await review({ ...body, reviewer: `reader-${step}` });
        ids.push((await created.json()).data.id);
      } else if (next(4) === 0) {
        await api.request(`/v1/reviews/${id}`, { key, method: 'DELETE' });
        ids.splice(ids.indexOf(id), 1);
      } else {
        await sendJson(api, 'PATCH', `/v1/reviews/${id}`, key, body);
      }
      const listed = await (await api.request(`${path}?limit=100&status=approved`, { key })).json();
      const ratings = listed.data.map(({ rating }: { rating: number }) => rating);
      const sum = ratings.reduce((total: number, rating: number) => total + rating, 0);
      const average = Math.round((sum / ratings.length) * 100) / 100;
      const expected = ratings.length === 0 ? null : { average, count: ratings.length };
      assert.deepEqual(await ratingOf(), expected);
    }
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

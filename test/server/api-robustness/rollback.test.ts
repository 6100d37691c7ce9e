import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../harness.ts';
import { dumpDatabase } from '../dump-database.ts';
import { type WriteApi, createWriteApi } from './write-api.ts';

/** One write of each type with an event, ordered so that each write has something to change. */
function changesOf({ ids }: WriteApi): [method: string, path: string, body?: object][] {
  const book = `/v1/books/${ids['bookId']}`;
  const chapter = `/v1/chapters/${ids['chapterId']}`;
  const review = `/v1/reviews/${ids['reviewId']}`;
  const sold = {
    orderId: 'order 1',
    bookId: ids['bookId'],
    quantity: 1,
    unitPrice: { amount: '9.99', currency: 'EUR' },
    occurredAt: '2026-11-21T11:00:00Z',
  };
  return [
    ['POST', '/v1/sales', sold],
    ['POST', `/v1/sales/${ids['saleId']}/refund`, { quantity: 1 }],
    ['POST', `${book}/reviews`, { rating: 1, reviewer: 'bob' }],
    ['PATCH', review, { rating: 2 }],
    ['DELETE', review],
    ['POST', `${book}/chapters`, { title: 'Two', content: 'x', publishAt: '2027-01-01T00:00:00Z' }],
    ['PATCH', chapter, { title: 'Changed' }],
    ['POST', `${chapter}/publish`, { publishAt: '2027-01-01T00:00:00Z' }],
    ['POST', `${chapter}/publish`, {}],
    ['POST', `${chapter}/unpublish`],
    ['POST', `/v1/webhooks/${ids['webhookId']}/test`],
    ['POST', '/v1/books', { title: 'Another' }],
    ['PATCH', book, { title: 'Changed' }],
    ['DELETE', book],
  ];
}

forEachEngine('write whose transaction fails after its event', (engine) => {
  it('leaves neither the change nor the event, and succeeds when repeated', async () => {
    const written = await createWriteApi(engine);
    const { api, send } = written;
    const { schema } = api.db.query;
    for (const [method, path, body] of changesOf(written)) {
      const before = await dumpDatabase(api.db);
      // Breaks the webhook delivery table, to which every operation writes last.
      await schema.alterTable('webhook_deliveries').renameTo('deliveries_away').execute();
      const broken = await send(method, path, body);
      await schema.alterTable('deliveries_away').renameTo('webhook_deliveries').execute();

      assert.equal(broken.status, 500, `${method} ${path}`);
      assert.deepEqual(await dumpDatabase(api.db), before, `${method} ${path}`);

      const done = await send(method, path, body);
      assert.ok(done.ok, `${method} ${path}: ${done.status} ${await done.text()}`);
      const after = await dumpDatabase(api.db);
      assert.equal(
        (after['events'] ?? []).length,
        (before['events'] ?? []).length + 1,
        `${method} ${path}`,
      );
    }
  });
});

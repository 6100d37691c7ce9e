import assert from 'node:assert/strict';
import { it } from 'node:test';
import pLimit from 'p-limit';
import { Problem } from '../../../server/http/problem.ts';
import { forEachEngine } from '../harness.ts';
import { dumpDatabase } from '../dump-database.ts';
import { bodiesWithInvalidText, type InvalidBody, invalidBodies } from './invalid-bodies.ts';
import { type Write, type WriteApi, createWriteApi } from './write-api.ts';

/**
 * Returns the error in the response to a body with one invalid member, or null if the response is
 * correct.
 */
async function errorPointer(
  { send }: WriteApi,
  { name, method, path }: Write,
  { pointer, body }: InvalidBody,
  statuses: readonly number[] = [400],
): Promise<string | null> {
  const response = await send(method, path, body);
  const text = await response.text();
  const context = `${name} ${pointer} ${JSON.stringify(body).slice(0, 300)}: ${response.status}`;
  if (!statuses.includes(response.status)) return `${context} ${text.slice(0, 300)}`;
  const { errors = [] } = Problem.parse(JSON.parse(text));
  const isNamed = errors.some(
    (one) => one.pointer === pointer || one.pointer?.startsWith(`${pointer}/`),
  );
  return isNamed ? null : `${context} names ${JSON.stringify(errors)}`;
}

/** Runs requests that must change nothing and compares the database before and after. */
async function assertNoChange({ api }: WriteApi, run: () => Promise<(string | null)[]>) {
  const before = await dumpDatabase(api.db);
  const failures = (await run()).filter((failure) => failure !== null);
  assert.deepEqual(failures, []);
  assert.deepEqual(await dumpDatabase(api.db), before);
}

/** Invalid values that the schemas cannot express, as write operation, pointer and members. */
const semanticErrors: [name: string, pointer: string, more: object, status?: number][] = [
  ['POST /v1/sales', '/unitPrice/amount', { unitPrice: { amount: '-1', currency: 'EUR' } }],
  ['POST /v1/sales', '/unitPrice/currency', { unitPrice: { amount: '1', currency: 'ZZZ' } }],
  ['POST /v1/sales', '/unitPrice/currency', { unitPrice: { amount: '1', currency: 'XAU' } }],
  ['POST /v1/sales', '/unitPrice/currency', { unitPrice: { amount: '1', currency: 'eur' } }],
  ['POST /v1/sales', '/unitPrice/amount', { unitPrice: { amount: '1.5', currency: 'JPY' } }],
  ['POST /v1/sales', '/unitPrice/amount', { unitPrice: { amount: '1.999', currency: 'EUR' } }],
  ['POST /v1/sales', '/unitPrice/amount', { unitPrice: { amount: '1.0001', currency: 'BHD' } }],
  ['POST /v1/sales', '/unitPrice/amount', { unitPrice: { amount: '1e3', currency: 'EUR' } }],
  [
    'POST /v1/sales',
    '/unitPrice/amount',
    { unitPrice: { amount: '9'.repeat(60), currency: 'EUR' } },
  ],
  ['POST /v1/sales', '/occurredAt', { occurredAt: '1800-01-01T00:00:00Z' }],
  ['POST /v1/sales', '/occurredAt', { occurredAt: '2126-01-01T00:00:00Z' }],
  ['POST /v1/sales', '/occurredAt', { occurredAt: '2026-02-30T00:00:00Z' }],
  ['POST /v1/sales', '/quantity', { quantity: 0 }],
  ['POST /v1/sales', '/quantity', { quantity: 1e9 }],
  ['POST /v1/sales', '/bookId', { bookId: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }, 404],
  ['POST /v1/sales/{saleId}/refund', '/quantity', { quantity: 0 }],
  ['POST /v1/sales/{saleId}/refund', '/quantity', { quantity: 1e9 }],
  ['POST /v1/sales/{saleId}/refund', '/quantity', { quantity: 4 }, 422],
  ['POST /v1/books', '/price/amount', { price: { amount: '-1', currency: 'EUR' } }],
  ['POST /v1/books', '/price/amount', { price: { amount: '1.5', currency: 'JPY' } }],
  ['POST /v1/books', '/price/currency', { price: { amount: '1', currency: 'ZZZ' } }],
  ['POST /v1/books', '/publishedAt', { publishedAt: '1800-02-30' }],
  ['POST /v1/books', '/title', { title: '   ' }],
  ['POST /v1/books', '/identifiers/0/value', { identifiers: [{ scheme: 'isbn', value: '1' }] }],
  ['PATCH /v1/books/{bookId}', '/price/amount', { price: { amount: '1.999' } }],
  ['PATCH /v1/books/{bookId}', '/price/currency', { price: { currency: 'ZZZ' } }],
  ['PATCH /v1/books/{bookId}', '/title', { title: null }],
  ['POST /v1/books/{bookId}/chapters', '/publishAt', { publishAt: '1800-01-01T00:00:00Z' }],
  ['POST /v1/books/{bookId}/chapters', '/position', { position: 1e10 }],
  ['POST /v1/books/{bookId}/chapters', '/content', { content: 'x'.repeat(1_000_001) }],
  ['PATCH /v1/chapters/{chapterId}', '/format', { format: 'text' }],
  ['POST /v1/chapters/{chapterId}/publish', '/publishAt', { publishAt: '1800-01-01T00:00:00Z' }],
  ['POST /v1/books/{bookId}/reviews', '/rating', { rating: 0 }],
  ['POST /v1/books/{bookId}/reviews', '/rating', { rating: 6 }],
  ['POST /v1/books/{bookId}/reviews', '/reviewer', { reviewer: '\u0001 ' }],
  ['PATCH /v1/reviews/{reviewId}', '/rating', { rating: 1.5 }],
  ['POST /v1/webhooks', '/url', { url: 'http://shop.example/' }, 422],
  ['POST /v1/webhooks', '/url', { url: 'https://10.0.0.1/' }, 422],
  ['POST /v1/webhooks', '/url', { url: 'no address' }, 422],
  ['PATCH /v1/webhooks/{webhookId}', '/url', { url: 'https://[::ffff:10.0.0.1]/' }, 422],
];

forEachEngine('invalid write requests', (engine) => {
  it('with invalid values are rejected by pointer and change nothing', async () => {
    const written = await createWriteApi(engine);
    const withBodies = written.writes.filter(({ right }) => right !== null);
    assert.ok(withBodies.length >= 12, String(withBodies.length));
    await assertNoChange(written, async () => {
      const failures: (string | null)[] = [];
      for (const write of withBodies) {
        const wrong = invalidBodies(written.document, write);
        assert.ok(wrong.length > 5, write.name);
        const few = pLimit(8);
        const checks = wrong.map((one) => few(() => errorPointer(written, write, one)));
        failures.push(...(await Promise.all(checks)));
      }
      return failures;
    });
  });

  it('with malformed text are rejected by pointer and change nothing', async () => {
    const written = await createWriteApi(engine);
    await assertNoChange(written, async () => {
      const failures: (string | null)[] = [];
      for (const write of written.writes.filter(({ right }) => right !== null)) {
        for (const one of bodiesWithInvalidText(write))
          failures.push(await errorPointer(written, write, one));
      }
      return failures;
    });
  });

  it('with semantically invalid values are rejected by pointer and change nothing', async () => {
    const written = await createWriteApi(engine);
    await assertNoChange(written, async () => {
      const failures: (string | null)[] = [];
      for (const [name, pointer, more, status = 400] of semanticErrors) {
        const write = written.writes.find((one) => one.name === name);
        assert.ok(write, name);
        const base = write.method === 'PATCH' ? {} : write.right;
        failures.push(
          await errorPointer(written, write, { pointer, body: { ...base, ...more } }, [status]),
        );
      }
      return failures;
    });
  });

  it('by another account are rejected and change nothing', async () => {
    for (const visibility of ['private', 'public'] as const) {
      const written = await createWriteApi(engine, visibility);
      await assertNoChange(written, async () => {
        const failures: (string | null)[] = [];
        for (const { name, method, path, isOfOne, right } of written.writes) {
          if (!isOfOne && name !== 'POST /v1/sales') continue;
          // The list of allowed accounts belongs to the caller, regardless of the account that it
          // names.
          if (path.startsWith('/v1/reviews/accounts/')) continue;
          const response = await written.send(
            method,
            path,
            right ?? undefined,
            {},
            written.foreignKey,
          );
          const { status } = response;
          const isRefused = visibility === 'private' ? status === 404 : [403, 404].includes(status);
          failures.push(isRefused ? null : `${visibility} ${name}: ${status}`);
        }
        return failures;
      });
    }
  });

  it('based on an outdated revision are rejected with 412 and change nothing', async () => {
    const written = await createWriteApi(engine);
    await assertNoChange(written, async () => {
      const guarded = written.writes.filter(({ operation }) => '412' in operation.responses);
      assert.ok(guarded.length >= 3, String(guarded.length));
      const failures: (string | null)[] = [];
      for (const { name, method, path, right } of guarded) {
        const stale = { 'If-Match': '"stale"' };
        const { status } = await written.send(method, path, right ?? undefined, stale);
        failures.push(status === 412 ? null : `${name}: ${status}`);
      }
      return failures;
    });
  });
});

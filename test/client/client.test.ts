import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { ApiError, createClient, unwrap, verifyWebhook, type Event } from '../../client/index.ts';
import { exampleEvents } from './example-events.ts';
import { addBook } from '../server/books/add-book.ts';
import { testApi } from '../server/harness.ts';
import { runShop, summarize } from './shop-program.ts';

async function apiWithBook() {
  const api = await testApi('sqlite');
  const { text: key } = await api.newKey({ tier: 'pro' });
  const id = await addBook(api, { title: 'The Whale' });
  return { ...api, key, id };
}

describe('the client', () => {
  it('lists books, creates a webhook, records a sale and reads a report', async () => {
    const { url, key } = await apiWithBook();

    const { title, secret, sale, conversions } = await runShop(url, key);

    assert.equal(title, 'The Whale');
    assert.match(secret, /^whsec_/);
    assert.deepEqual(sale.total, { amount: '9.99', currency: 'EUR' });
    assert.equal(conversions, 0);
  });

  it('returns the problem of an error response, or throws it', async () => {
    const { url, key } = await apiWithBook();
    const api = createClient({ url: `${url}/`, key });
    const request = () =>
      api.GET('/v1/books/{bookId}', {
        params: { path: { bookId: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' } },
      });

    const { data, error, response } = await request();
    assert.deepEqual([data, error?.code, response.status], [undefined, 'book_not_found', 404]);
    await assert.rejects(unwrap(request()), (thrown) => {
      assert.ok(thrown instanceof ApiError);
      assert.deepEqual([thrown.status, thrown.code], [404, 'book_not_found']);
      assert.match(thrown.message, /bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R/);
      return true;
    });
  });

  it('reports an error response that is not a problem', async () => {
    const fetch = async () => new Response('<html>', { status: 502 });
    const api = createClient({ url: 'http://svc.test', fetch });

    await assert.rejects(unwrap(api.GET('/v1/books')), {
      name: 'ApiError',
      message: 'The server responded with 502.',
      status: 502,
      code: 'unknown',
    });
  });

  it('is at most 6 kB, compressed', () => {
    const built = new URL('../../dist/client.js.br', import.meta.url);
    assert.ok(readFileSync(built).length <= 6000, String(readFileSync(built).length));
  });
});

describe('the verification of a delivery', () => {
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const [event] = exampleEvents('sale.completed');
  const body = JSON.stringify(event);

  function headersOf(signedWith: string[], time = new Date()) {
    const signatures = signedWith.map((one) => new Webhook(one).sign('evt_1', time, body));
    return new Headers({
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    });
  }

  it('returns an event with the type of its data', async () => {
    const verified: Event = await verifyWebhook(body, headersOf([secret]), secret);

    assert.deepEqual(verified, event);
    assert.equal(summarize(verified), 'sold 2');
  });

  it('accepts both signatures during a rotation', async () => {
    for (const accepted of [secret, other]) {
      await verifyWebhook(body, headersOf([secret, other]), accepted);
    }
  });

  it('rejects another secret, another body, an old delivery and missing headers', async () => {
    const invalid = /The signature is not valid/;
    await assert.rejects(verifyWebhook(body, headersOf([other]), secret), invalid);
    await assert.rejects(verifyWebhook(`${body} `, headersOf([secret]), secret), invalid);
    const old = new Date(Date.now() - 6 * 60_000);
    await assert.rejects(verifyWebhook(body, headersOf([secret], old), secret), /too old/);
    await assert.rejects(verifyWebhook(body, new Headers(), secret), /no timestamp/);
    const garbled = headersOf([secret]);
    garbled.set('webhook-signature', 'v1,??? v2 ,');
    await assert.rejects(verifyWebhook(body, garbled, secret), invalid);
  });
});

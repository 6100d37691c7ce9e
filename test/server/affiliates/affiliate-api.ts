import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Affiliate, Payout, AffiliateReport } from '../../../server/affiliates/contract.ts';
import type { Engine } from '../../../server/db/open.ts';
import type { Sale } from '../../../server/sales/contract.ts';
import { addBook } from '../books/add-book.ts';
import { testApi, type TestApiOptions } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';

export type AffiliateApi = Awaited<ReturnType<typeof affiliateApi>>;

export interface OpenedBook {
  token: string;
  traceId: string;
  clickId: string | null;
  buyUrl: string;
}

/**
 * Creates an API with a book for sale and a partner, and returns the actions of a reader and a
 * shop.
 */
export async function affiliateApi(engine: Engine, options: TestApiOptions = {}) {
  const api = await testApi(engine, options);
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const { text: other } = await api.newKey({ account: 'globex', tier: 'unlimited' });
  const bookId = await addBook(api, { title: 'Whale', isbn: '9783161484100' });
  const buyUrl =
    'https://shop.example/{isbn}?ref={affiliate}&c={campaign}&s={sub}&click={clickId}&t={traceId}';
  const patched = await sendJson(api, 'PATCH', `/v1/books/${bookId}`, key, { buyUrl });
  assert.equal(patched.status, 200, await patched.clone().text());
  let orders = 0;

  const shop = {
    api,
    key,
    otherAccountKey: other,
    bookId,

    async addPartner(more: object = {}): Promise<Affiliate> {
      // Most tests sell several orders after one click.
      const body = {
        code: 'weekly',
        name: 'Books Weekly',
        rate: '0.08',
        maxConversionsPerClick: 1000,
        ...more,
      };
      const response = await sendJson(api, 'POST', '/v1/affiliates', key, body);
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()).data;
    },

    /** Opens the book in the same way as a page. */
    async open(query: Record<string, string> = {}, headers = {}): Promise<OpenedBook> {
      const search = new URLSearchParams({ book: bookId, affiliate: 'weekly', ...query });
      const response = await api.request(`/v1/reader/embed?${search}`, { key, headers });
      const { data } = await response.json();
      assert.equal(response.status, 200);
      return {
        token: data.session.token,
        traceId: data.traceId,
        clickId: data.affiliate?.clickId ?? null,
        buyUrl: new URL(data.purchase.buyUrl).pathname,
      };
    },

    /** Follows the buy link and returns the redirect target. */
    async followBuyLink(buyUrlPath: string, headers: Record<string, string> = {}, method = 'GET') {
      const response = await fetch(api.url + buyUrlPath, { method, headers, redirect: 'manual' });
      assert.equal(response.status, 303, await response.clone().text());
      return response.headers.get('Location') ?? '';
    },

    async sell(more: object = {}): Promise<Sale> {
      orders += 1;
      const body = {
        orderId: `order ${orders}`,
        bookId,
        quantity: 1,
        unitPrice: { amount: '9.99', currency: 'EUR' },
        occurredAt: api.clock.now().toISOString(),
        ...more,
      };
      const response = await sendJson(api, 'POST', '/v1/sales', key, body);
      assert.ok(response.ok, await response.clone().text());
      return (await response.json()).data;
    },

    async refund(saleId: string, quantity?: number): Promise<Sale> {
      const body = quantity === undefined ? {} : { quantity };
      const response = await sendJson(api, 'POST', `/v1/sales/${saleId}/refund`, key, body);
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()).data;
    },

    pay(partnerId: string, body: object = { currency: 'EUR' }): Promise<Response> {
      return sendJson(api, 'POST', `/v1/affiliates/${partnerId}/payouts`, key, body);
    },

    async payOut(partnerId: string, body?: object): Promise<Payout> {
      const response = await shop.pay(partnerId, body);
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()).data;
    },

    async report(partnerId: string, query = ''): Promise<AffiliateReport> {
      const response = await api.request(`/v1/affiliates/${partnerId}/report?${query}`, { key });
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()).data;
    },

    sendBeacon(body: object, headers: Record<string, string> = {}): Promise<Response> {
      return api.request('/v1/reader/events', {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain;charset=UTF-8', ...headers },
        body: JSON.stringify(body),
      });
    },

    /**
     * Returns the stored steps by trace, once at least `expected` are stored. Some are written
     * after the response.
     */
    async visits(expected = 0): Promise<string[]> {
      for (;;) {
        const rows = await api.db.query
          .selectFrom('visits')
          .select(['type', 'chapter'])
          .orderBy('trace_id')
          .orderBy('occurred_at')
          .orderBy('type')
          .orderBy('chapter')
          .execute();
        if (rows.length >= expected)
          return rows.map(({ type, chapter }) => `${type} ${chapter}`.trim());
        await setImmediate();
      }
    },
  };
  return shop;
}

/** A partner with a 10% commission that is approved after two days, and a click. */
export async function openThroughPartner(api: AffiliateApi) {
  const { id } = await api.addPartner({ rate: '0.1', approvalDays: 2 });
  const { clickId, buyUrl, traceId } = await api.open({ campaign: '-autumn' });
  await api.followBuyLink(buyUrl);
  return { id, clickId, traceId };
}

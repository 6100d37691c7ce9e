import { createClient, type Schemas, unwrap } from '../../client/index.ts';

/** The API calls made by the shop's server. */
export type ShopApi = ReturnType<typeof shopApi>;

export type ShopBook = Pick<Schemas['Book'], 'id' | 'title' | 'contributors' | 'price'>;

/** Calls the public API with the shop's secret key, as an external shop would. */
export function shopApi(origin: string, secretKey: string) {
  const api = createClient({ url: origin, key: secretKey });
  return {
    async book(bookId: string): Promise<ShopBook | null> {
      const request = api.GET('/v1/books/{bookId}', { params: { path: { bookId } } });
      const book = await nullIfMissing(request);
      if (!book) return null;
      // Every member other than the id is optional because of the parameter `fields`.
      const { id, title = '', contributors = [], price = null } = book;
      return { id, title, contributors, price };
    },

    /** Reports a sale. The order id makes the call idempotent. */
    async sell(body: Schemas['NewSale']): Promise<Schemas['Sale']> {
      const params = { header: { 'Idempotency-Key': body.orderId } };
      return (await unwrap(api.POST('/v1/sales', { body, params }))).data;
    },

    /** Refunds the remaining quantity of a sale. */
    async refund(saleId: string): Promise<void> {
      const params = { path: { saleId }, header: { 'Idempotency-Key': `refund-${saleId}` } };
      const body = { reason: 'Returned' };
      await unwrap(api.POST('/v1/sales/{saleId}/refund', { params, body }));
    },

    /** Returns a trace, or null if it does not exist yet. */
    async trace(traceId: string): Promise<Schemas['Trace'] | null> {
      const request = api.GET('/v1/affiliates/traces/{traceId}', { params: { path: { traceId } } });
      return nullIfMissing(request);
    },

    async report(affiliateId: string): Promise<Schemas['AffiliateReport']> {
      const params = { path: { affiliateId }, query: { groupBy: 'campaign' as const } };
      return (await unwrap(api.GET('/v1/affiliates/{affiliateId}/report', { params }))).data;
    },
  };
}

/** Returns the resource, or null for status 404. */
async function nullIfMissing<Resource>(
  request: Promise<{ data?: { data: Resource }; error?: unknown; response: Response }>,
): Promise<Resource | null> {
  const { response } = await request;
  return response.status === 404 ? null : (await unwrap(request)).data;
}

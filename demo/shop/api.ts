import { z } from 'zod';

/** The API calls made by the shop's server. */
export type ShopApi = ReturnType<typeof shopApi>;

const Money = z.object({ amount: z.string(), currency: z.string() });

const Book = z.object({
  id: z.string(),
  title: z.string(),
  contributors: z.array(z.object({ name: z.string() })),
  price: Money.nullable(),
});
export type ShopBook = z.infer<typeof Book>;

const Sale = z.object({ id: z.string(), traceId: z.string().nullable() });

/** Creates a client of the public API with the shop's secret key, as an external shop would. */
export function shopApi(origin: string, secretKey: string) {
  return {
    async book(id: string): Promise<ShopBook | null> {
      const response = await get(`/v1/books/${encodeURIComponent(id)}`);
      return response.status === 404 ? null : dataOf(Book, response);
    },

    /** Reports a sale. The order id makes the call idempotent. */
    async sell(order: {
      orderId: string;
      bookId: string;
      quantity: number;
      unitPrice: z.infer<typeof Money>;
      clickId: string | null;
      occurredAt: string;
    }): Promise<z.infer<typeof Sale>> {
      return dataOf(Sale, await post('/v1/sales', order, order.orderId));
    },

    /** Refunds the remaining quantity of a sale. */
    async refund(saleId: string): Promise<void> {
      const path = `/v1/sales/${encodeURIComponent(saleId)}/refund`;
      await dataOf(z.unknown(), await post(path, { reason: 'Returned' }, `refund-${saleId}`));
    },

    /** Returns a trace, or null if it does not exist yet. */
    async trace(traceId: string): Promise<unknown> {
      const response = await get(`/v1/affiliates/traces/${encodeURIComponent(traceId)}`);
      return response.status === 404 ? null : dataOf(z.unknown(), response);
    },

    async report(affiliateId: string): Promise<unknown> {
      return dataOf(
        z.unknown(),
        await get(`/v1/affiliates/${affiliateId}/report?groupBy=campaign`),
      );
    },
  };

  function get(path: string): Promise<Response> {
    return fetch(origin + path, { headers: { Authorization: `Bearer ${secretKey}` } });
  }

  function post(path: string, body: object, idempotencyKey: string): Promise<Response> {
    return fetch(origin + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${secretKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': idempotencyKey,
      },
      body: JSON.stringify(body),
    });
  }
}

async function dataOf<Data>(schema: z.ZodType<Data>, response: Response): Promise<Data> {
  const body: unknown = await response.json();
  if (!response.ok)
    throw new Error(`The API responded with ${response.status}: ${JSON.stringify(body)}`);
  return z.object({ data: schema }).parse(body).data;
}

import { z } from 'zod';

/** What the shop’s server asks of the API. */
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

/** The shop’s side of the public API, with its secret key: as any shop on another machine would have it. */
export function shopApi(origin: string, secretKey: string) {
  return {
    async book(id: string): Promise<ShopBook | null> {
      const answer = await ask(`/v1/books/${encodeURIComponent(id)}`);
      return answer.status === 404 ? null : dataOf(Book, answer);
    },

    /** @param order - The shop’s own name of it: told twice, it is sold once. */
    async sell(order: {
      orderId: string;
      bookId: string;
      quantity: number;
      unitPrice: z.infer<typeof Money>;
      clickId: string | null;
      occurredAt: string;
    }): Promise<z.infer<typeof Sale>> {
      return dataOf(Sale, await tell('/v1/sales', order, order.orderId));
    },

    /** All that is left of a sale. */
    async refund(saleId: string): Promise<void> {
      const path = `/v1/sales/${encodeURIComponent(saleId)}/refund`;
      await dataOf(z.unknown(), await tell(path, { reason: 'Brought back' }, `refund-${saleId}`));
    },

    /** Null while nothing is known of it. */
    async trace(traceId: string): Promise<unknown> {
      const answer = await ask(`/v1/affiliates/traces/${encodeURIComponent(traceId)}`);
      return answer.status === 404 ? null : dataOf(z.unknown(), answer);
    },

    async report(affiliateId: string): Promise<unknown> {
      return dataOf(
        z.unknown(),
        await ask(`/v1/affiliates/${affiliateId}/report?groupBy=campaign`),
      );
    },
  };

  function ask(path: string): Promise<Response> {
    return fetch(origin + path, { headers: { Authorization: `Bearer ${secretKey}` } });
  }

  function tell(path: string, body: object, idempotencyKey: string): Promise<Response> {
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

async function dataOf<Data>(schema: z.ZodType<Data>, answer: Response): Promise<Data> {
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`The API said ${answer.status}: ${JSON.stringify(body)}`);
  return z.object({ data: schema }).parse(body).data;
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AffiliateId } from '../../affiliates/contract.ts';
import { readLabels } from '../../analytics/labels.ts';
import { periodOf } from '../../analytics/period.ts';
import { BookId } from '../../books/contract.ts';
import { IdPosition, readPosition } from '../../http/pagination.ts';
import { SaleState } from '../../sales/contract.ts';
import { listSales } from '../../sales/store.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ListPage } from '../contract.ts';
import { endOfDay, readSaleTotals, startOfDay } from '../sale-totals.ts';
import { rowsInPages, sendCsv } from '../send-csv.ts';
import type { ConsoleSale } from '../report-contract.ts';
import { requireAccount } from '../visitor.ts';

const pageSize = 50;

const Days = z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() });
const Filter = Days.extend({
  state: SaleState.optional(),
  bookId: BookId.optional(),
  affiliateId: AffiliateId.optional(),
  orderId: z.string().max(200).optional(),
});

/** Sales of an account. Shops record them with the API. */
export const saleRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, cursors, findConversions } = context;
  const url = '/console/api/accounts/:accountId/sales';

  async function list(
    accountId: string,
    { from, to, ...only }: z.infer<typeof Filter>,
    after: { id: string } | null,
    limit: number,
  ): Promise<ConsoleSale[]> {
    const filter = { ...only, from: from && startOfDay(from), to: to && endOfDay(to) };
    const page = { sort: '-occurredAt', after, limit } as const;
    const sales = await listSales(db.query, findConversions, accountId, filter, page);
    const ids = [...new Set(sales.map(({ bookId }) => bookId))];
    const titles = await readLabels(db.query, accountId, 'book', ids);
    return sales.map((sale) => ({ ...sale, bookTitle: titles.get(sale.bookId) ?? null }));
  }

  /**
   * GET …/sales?state=&bookId=&affiliateId=&orderId=&from=&to=&cursor= → `ListPage<ConsoleSale>`,
   * latest first.
   */
  app.get(
    url,
    { schema: { querystring: Filter.extend({ cursor: z.string().max(500).optional() }) } },
    async (request): Promise<ListPage<ConsoleSale>> => {
      const { id } = requireAccount(request);
      const { cursor, ...filter } = request.query;
      const scope = JSON.stringify(['console-sales', id, filter]);
      const after = readPosition(IdPosition, cursors, cursor, scope);
      const found = await list(id, filter, after, pageSize + 1);
      const data = found.slice(0, pageSize);
      const last = found.length > pageSize ? data.at(-1) : undefined;
      return { data, nextCursor: last ? cursors.write({ id: last.id }, scope) : null };
    },
  );

  /** GET …/sales/totals?from=&to= → `SaleTotals`. The period defaults to the last 30 days. */
  app.get(`${url}/totals`, { schema: { querystring: Days } }, async (request) => {
    const { id } = requireAccount(request);
    const period = periodOf({ ...request.query, interval: 'day' }, now());
    return { data: await readSaleTotals(db, id, period) };
  });

  /** GET …/sales.csv with the filters of the list → all matching sales, latest first. */
  app.get(`${url}.csv`, { schema: { querystring: Filter } }, async (request, reply) => {
    const { id } = requireAccount(request);
    const sales = rowsInPages<ConsoleSale>((last, limit) =>
      list(id, request.query, last && { id: last.id }, limit),
    );
    return sendCsv(reply, 'sales.csv', sales, {
      occurredAt: ({ occurredAt }) => occurredAt,
      orderId: ({ orderId }) => orderId,
      bookId: ({ bookId }) => bookId,
      title: ({ bookTitle }) => bookTitle,
      quantity: ({ quantity }) => quantity,
      refundedQuantity: ({ refundedQuantity }) => refundedQuantity,
      currency: ({ total }) => total.currency,
      total: ({ total }) => total.amount,
      refunded: ({ refunded }) => refunded.amount,
      state: ({ state }) => state,
      affiliate: ({ conversion }) => conversion?.code ?? null,
      campaign: ({ conversion }) => conversion?.campaign ?? null,
      commission: ({ conversion }) => conversion?.commission.amount ?? null,
      commissionState: ({ conversion }) => conversion?.state ?? null,
    });
  });
};

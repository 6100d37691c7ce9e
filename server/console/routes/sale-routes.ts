import { stringify } from 'csv-stringify/sync';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AffiliateId } from '../../affiliates/contract.ts';
import { readLabels } from '../../analytics/labels.ts';
import { type Period, periodBefore, periodOf } from '../../analytics/period.ts';
import { BookId } from '../../books/contract.ts';
import { IdPosition, readPosition } from '../../http/pagination.ts';
import { SaleState } from '../../sales/contract.ts';
import { sumSales } from '../../sales/sale-sums.ts';
import { listSales } from '../../sales/store.ts';
import { escapeFormula } from '../../values/escape-formula.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ListPage } from '../contract.ts';
import type { ConsoleSale, SaleTotals } from '../report-contract.ts';
import { requireAccount } from '../visitor.ts';

const pageSize = 50;
/** Newest sales in an export. */
const maxExported = 5000;

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
    const filter = { ...only, from: from && startOf(from), to: to && endOf(to) };
    const page = { sort: '-occurredAt', after, limit } as const;
    const { sales } = await listSales(db.query, findConversions, accountId, filter, page);
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
    const sumsIn = ({ from, to }: Period) =>
      sumSales(db.query, id, { from: startOf(from), to: endOf(to) });
    const data: SaleTotals = {
      ...period,
      sums: await sumsIn(period),
      previous: await sumsIn(periodBefore(period)),
    };
    return { data };
  });

  /** GET …/sales.csv with the filters of the list → the latest 5,000 sales. */
  app.get(`${url}.csv`, { schema: { querystring: Filter } }, async (request, reply) => {
    const { id } = requireAccount(request);
    const sales = await list(id, request.query, null, maxExported);
    reply.header('Content-Disposition', 'attachment; filename="sales.csv"');
    reply.type('text/csv; charset=utf-8');
    const format = { columns: [...csvColumns], header: true, record_delimiter: 'windows' } as const;
    return stringify(sales.map(toLine), format);
  });
};

function toLine({ bookTitle, conversion, ...sale }: ConsoleSale) {
  const { occurredAt, orderId, bookId, quantity, refundedQuantity, total, refunded, state } = sale;
  return {
    occurredAt,
    orderId: escapeFormula(orderId),
    bookId,
    title: escapeFormula(bookTitle ?? ''),
    quantity,
    refundedQuantity,
    currency: total.currency,
    total: total.amount,
    refunded: refunded.amount,
    state,
    affiliate: escapeFormula(conversion?.code ?? ''),
    campaign: escapeFormula(conversion?.campaign ?? ''),
    commission: conversion?.commission.amount ?? '',
    commissionState: conversion?.state ?? '',
  };
}

const csvColumns = [
  'occurredAt',
  'orderId',
  'bookId',
  'title',
  'quantity',
  'refundedQuantity',
  'currency',
  'total',
  'refunded',
  'state',
  'affiliate',
  'campaign',
  'commission',
  'commissionState',
] as const satisfies (keyof ReturnType<typeof toLine>)[];

const startOf = (day: string) => `${day}T00:00:00.000Z`;
const endOf = (day: string) => `${day}T23:59:59.999Z`;

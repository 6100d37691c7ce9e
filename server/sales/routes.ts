import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import type { Queries } from '../db/schema.ts';
import { requireCaller } from '../http/caller.ts';
import { type CursorCodec, IdPosition, readPosition, sendPage } from '../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../http/query-parameters.ts';
import {
  NewSale,
  RefundRequest,
  Sale,
  SaleId,
  SaleSort,
  SaleState,
  OrderId,
  SaleWithRates,
} from './contract.ts';
import type { FindConversions } from './attribution.ts';
import type { Sales } from './sales.ts';
import { countSales, getSale, listSales, requireBookOfFilter } from './store.ts';
import { AffiliateId } from '../affiliates/contract.ts';
import { Failure } from '../failure.ts';
import { SaleCurrency } from '../values/money.ts';

export interface SaleRoutesOptions {
  sales: Sales;
  query: Queries;
  findConversions: FindConversions;
  cursors: CursorCodec;
  /** Origin at which clients reach this server, without a trailing slash. */
  publicUrl: string;
}

const Day = z.iso
  .date('Must be a date in the form YYYY-MM-DD, such as 2026-11-21.')
  .meta({ example: '2026-11-20' });
/** The request used for a refund without a body. */
const fullRefund = { reason: null };
const OneSale = z.object({ data: Sale });

/** `/v1/sales` */
export const saleRoutes: FastifyPluginAsyncZod<SaleRoutesOptions> = async (app, options) => {
  const { sales, query, findConversions, cursors } = options;
  const params = z.strictObject({ saleId: SaleId });
  const noQuery = z.strictObject({});

  /** → `Sale`. Errors: `unknown_currency`, `book_not_found`, `not_yours`, `conflict`. */
  app.post(
    '/v1/sales',
    {
      schema: {
        tags: ['Sales'],
        operationId: 'recordSale',
        summary: 'Record a sale',
        description:
          'Records one sale per order and book. Recording the same sale again returns 200 with the ' +
          'existing sale. A different sale of the same book in the same order returns 409. The current ' +
          'exchange rates are stored with the sale.',
        querystring: noQuery,
        body: NewSale,
        response: { 200: OneSale, 201: OneSale },
      },
      config: {
        permission: 'write:sales',
        fails: ['unknown_currency', 'book_not_found', 'not_yours', 'conflict'],
      },
    },
    async (request, reply) => {
      const { sale, created } = await sales.record(requireCaller(request).accountId, request.body);
      reply.status(created ? 201 : 200).header('Location', `/v1/sales/${sale.id}`);
      return { data: sale };
    },
  );

  /** → `Sale`. Errors: `sale_not_found`, `refund_too_large`. */
  app.post(
    '/v1/sales/:saleId/refund',
    {
      schema: {
        tags: ['Sales'],
        operationId: 'refundSale',
        summary: 'Refund a sale',
        description: 'Refunds all remaining copies or the number in `quantity`.',
        params,
        querystring: noQuery,
        body: RefundRequest.nullish(),
        response: { 200: OneSale },
      },
      config: { permission: 'write:sales', fails: ['sale_not_found', 'refund_too_large'] },
    },
    async (request) => {
      const { accountId } = requireCaller(request);
      return {
        data: await sales.refund(accountId, request.params.saleId, request.body ?? fullRefund),
      };
    },
  );

  /** → a page of `Sale`s. Errors: `book_not_found`, `invalid_cursor`. */
  app.get(
    '/v1/sales',
    {
      schema: {
        tags: ['Sales'],
        operationId: 'listSales',
        summary: 'List sales',
        description:
          'Lists your sales, latest first unless you set `sort`, including those of removed books.',
        querystring: z.strictObject({
          bookId: BookId.optional(),
          orderId: OrderId.optional()
            .describe('Sales of this order.')
            .meta({ example: 'order-2026-1017' }),
          state: SaleState.optional().describe('Sales in this state.'),
          affiliateId: AffiliateId.optional().describe('Sales attributed to this affiliate.'),
          currency: SaleCurrency.optional().describe('Sales in this currency (ISO 4217).'),
          sort: SaleSort,
          from: Day.optional().describe('First day (UTC) of the sales.'),
          to: Day.optional().describe('Last day (UTC) of the sales.'),
          limit: limitParameter(100, 20, 'Sales per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(Sale), meta: PageMeta }) },
      },
      config: { permission: 'read:sales', fails: ['book_not_found'] },
    },
    async (request, reply) => {
      const { accountId } = requireCaller(request);
      const { limit, cursor, sort, from, to, ...only } = request.query;
      if (/total/.test(sort) && only.currency === undefined) throw currencyRequired(sort);
      if (only.bookId !== undefined) await requireBookOfFilter(query, accountId, only.bookId);
      const scope = JSON.stringify(['sales', accountId, only, sort, from, to]);
      const after = readPosition(IdPosition, cursors, cursor, scope);
      const filter = {
        ...only,
        from: from && `${from}T00:00:00.000Z`,
        to: to && `${to}T23:59:59.999Z`,
      };
      const page = { sort, after, limit: limit + 1 };
      const rows = await listSales(query, findConversions, accountId, filter, page);
      const total = await countSales(query, accountId, filter);
      const positionOf = ({ id }: Sale) => ({ id });
      return sendPage(options, request, reply, { rows, total, limit, scope, positionOf });
    },
  );

  /** → `SaleWithRates`. Errors: `sale_not_found`. */
  app.get(
    '/v1/sales/:saleId',
    {
      schema: {
        tags: ['Sales'],
        operationId: 'getSale',
        summary: 'Get a sale',
        description: 'Returns the sale with all exchange rates at the time it was recorded.',
        params,
        querystring: noQuery,
        response: { 200: z.object({ data: SaleWithRates }) },
      },
      config: { permission: 'read:sales', fails: ['sale_not_found'] },
    },
    async (request) => {
      const { accountId } = requireCaller(request);
      return { data: await getSale(query, findConversions, accountId, request.params.saleId) };
    },
  );
};

function currencyRequired(sort: string): Failure {
  const detail = `Required with \`sort=${sort}\`. Must be an ISO 4217 code, such as EUR.`;
  return new Failure('invalid_request', `currency: ${detail}`, {
    errors: [{ parameter: 'currency', detail }],
  });
}

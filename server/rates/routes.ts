import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  Conversion,
  ConvertQuery,
  Currency,
  HistoryQuery,
  RateHistory,
  RateList,
  RatesQuery,
} from './contract.ts';
import { convertAmount, crossRate, formatRate } from './convert.ts';
import { currencyName, currencySymbol, minorUnits } from '../values/currencies.ts';
import {
  checkCurrencies,
  checkNotFuture,
  readHistory,
  readRates,
  requireTable,
  tableInfo,
} from './read-rates.ts';
import type { ServedRates } from './served-rates.ts';
import { stringify } from 'csv-stringify/sync';

export interface RateRoutesOptions {
  rates: ServedRates;
  now: () => Date;
}

const csvType = 'text/csv';
const ratesExample =
  'date,asOf,stale,source,base,quote,rate,amount\n' +
  '2026-11-21,2026-11-21T00:00:00Z,false,open,EUR,USD,1.1568,11.57\n';
const historyExample = 'date,source,base,quote,rate\n2026-11-21,open,EUR,USD,1.1568\n';

/** `/v1/rates`: exchange rates, conversion, history. */
export const rateRoutes: FastifyPluginAsyncZod<RateRoutesOptions> = async (app, options) => {
  const { rates, now } = options;

  /**
   * GET /v1/rates → `RateList`. Errors: `invalid_request`, `unknown_currency`, `rates_not_found`.
   */
  app.get(
    '/v1/rates',
    {
      schema: {
        tags: ['Rates'],
        operationId: 'getRates',
        summary: 'Get exchange rates',
        description:
          'Returns the newest plausible table with its age. All rates in a response are from one day and one ' +
          'source. With `format=csv` or `Accept: text/csv`, the response is that of `GET /v1/rates.csv`.',
        querystring: RatesQuery,
        response: { 200: z.object({ data: RateList }) },
      },
      config: {
        permission: 'read:rates',
        fails: ['unknown_currency', 'rates_not_found'],
        alternates: { [csvType]: '/v1/rates.csv' },
      },
    },
    async (request, reply) => {
      const data = await readRates(rates, request.query, now());
      const isCsv = shouldSendCsv(request, reply, request.query.format);
      return isCsv ? sendCsv(reply, ratesCsv(data)) : { data };
    },
  );

  /**
   * GET /v1/rates.csv → text/csv. Errors: `invalid_request`, `unknown_currency`, `rates_not_found`.
   */
  app.get(
    '/v1/rates.csv',
    {
      schema: {
        tags: ['Rates'],
        operationId: 'getRatesCsv',
        summary: 'Get exchange rates as CSV',
        description: 'Returns one line per currency.',
        querystring: RatesQuery.omit({ format: true }),
        produces: [csvType],
        response: { 200: z.string().meta({ example: ratesExample }) },
      },
      config: { permission: 'read:rates', fails: ['unknown_currency', 'rates_not_found'] },
    },
    async (request, reply) =>
      sendCsv(reply, ratesCsv(await readRates(rates, request.query, now()))),
  );

  /**
   * GET /v1/rates/convert → `Conversion`. Errors: `invalid_request`, `unknown_currency`,
   * `rates_not_found`.
   */
  app.get(
    '/v1/rates/convert',
    {
      schema: {
        tags: ['Rates'],
        operationId: 'convertAmount',
        summary: 'Convert an amount',
        description: 'Converts exactly and rounds once at the end.',
        querystring: ConvertQuery,
        response: { 200: z.object({ data: Conversion }) },
      },
      config: { permission: 'read:rates', fails: ['unknown_currency', 'rates_not_found'] },
    },
    async (request) => {
      const { from, to, amount, date, rounding } = request.query;
      checkNotFuture({ date }, now());
      await checkCurrencies(rates, { from: [from], to: [to] });
      const table = requireTable(await rates.find([from, to], date), date);
      return {
        data: {
          from: { amount, currency: from },
          to: convertAmount(table, amount, from, to, rounding),
          rate: formatRate(crossRate(table, from, to)),
          rounding,
          ...tableInfo(table),
        },
      };
    },
  );

  /** GET /v1/rates/history → `RateHistory`. Errors: `invalid_request`, `unknown_currency`. */
  app.get(
    '/v1/rates/history',
    {
      schema: {
        tags: ['Rates'],
        operationId: 'getRateHistory',
        summary: 'Get historical rates',
        description:
          'Returns one point per day with a table, for at most 366 days. With `format=csv` or ' +
          '`Accept: text/csv`, the response is that of `GET /v1/rates/history.csv`.',
        querystring: HistoryQuery,
        response: { 200: z.object({ data: RateHistory }) },
      },
      config: {
        permission: 'read:rates',
        fails: ['unknown_currency'],
        alternates: { [csvType]: '/v1/rates/history.csv' },
      },
    },
    async (request, reply) => {
      const data = await readHistory(rates, request.query, now());
      const isCsv = shouldSendCsv(request, reply, request.query.format);
      return isCsv ? sendCsv(reply, historyCsv(data)) : { data };
    },
  );

  /** GET /v1/rates/history.csv → text/csv. Errors: `invalid_request`, `unknown_currency`. */
  app.get(
    '/v1/rates/history.csv',
    {
      schema: {
        tags: ['Rates'],
        operationId: 'getRateHistoryCsv',
        summary: 'Get historical rates as CSV',
        description: 'Returns one line per day and currency, for at most 366 days.',
        querystring: HistoryQuery.omit({ format: true }),
        produces: [csvType],
        response: { 200: z.string().meta({ example: historyExample }) },
      },
      config: { permission: 'read:rates', fails: ['unknown_currency'] },
    },
    async (request, reply) =>
      sendCsv(reply, historyCsv(await readHistory(rates, request.query, now()))),
  );

  /** GET /v1/rates/currencies → `Currency[]`. Errors: `invalid_request`. */
  app.get(
    '/v1/rates/currencies',
    {
      schema: {
        tags: ['Rates'],
        operationId: 'listCurrencies',
        summary: 'List currencies',
        description: 'Lists every ISO 4217 currency with an exchange rate.',
        querystring: z.strictObject({}),
        response: { 200: z.object({ data: z.array(Currency) }) },
      },
      config: { permission: 'read:rates' },
    },
    async () => {
      const codes = await rates.currencies();
      return {
        data: codes.map((code) => ({
          code,
          name: currencyName(code),
          symbol: currencySymbol(code),
          minorUnits: minorUnits(code),
        })),
      };
    },
  );
};

/** The parameter takes precedence over the header, which a link cannot set. */
function shouldSendCsv(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  format: 'json' | 'csv' | undefined,
): boolean {
  reply.header('Vary', 'Accept');
  return format ? format === 'csv' : /\btext\/csv\b/i.test(headers.accept ?? '');
}

function sendCsv(reply: FastifyReply, text: string): never {
  reply.type(`${csvType}; charset=utf-8`);
  return text as never;
}

/** Formats rates with a header line and one line per rate (RFC 4180). */
function ratesCsv(list: RateList): string {
  const { date, asOf, stale, source, base, rates, converted } = list;
  return toCsv(
    ['date', 'asOf', 'stale', 'source', 'base', 'quote', 'rate', 'amount'],
    Object.entries(rates).map(([quote, rate]) => {
      const amount = converted?.[quote]?.amount ?? '';
      return [date, asOf, String(stale), source, base, quote, rate, amount];
    }),
  );
}

/** Formats a history with a header line and one line per rate and day (RFC 4180). */
function historyCsv({ base, points }: RateHistory): string {
  return toCsv(
    ['date', 'source', 'base', 'quote', 'rate'],
    points.flatMap(({ date, source, rates }) =>
      Object.entries(rates).map(([quote, rate]) => [date, source, base, quote, rate]),
    ),
  );
}

function toCsv(names: string[], rows: string[][]): string {
  return stringify([names, ...rows], { record_delimiter: 'windows' });
}

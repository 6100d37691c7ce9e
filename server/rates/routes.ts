import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../failure.ts';
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
import { historyCsv, ratesCsv } from './csv.ts';
import { currencyName, currencySymbol, minorUnits } from '../values/currencies.ts';
import type { ServedTable, RateTable } from './rate-table.ts';
import type { ServedRates } from './served-rates.ts';
import { dayMs } from '../values/time.ts';

const maxDays = 366;

const defaultDays = 31;
export interface RateRoutesOptions {
  rates: ServedRates;
  now: () => Date;
}

const csvType = 'text/csv';
const produces = ['application/json', csvType];

/** `/v1/rates`: exchange rates, conversion, history. */
export const rateRoutes: FastifyPluginAsyncZod<RateRoutesOptions> = async (app, options) => {
  const { rates, now } = options;

  /** GET /v1/rates → `RateList`. Errors: `invalid_request`, `unknown_currency`, `rates_not_found`. */
  app.get(
    '/v1/rates',
    {
      schema: {
        tags: ['Rates'],
        summary: 'Read exchange rates',
        description:
          'Returns the newest good table with its age. All rates in a response are from one day and one ' +
          'source. Available as JSON or CSV.',
        querystring: RatesQuery,
        produces,
        response: { 200: z.object({ data: RateList }) },
      },
      config: { permission: 'read:rates', fails: ['unknown_currency', 'rates_not_found'] },
    },
    async (request, reply) => {
      const { base, symbols, amount, date, format } = request.query;
      checkNotFuture({ date }, now());
      await checkCurrencies(rates, { base: [base], symbols });
      const table = requireTable(await rates.find(symbols ? [base, ...symbols] : [], date), date);
      const data = {
        base,
        ...tableInfo(table),
        ...ratesFor(table, base, symbols),
        ...(amount === undefined
          ? {}
          : { converted: convertedAmounts(table, base, symbols, amount) }),
      };
      if (shouldSendCsv(request, reply, format)) return sendCsv(reply, ratesCsv(data));
      return { data };
    },
  );

  /** GET /v1/rates/convert → `Conversion`. Errors: `invalid_request`, `unknown_currency`, `rates_not_found`. */
  app.get(
    '/v1/rates/convert',
    {
      schema: {
        tags: ['Rates'],
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
        summary: 'Read historical rates',
        description:
          'Returns one point per day with a table, for at most 366 days. Available as JSON or CSV.',
        querystring: HistoryQuery,
        produces,
        response: { 200: z.object({ data: RateHistory }) },
      },
      config: { permission: 'read:rates', fails: ['unknown_currency'] },
    },
    async (request, reply) => {
      const { base, symbols, format } = request.query;
      const { from, to } = resolveDayRange(request.query, now());
      await checkCurrencies(rates, { base: [base], symbols });
      const tables = await rates.between(from, to, symbols ? [base, ...symbols] : []);
      const points: RateHistory['points'] = [];
      for (const table of tables) {
        const { date, source } = table;
        points.push({ date, source, rates: ratesFor(table, base, symbols).rates });
        // A year of every currency takes 200 ms, so other requests are served in between.
        if (points.length % 20 === 0) await setImmediate();
      }
      const data = { base, from, to, points };
      if (shouldSendCsv(request, reply, format)) return sendCsv(reply, historyCsv(data));
      return { data };
    },
  );

  /** GET /v1/rates/currencies → `Currency[]`. Errors: `invalid_request`. */
  app.get(
    '/v1/rates/currencies',
    {
      schema: {
        tags: ['Rates'],
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

/** @throws Failure `unknown_currency` naming each parameter with a currency that has no rate. */
async function checkCurrencies(
  rates: ServedRates,
  requested: Record<string, readonly string[] | undefined>,
): Promise<void> {
  const known = new Set(await rates.currencies());
  const errors = Object.entries(requested).flatMap(([parameter, codes = []]) =>
    codes
      .filter((code) => !known.has(code))
      .map((code) => ({ parameter, detail: `No exchange rate is available for ${code}.` })),
  );
  if (errors.length === 0) return;
  const summary = errors.map(({ parameter, detail }) => `${parameter}: ${detail}`).join(' ');
  throw new Failure('unknown_currency', summary, { errors });
}

function requireTable(table: ServedTable | null, date: string | undefined): ServedTable {
  if (table) return table;
  const detail = `No rate table contains these currencies${date ? ` on or before ${date}` : ''}.`;
  throw new Failure('rates_not_found', detail, { errors: [{ parameter: 'date', detail }] });
}

function tableInfo({ date, asOf, ageSeconds, stale, source }: ServedTable) {
  return { date, asOf, ageSeconds, stale, source };
}

/**
 * Returns the rates of `symbols`, or of all currencies, for one `base`, and which of them are held
 * back.
 */
function ratesFor(
  table: RateTable & { held: ReadonlyMap<string, string> },
  base: string,
  symbols: readonly string[] = [...table.rates.keys()],
) {
  const held = [...table.held.keys()].filter((code) => code === base || symbols.includes(code));
  return {
    rates: Object.fromEntries(
      symbols.map((code) => [code, formatRate(crossRate(table, base, code))]),
    ),
    ...(held.length > 0 ? { held } : {}),
  };
}

function convertedAmounts(
  table: RateTable,
  base: string,
  symbols: readonly string[] = [...table.rates.keys()],
  amount: string,
) {
  return Object.fromEntries(
    symbols.map((code) => [code, convertAmount(table, amount, base, code)]),
  );
}

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

/**
 * Returns a history's day range, which includes both ends.
 *
 * @throws Failure `invalid_request` if a day is in the future, `from` is after `to`, or the range
 *   exceeds 366 days.
 */
function resolveDayRange(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  checkNotFuture({ from: query.from, to: query.to }, now);
  const to = query.to ?? toDay(now.getTime());
  const from = query.from ?? toDay(Date.parse(to) - (defaultDays - 1) * dayMs);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) rejectParameter('from', `${from} is after ${to}.`);
  if (days > maxDays)
    rejectParameter('from', `The range from ${from} to ${to} exceeds ${maxDays} days.`);
  return { from, to };
}

/**
 * Rejects days after today in UTC, for which no rates exist.
 *
 * @throws Failure `invalid_request`.
 */
function checkNotFuture(days: Record<string, string | undefined>, now: Date): void {
  const today = toDay(now.getTime());
  for (const [parameter, day] of Object.entries(days)) {
    if (day === undefined || day <= today) continue;
    rejectParameter(parameter, `Must not be in the future: ${day} is after ${today} (UTC).`);
  }
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function rejectParameter(parameter: string, detail: string): never {
  throw new Failure('invalid_request', `${parameter}: ${detail}`, {
    errors: [{ parameter, detail }],
  });
}

import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { Failure } from '../failure.ts';
import { dayMs } from '../values/time.ts';
import type { HistoryQuery, RateHistory, RateList, RatesQuery } from './contract.ts';
import { convertAmount, crossRate, formatRate, noRateDetail } from './convert.ts';
import type { RateTable, ServedTable } from './rate-table.ts';
import type { ServedRates } from './served-rates.ts';

const maxDays = 366;

const defaultDays = 31;

/**
 * Reads a table for `GET /v1/rates`.
 *
 * @throws Failure `invalid_request`, `unknown_currency`, `rates_not_found`.
 */
export async function readRates(
  rates: ServedRates,
  { base, symbols, amount, date }: Omit<z.infer<typeof RatesQuery>, 'format'>,
  now: Date,
): Promise<RateList> {
  checkNotFuture({ date }, now);
  await checkCurrencies(rates, { base: [base], symbols });
  const table = requireTable(await rates.find(symbols ? [base, ...symbols] : [], date), date);
  return {
    base,
    ...tableInfo(table),
    ...ratesFor(table, base, symbols),
    ...(amount === undefined ? {} : { converted: convertedAmounts(table, base, symbols, amount) }),
  };
}

/**
 * Reads the tables of a range of days for `GET /v1/rates/history`.
 *
 * @throws Failure `invalid_request`, `unknown_currency`.
 */
export async function readHistory(
  rates: ServedRates,
  query: Omit<z.infer<typeof HistoryQuery>, 'format'>,
  now: Date,
): Promise<RateHistory> {
  const { base, symbols } = query;
  const { from, to } = resolveDayRange(query, now);
  await checkCurrencies(rates, { base: [base], symbols });
  const tables = await rates.between(from, to, symbols ? [base, ...symbols] : []);
  const points: RateHistory['points'] = [];
  for (const table of tables) {
    const { date, source } = table;
    points.push({ date, source, rates: ratesFor(table, base, symbols).rates });
    // A year of every currency takes 200 ms, so other requests are served in between.
    if (points.length % 20 === 0) await setImmediate();
  }
  return { base, from, to, points };
}

/** @throws Failure `unknown_currency` naming each parameter with a currency that has no rate. */
export async function checkCurrencies(
  rates: ServedRates,
  requested: Record<string, readonly string[] | undefined>,
): Promise<void> {
  const known = new Set(await rates.currencies());
  const errors = Object.entries(requested).flatMap(([parameter, codes = []]) =>
    codes
      .filter((code) => !known.has(code))
      .map((code) => ({ parameter, detail: noRateDetail(code) })),
  );
  if (errors.length === 0) return;
  const summary = errors.map(({ parameter, detail }) => `${parameter}: ${detail}`).join(' ');
  throw new Failure('unknown_currency', summary, { errors });
}

/** @throws Failure `rates_not_found` if there is no table. */
export function requireTable(table: ServedTable | null, date: string | undefined): ServedTable {
  if (table) return table;
  const detail = `No rate table contains these currencies${date ? ` on or before ${date}` : ''}.`;
  throw new Failure('rates_not_found', detail, { errors: [{ parameter: 'date', detail }] });
}

/** Returns the fields that describe the table in every response. */
export function tableInfo({ date, asOf, ageSeconds, stale, source }: ServedTable) {
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
export function checkNotFuture(days: Record<string, string | undefined>, now: Date): void {
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

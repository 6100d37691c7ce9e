import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config.ts';
import { crossRate, formatRate } from '../rates/convert.ts';
import { currencyName, isCurrency } from '../values/currencies.ts';
import { liveRateSources, type RefreshOutcome, refreshRates } from '../rates/refresh.ts';
import { servedRates } from '../rates/served-rates.ts';
import { printJson, printTable } from './print.ts';
import { withDatabase } from './with-database.ts';

interface ShowFlags {
  base: string;
  json?: boolean;
}

const now = (): Date => new Date();

export function addRatesCommands(program: Command): void {
  const rates = program.command('rates').description('fetch and show exchange rates');

  rates
    .command('refresh')
    .description(
      'fetch the latest rates now, regardless of SVC_RATES (exit code 1 if a source fails)',
    )
    .option('--json', 'print [{source, outcome, …}]')
    .action(async ({ json }: { json?: boolean }) => {
      const outcomes = await refreshAll();
      if (json) printJson(outcomes);
      else printTable(outcomes.map(toRow), '');
      if (outcomes.some(({ outcome }) => outcome === 'failed' || outcome === 'refused')) {
        process.exitCode = 1;
      }
    });

  rates
    .command('show')
    .description('show the served rates and their age')
    .option('--base <code>', 'base currency of the rates (ISO 4217 code)', parseCurrency, 'USD')
    .option('--json', 'print {base, date, asOf, ageSeconds, stale, source, rates}')
    .action(async ({ base, json }: ShowFlags) => {
      const table = await withDatabase((db) => servedRates(db, now).current());
      const list = [...table.rates.keys()].map(
        (code) => [code, formatRate(crossRate(table, base, code))] as const,
      );
      const { date, asOf, ageSeconds, stale, source } = table;
      if (json) {
        const rates = Object.fromEntries(list);
        printJson({ base, date, asOf, ageSeconds, stale, source, rates });
        return;
      }
      printTable(
        list.map(([code, rate]) => ({ code, [`for 1 ${base}`]: rate, name: currencyName(code) })),
        '',
      );
      const hours = Math.floor(ageSeconds / 3600);
      console.log(
        `\nRates of ${date} (${hours} hours old${stale ? ', stale' : ''}) from ${source}.`,
      );
    });
}

/**
 * Refreshes one source at a time because each source is checked against the previous one's rates.
 */
async function refreshAll(): Promise<RefreshOutcome[]> {
  const { openRatesUrls, ecbRatesUrl } = readConfig(process.env);
  const sources = liveRateSources({ openDataUrls: openRatesUrls, ecbUrl: ecbRatesUrl, fetch, now });
  const { signal } = new AbortController();
  return await withDatabase(async (db) => {
    const outcomes: RefreshOutcome[] = [];
    for (const source of sources) {
      outcomes.push(await refreshRates(source, { db, now, signal, isForced: true }));
    }
    return outcomes;
  });
}

function toRow(outcome: RefreshOutcome) {
  return {
    source: outcome.source,
    outcome: outcome.outcome,
    date: 'date' in outcome ? outcome.date : null,
    details: describeOutcome(outcome),
  };
}

function describeOutcome(outcome: RefreshOutcome): string | null {
  if (outcome.outcome === 'failed') return outcome.reason;
  if (outcome.outcome === 'refused') return `implausible: ${outcome.outliers.join(', ')}`;
  if (outcome.outcome === 'unchanged') return null;
  const { currencies, held } = outcome;
  return `${currencies} currencies${held.length > 0 ? `; held as implausible: ${held.join(', ')}` : ''}`;
}

function parseCurrency(text: string): string {
  const code = text.toUpperCase();
  if (!isCurrency(code))
    throw new InvalidArgumentError(`Must be an ISO 4217 code such as EUR, got ${text}.`);
  return code;
}

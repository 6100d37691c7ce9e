import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../../server/db/open.ts';
import { postgresMissing } from '../../server/postgres.ts';
import { machine } from '../machine.ts';
import { measureFaults } from './measure-faults.ts';
import { measureRates } from './measure-rates.ts';
import { faultsTable, ratesTable } from './report.ts';

export interface WebhooksBenchOptions {
  engines: Engine[];
  /** Numbers of endpoints. */
  endpoints: number[];
  rounds: number;
  /** Deliveries of each burst. */
  deliveries: number;
  /** Deliveries per second in the steady phases. */
  rate: number;
  /** Length of the steady phase between bursts, in seconds. */
  seconds: number;
  /**
   * If true, measures only the effect of two failing endpoints on others. If false, measures
   * everything else. If omitted, measures everything.
   */
  faulty?: boolean;
  /** Print one JSON document instead of tables. */
  json?: boolean;
}

/**
 * Deliveries per second and latency compared with bare signed POSTs, and the effect of failing
 * endpoints on others.
 */
export async function benchWebhooks(options: WebhooksBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-webhooks-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const log = (text: string): void => {
    if (!options.json) console.error(text);
  };
  if (postgresMissing && options.engines.includes('postgres')) console.error(postgresMissing);
  const engines = options.engines.filter((engine) => engine === 'sqlite' || !postgresMissing);
  const before = machine();

  const rates = options.faulty ? [] : await measureRates({ ...options, engines }, folder, log);
  const faults =
    options.faulty === false ? [] : await measureFaults({ ...options, engines }, folder, log);
  const loads = [before.load, machine().load];
  if (options.json) {
    console.log(JSON.stringify({ machine: { ...before, loads }, options, rates, faults }, null, 2));
  } else {
    if (rates.length > 0) console.log(`${ratesTable(rates)}\n`);
    if (faults.length > 0) console.log(faultsTable(faults));
    console.log(`\nload average ${loads.map((load) => load.toFixed(1)).join(' → ')}`);
  }
  process.exit(0);
}

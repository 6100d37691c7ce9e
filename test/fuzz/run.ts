import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import type { Engine } from '../../server/db/open.ts';
import { postgresMissing } from '../server/postgres.ts';
import { runFuzz } from './fuzz-run.ts';
import { formatReport } from './report.ts';
import { sharedDataMissing } from './samples.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    case: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    own: { type: 'boolean', default: false },
    save: { type: 'string', default: join(tmpdir(), 'svc-fuzz-faults') },
    json: { type: 'boolean', default: false },
  },
});
const engines: Record<string, Engine> = { sqlite: 'sqlite', postgres: 'postgres' };
const engine = engines[values.engine];
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const only = values.case === undefined ? undefined : Number(values.case);
const isUsable =
  minutes > 0 && Number.isSafeInteger(seed) && (only === undefined || Number.isSafeInteger(only));
if (!engine || !isUsable) {
  console.error(
    'Usage: npm run fuzz -- [--minutes N] [--seed S] [--case K] [--engine sqlite|postgres] [--own] [--save FOLDER] [--json]',
  );
  process.exit(2);
}
if (engine === 'postgres' && postgresMissing) {
  console.error(postgresMissing);
  process.exit(1);
}
if (sharedDataMissing && !values.own) console.error(sharedDataMissing);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const print = (text: string) => console.error(text);
const { own: onlyOwn, save: saveTo } = values;
const report = await runFuzz({
  engine,
  minutes,
  seed,
  onlyCase: only,
  onlyBuiltIn: onlyOwn,
  saveTo,
  report: print,
});
console.log(values.json ? JSON.stringify(report, null, 2) : formatReport(report));
process.exit(report.faults.length === 0 ? 0 : 1);

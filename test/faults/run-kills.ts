import { parseArgs } from 'node:util';
import { type Engine } from '../../server/db/open.ts';
import { postgresMissing } from '../server/postgres.ts';
import { runFaults } from './fault-run.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    events: { type: 'string', default: '10000' },
    endpoints: { type: 'string', default: '50' },
    kills: { type: 'string', default: '100' },
    stops: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const engines: Engine[] = ['sqlite', 'postgres'];
const selected = engines.filter((one) => values.engine === undefined || values.engine === one);
const [events, endpoints, kills, stops, seed] = [
  values.events,
  values.endpoints,
  values.kills,
  values.stops,
  values.seed,
].map(Number);
if (
  selected.length === 0 ||
  events === undefined ||
  endpoints === undefined ||
  kills === undefined ||
  stops === undefined ||
  seed === undefined ||
  ![events, endpoints, kills, stops, seed].every(
    (count) => Number.isSafeInteger(count) && count >= 0,
  )
) {
  console.error(
    'Usage: npm run faults -- [--engine sqlite|postgres] [--events N] [--endpoints N] [--kills N] [--stops N] [--seed N]',
  );
  process.exit(2);
}

for (const engine of selected) {
  if (engine === 'postgres' && postgresMissing) {
    console.log(postgresMissing);
    continue;
  }
  console.log(
    `\n${engine}: ${events} events, ${endpoints} endpoints, ${kills} kills, seed ${seed}`,
  );
  const log = (text: string) => console.log(`  ${text}`);
  const report = await runFaults({ engine, events, endpoints, kills, stops, seed, report: log });
  const { violations, ...counts } = report;
  console.table(counts);
  for (const one of violations) console.error(`✘ ${one}`);
  console.log(
    violations.length === 0
      ? '✔ missing 0, phantom 0, all duplicates identical, all sequences in order'
      : `✘ ${violations.length} violations (--seed ${seed})`,
  );
  if (violations.length > 0) process.exitCode = 1;
}

import { Command, CommanderError, Option } from 'commander';
import type { Engine } from '../../server/db/open.ts';
import { benchAnalytics } from './analytics/analytics.ts';
import { benchApi } from './api/api.ts';
import { benchCdn } from './cdn/cdn.ts';
import { benchImport } from './import/import.ts';
import { benchLoad } from './load/load.ts';
import { benchPage } from './page/page.ts';
import { benchReader } from './reader/reader.ts';
import { benchExternalSearch } from './search/external.ts';
import { benchSearch } from './search/search.ts';
import { benchWebhooks } from './webhooks/webhooks.ts';

const wrongUsage = 2;
const engines: Engine[] = ['sqlite', 'postgres'];

const program = new Command('bench')
  .description('Measures this project against its peers.')
  .exitOverride();

program
  .command('reader')
  .description('<svc-reader> against epub.js, foliate-js, Readium and a bare page')
  .option('--book <file>', 'an EPUB file instead of the generated novel')
  .addOption(count('--rounds <n>', 'cold starts of each reader', 5))
  .addOption(count('--readings <n>', 'runs of 200 turns of each reader', 1))
  .addOption(count('--limits <n>', 'measure only the documented limits of svc-reader, in n rounds'))
  .option('--after', 'measure what loads and blocks between the first text and full use')
  .option('--only <names>', 'subjects to measure, comma-separated', (names) => names.split(','))
  .option('--screenshots <folder>', 'save a screenshot of each first page')
  .option('--json', 'print one JSON document')
  .action(benchReader);

program
  .command('page')
  .description(
    'the first text of the served page, with and without scripts, compared with a static page',
  )
  .addOption(count('--rounds <n>', 'cold starts of each page', 15))
  .option('--json', 'print one JSON document')
  .action(benchPage);

program
  .command('cdn')
  .description(
    'nginx and Varnish with the documented configurations: cached bytes, and forged URLs',
  )
  .addOption(
    new Option('--caches <names>', 'caches to measure')
      .default(['nginx', 'varnish'])
      .argParser((names) => names.split(',')),
  )
  .addOption(count('--books <n>', 'books, of which every second is sold', 50))
  .addOption(count('--sessions <n>', 'readers, each of whom reads a book', 1000))
  .addOption(count('--forged <n>', 'requests with forged, expired and swapped URLs', 10_000))
  .option('--json', 'print one JSON document')
  .action(benchCdn);

program
  .command('api')
  .description('requests per second with every request counted, compared with bare node:http')
  .addOption(count('--starts <n>', 'how often all servers are started', 2))
  .addOption(count('--rounds <n>', 'measurements of each server and route per start', 2))
  .addOption(count('--seconds <n>', 'length of each measurement', 4))
  .addOption(count('--warm-up <n>', 'seconds of load before the measurements of each route', 15))
  .addOption(count('--connections <n>', 'concurrent connections', 50))
  .option('--json', 'print one JSON document')
  .action(benchApi);

program
  .command('load')
  .description('the highest rate of a mixed load that is served in time, with open-loop arrivals')
  .addOption(count('--seconds <n>', 'length of each phase', 10))
  .addOption(count('--first <n>', 'requests per second of the first phase', 50))
  .addOption(count('--limit <ms>', '99th percentile up to which a rate is served', 250))
  .option('--only <setups>', 'sqlite-1, postgres-1, postgres-3, comma-separated', (names) =>
    names.split(','),
  )
  .option('--json', 'print one JSON document')
  .action(benchLoad);

program
  .command('external-search')
  .description('the external search engine and the embedded index: same results, time and memory')
  .addOption(count('--records <n>', 'records', 78_766))
  .addOption(count('--of-class <n>', 'made queries of each class', 14))
  .option('--json', 'print one JSON document')
  .action(benchExternalSearch);

program
  .command('search')
  .description(
    'loading, memory and search of a catalogue, compared with the full-text index of each engine',
  )
  .addOption(counts('--sizes <list>', 'numbers of records', [10_000, 78_766, 787_660]))
  .option(
    '--engines <list>',
    'sqlite, postgres',
    (list) => list.split(',').map((name) => toEngine(name)),
    engines,
  )
  .addOption(count('--queries <n>', 'graded queries of each kind', 150))
  .addOption(count('--rounds <n>', 'throughput measurements', 3))
  .addOption(count('--seconds <n>', 'length of each measurement', 4))
  .addOption(count('--connections <n>', 'concurrent connections', 50))
  .option('--json', 'print one JSON document')
  .action(benchSearch);

program
  .command('import')
  .description('EPUB files imported by the command line, compared with unzipping and parsing them')
  .addOption(count('--books <n>', 'number of books in each generated set', 10))
  .addOption(count('--rounds <n>', 'imports of each set', 3))
  .option('--json', 'print one JSON document')
  .action(benchImport);

program
  .command('analytics')
  .description('counting of a year of beacons, the size of its tables, and the time of reports')
  .addOption(count('--beacons <n>', 'beacons, spread over a year', 1_000_000))
  .addOption(count('--batch <n>', 'beacons counted in one transaction', 100))
  .option(
    '--engines <list>',
    'sqlite, postgres',
    (list) => list.split(',').map((name) => toEngine(name)),
    engines,
  )
  .addOption(count('--rounds <n>', 'runs of each report', 5))
  .option('--json', 'print one JSON document')
  .action(benchAnalytics);

program
  .command('webhooks')
  .description('deliveries per second and their latency, compared with bare signed POSTs')
  .addOption(counts('--endpoints <list>', 'numbers of endpoints', [1, 100, 1000]))
  .option(
    '--engines <list>',
    'sqlite, postgres',
    (list) => list.split(',').map((name) => toEngine(name)),
    engines,
  )
  .addOption(count('--rounds <n>', 'measurements of each subject', 1))
  .addOption(count('--deliveries <n>', 'deliveries of each burst', 10_000))
  .addOption(count('--rate <n>', 'deliveries per second in the steady phases', 200))
  .addOption(count('--seconds <n>', 'length of the steady phase between bursts', 5))
  .option('--faulty', 'measure only the effect of failing endpoints on others')
  .option('--no-faulty', 'measure everything except the effect of failing endpoints')
  .option('--json', 'print one JSON document')
  .action(benchWebhooks);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : wrongUsage);
  console.error(error);
  process.exit(1);
}

function count(flags: string, description: string, standard?: number): Option {
  return new Option(flags, description).default(standard).argParser((text) => toCount(flags, text));
}

function counts(flags: string, description: string, standard: number[]): Option {
  return new Option(flags, `${description}, comma-separated`)
    .default(standard)
    .argParser((list) => list.split(',').map((text) => toCount(flags, text)));
}

function toCount(flags: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    program.error(`${flags}: ${text} is not a valid count.`);
  return value;
}

function toEngine(name: string): Engine {
  const engine = engines.find((one) => one === name);
  return engine ?? program.error(`--engines: ${name} is not one of ${engines.join(', ')}.`);
}

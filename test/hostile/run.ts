import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { engineNames, type EngineName } from '../reading/engine.ts';
import type { Policy } from './violation.ts';
import { openHostileEnvironment } from './hostile-environment.ts';
import { readPayloads, sampleOf } from './payloads.ts';
import { runHostile, type HostileReport } from './run-hostile.ts';

const wrongUsage = 2;

interface Options {
  engine: EngineName;
  sample?: number;
  files?: boolean;
  seed: number;
  policy?: Policy;
  data: string;
  json?: boolean;
}

const program: Command = new Command('hostile')
  .description('Imports hostile books and opens them in the reader on a monitored page.')
  .addOption(new Option('--engine <name>').choices([...engineNames]).default('chromium'))
  .option(
    '--sample <count>',
    'number of payloads to try, without files; default: all payloads and files',
    Number,
  )
  .option('--files', 'only the files, without the payloads')
  .option('--seed <number>', 'seed of the random sample', Number, 1)
  .addOption(
    new Option('--policy <name>', 'policy of the host page; default: both').choices([
      'none',
      'strict',
    ]),
  )
  .option(
    '--data <folder>',
    'folder that contains the folders hostile and sanitiser',
    '../shared/data',
  )
  .option('--json', 'print one JSON document')
  .exitOverride()
  .action(run);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : wrongUsage);
  console.error(error);
  process.exit(1);
}

async function run({ engine, sample, files, seed, policy, data, json }: Options): Promise<void> {
  if (!existsSync(data))
    console.error(`${data} does not exist: only the built-in payloads are tested.`);
  const all = files ? [] : readPayloads(data);
  const payloads = sample === undefined ? all : sampleOf(all, sample, seed);
  const folder = join(data, 'hostile');
  const environment = await openHostileEnvironment(engine);
  const stop = () => void environment.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  let report: HostileReport;
  try {
    report = await runHostile({
      environment,
      payloads,
      policies: policy ? [policy] : ['none', 'strict'],
      filesFolder: sample === undefined && existsSync(folder) ? folder : null,
      report: (line) => console.error(line),
    });
  } finally {
    await environment.close();
  }
  if (json) console.log(JSON.stringify({ engine, ...report }, null, 2));
  else print(engine, report);
  if (report.findings.length + report.unexpected.length > 0) process.exitCode = 1;
}

function print(engine: EngineName, report: HostileReport): void {
  console.log(
    `${engine}: ${report.payloads} payloads, ${report.books} books, ${report.sections} sections: ` +
      `${report.executions} executions, ${report.requests} requests, ${report.findings.length} findings`,
  );
  for (const [code, count] of Object.entries(report.refusals))
    console.log(`  ${code}: ${count} refused`);
  for (const line of report.unexpected) console.log(`✘ ${line}`);
}

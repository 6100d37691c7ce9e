import { existsSync, readdirSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { startReadingSystem } from './reading-system.ts';
import { hasFailed, formatResult, buildReport, summaryTable } from './report.ts';
import { runTests } from './run-tests.ts';
import { checkOf } from './tests/index.ts';

const wrongUsage = 2;

const program: Command = new Command('conformance')
  .description('Runs the tests of the W3C EPUB suite from a folder in the real reader.')
  .argument('<folder>', 'folder with the .epub files')
  .option('--only <text>', 'only tests whose id contains this text')
  .option('--json', "print one JSON document in the suite's result format")
  .exitOverride()
  .action(run);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : wrongUsage);
  console.error(error);
  process.exit(1);
}

async function run(folder: string, { only = '', json }: { only?: string; json?: boolean }) {
  const fileNames = existsSync(folder) ? readdirSync(folder).sort() : [];
  const files = fileNames.filter((name) => name.endsWith('.epub') && name.includes(only));
  if (files.length === 0) program.error(`${folder} contains no .epub files.`);
  const system = await startReadingSystem();
  const stop = () => void system.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    let done = 0;
    const results = await runTests(system, folder, files, checkOf, (result) => {
      done += 1;
      console.error(`${String(done).padStart(4)}/${files.length} ${formatResult(result)}`);
    });
    if (json) console.log(JSON.stringify(buildReport(results), null, 2));
    else console.log(summaryTable(results));
    if (hasFailed(results)) process.exitCode = 1;
  } finally {
    await system.close();
  }
}

import { Command, CommanderError, Option } from 'commander';
import { benchApi } from './api/api.ts';
import { benchReader } from './reader/reader.ts';

const wrongUsage = 2;

const program = new Command('bench')
  .description('Measures this project against its peers.')
  .exitOverride();

program
  .command('reader')
  .description('<svc-reader> against epub.js, foliate-js, Readium and a bare page')
  .option('--book <file>', 'an EPUB file instead of the generated novel')
  .addOption(count('--rounds <n>', 'cold starts of each reader', 5))
  .addOption(count('--readings <n>', 'runs of 200 turns of each reader', 1))
  .option('--only <names>', 'subjects to measure, with commas between', (names) => names.split(','))
  .option('--screenshots <folder>', 'keep a picture of each first page')
  .option('--json', 'print one JSON document')
  .action(benchReader);

program
  .command('api')
  .description('requests per second with every request counted, against bare node:http')
  .addOption(count('--rounds <n>', 'measurements of each server and route', 5))
  .addOption(count('--seconds <n>', 'length of each measurement', 4))
  .addOption(count('--connections <n>', 'connections that ask at once', 50))
  .option('--json', 'print one JSON document')
  .action(benchApi);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : wrongUsage);
  console.error(error);
  process.exit(1);
}

function count(flags: string, description: string, standard: number): Option {
  return new Option(flags, description).default(standard).argParser((text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) program.error(`${flags}: ${text} is not a count.`);
    return value;
  });
}

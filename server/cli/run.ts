import { Command, CommanderError } from 'commander';
import { WrongUsage } from '../config.ts';
import { Failure } from '../failure.ts';

/** Loaded when it is asked for: each brings along what the others do without. */
const groups: Record<string, () => Promise<(program: Command) => void>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  import: async () => (await import('./import.ts')).addImport,
  catalogue: async () => (await import('./catalogue.ts')).addCatalogue,
  books: async () => (await import('./books.ts')).addBooks,
  keys: async () => (await import('./keys.ts')).addKeys,
  rates: async () => (await import('./rates.ts')).addRates,
  webhooks: async () => (await import('./webhooks.ts')).addWebhooks,
  deployments: async () => (await import('./deployments.ts')).addDeployments,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
};

/**
 * Runs what the words after the program's name ask for.
 *
 * @returns The exit code; null when the command has set it, or goes on.
 */
export async function run(words: string[]): Promise<number | null> {
  const program = new Command('svc')
    .description('svc-reader: the Digital Publishing API and what it serves')
    // Set before the commands are added: each inherits it.
    .exitOverride();
  const [asked = ''] = words;
  // Help, and what is misspelled, are about all of them.
  const wanted = Object.hasOwn(groups, asked) ? [groups[asked]] : Object.values(groups);
  const adders = await Promise.all(wanted.map((load) => load?.()));
  for (const add of adders) add?.(program);
  try {
    await program.parseAsync(words, { from: 'user' });
    return null;
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** 1: it could not be done. 2: it was asked for wrongly. */
function exitCodeOf(error: unknown): number {
  // Commander has said what is wrong, or shown the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof WrongUsage) {
    console.error(error.message);
    return 2;
  }
  if (error instanceof Failure) {
    console.error(error.message);
    return error.code === 'invalid_request' ? 2 : 1;
  }
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  return 1;
}

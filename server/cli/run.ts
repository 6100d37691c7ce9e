import { Command, CommanderError } from 'commander';
import { UsageError } from '../config.ts';
import { Failure } from '../failure.ts';

/** Loaded when it is asked for: each brings along what the others do without. */
const commandLoaders: Record<string, () => Promise<(program: Command) => void>> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  import: async () => (await import('./import.ts')).addImportCommand,
  catalogue: async () => (await import('./catalogue.ts')).addCatalogueCommands,
  books: async () => (await import('./books.ts')).addBooksCommands,
  keys: async () => (await import('./keys.ts')).addKeysCommands,
  rates: async () => (await import('./rates.ts')).addRatesCommands,
  webhooks: async () => (await import('./webhooks.ts')).addWebhooksCommands,
  deployments: async () => (await import('./deployments.ts')).addDeploymentsCommands,
  migrate: async () => (await import('./migrate.ts')).addMigrateCommand,
};

/**
 * Runs what the words after the program's name ask for.
 *
 * @returns The exit code; null when the command has set it, or goes on.
 */
export async function runCommand(words: string[]): Promise<number | null> {
  const program = new Command('svc')
    .description('svc-reader: the Digital Publishing API and what it serves')
    // Set before the commands are added: each inherits it.
    .exitOverride();
  const [asked = ''] = words;
  // Help, and what is misspelled, are about all of them.
  const wanted = Object.hasOwn(commandLoaders, asked)
    ? [commandLoaders[asked]]
    : Object.values(commandLoaders);
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
  if (error instanceof UsageError) {
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

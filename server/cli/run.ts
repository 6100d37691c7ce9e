import { Command, CommanderError } from 'commander';
import { UsageError } from '../config.ts';
import { Failure } from '../failure.ts';
import { startupMessage } from '../startup-failure.ts';

/** Each command is loaded only when it runs to avoid loading the other commands' dependencies. */
const commandLoaders: Record<string, () => Promise<(program: Command) => void>> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
  import: async () => (await import('./import.ts')).addImportCommand,
  catalogue: async () => (await import('./catalogue.ts')).addCatalogueCommands,
  books: async () => (await import('./books.ts')).addBooksCommands,
  keys: async () => (await import('./keys.ts')).addKeysCommands,
  affiliates: async () => (await import('./affiliates.ts')).addAffiliatesCommands,
  accounts: async () => (await import('./accounts.ts')).addAccountsCommands,
  rates: async () => (await import('./rates.ts')).addRatesCommands,
  webhooks: async () => (await import('./webhooks.ts')).addWebhooksCommands,
  deployments: async () => (await import('./deployments.ts')).addDeploymentsCommands,
  'test-data': async () => (await import('./test-data.ts')).addTestDataCommands,
  secret: async () => (await import('./secret.ts')).addSecretCommands,
  migrate: async () => (await import('./migrate.ts')).addMigrateCommand,
};

/**
 * Runs a command.
 *
 * @param args - Arguments after the program's name.
 * @returns The exit code, or null if the command has set it or is still running.
 */
export async function runCommand(args: string[]): Promise<number | null> {
  const program = new Command('svc')
    .description('run and administer the svc-reader server')
    // Must be set before the commands are added because they inherit it.
    .exitOverride();
  const [name = ''] = args;
  // Help and error messages for unknown commands require all commands.
  const loaders = Object.hasOwn(commandLoaders, name)
    ? [commandLoaders[name]]
    : Object.values(commandLoaders);
  const addCommands = await Promise.all(loaders.map((load) => load?.()));
  for (const add of addCommands) add?.(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return null;
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** Returns 0 after help, 1 for a failure, and 2 for incorrect usage. */
function exitCodeOf(error: unknown): number {
  // Commander has already printed the error or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    console.error(error.message);
    return 2;
  }
  if (error instanceof Failure) {
    console.error(error.message);
    return error.code === 'invalid_request' ? 2 : 1;
  }
  const message = startupMessage(error, process.env);
  if (message === null)
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  else console.error(message);
  return 1;
}

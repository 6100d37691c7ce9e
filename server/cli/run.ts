import { Command, CommanderError } from 'commander';
import { UsageError } from '../config.ts';
import { Failure } from '../failure.ts';
import { serverVersion } from '../values/server-version.ts';
import { nameOptions } from './option-names.ts';
import { RemoteError, selectedServer } from './remote/server.ts';
import { startupMessage } from '../startup-failure.ts';

/** Each command is loaded only when it runs to avoid loading the other commands' dependencies. */
const commandLoaders: Record<string, () => Promise<(program: Command) => void>> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
  import: async () => (await import('./import.ts')).addImportCommand,
  catalogue: async () => (await import('./catalogue.ts')).addCatalogueCommands,
  books: async () => (await import('./books.ts')).addBooksCommands,
  keys: async () => (await import('./keys.ts')).addKeysCommands,
  accounts: async () => (await import('./accounts.ts')).addAccountsCommands,
  rates: async () => (await import('./rates.ts')).addRatesCommands,
  login: loadLogin,
  logout: loadLogin,
  whoami: loadLogin,
  contexts: loadLogin,
  sales: async () => (await import('./sales.ts')).addSalesCommands,
  affiliates: async () => (await import('./affiliates.ts')).addAffiliatesCommands,
  webhooks: async () => (await import('./webhooks.ts')).addWebhooksCommands,
  deployments: async () => (await import('./deployments.ts')).addDeploymentsCommands,
  'test-data': async () => (await import('./test-data.ts')).addTestDataCommands,
  secret: async () => (await import('./secret.ts')).addSecretCommands,
  search: async () => (await import('./search.ts')).addSearchCommands,
  storage: async () => (await import('./storage.ts')).addStorageCommands,
  backup: loadBackup,
  restore: loadBackup,
  migrate: async () => (await import('./migrate.ts')).addMigrateCommand,
};

/** Commands that use a server if one is selected. All others work only on its own machine. */
const remoteCommands = new Set(
  'login logout whoami contexts books import keys sales affiliates webhooks deployments'.split(' '),
);

async function loadBackup() {
  return (await import('./backup.ts')).addBackupCommands;
}

async function loadLogin() {
  return (await import('./login.ts')).addLoginCommands;
}

/**
 * Runs a command.
 *
 * @param args - Arguments after the program's name.
 * @returns The exit code, or null if the command has set it or is still running.
 */
export async function runCommand(args: string[]): Promise<number | null> {
  const program = await createProgram(args[0]);
  try {
    await program.parseAsync(args, { from: 'user' });
    return null;
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** Creates the program with one command or, for help and unknown commands, with all commands. */
export async function createProgram(name = ''): Promise<Command> {
  const program = new Command('svc')
    .description('run and administer the svc-reader server')
    .option('--server <name>', 'URL or context of the server to use, or "local"; see svc login')
    .version(serverVersion, '--version', 'print the version')
    .showHelpAfterError('Run the command with --help to see its arguments and options.')
    .hook('preAction', (_program, command) => rejectServer(command))
    // Must be set before the commands are added because they inherit it.
    .exitOverride();
  const loaders = Object.hasOwn(commandLoaders, name)
    ? [commandLoaders[name]]
    : name === '--version'
      ? []
      : Object.values(commandLoaders);
  // Several commands can share a loader.
  const addCommands = new Set(await Promise.all(loaders.map((load) => load?.())));
  for (const add of addCommands) add?.(program);
  return program;
}

/** Rejects `--server` for commands that work only on the server's own machine. */
function rejectServer(command: Command): void {
  let top = command;
  while (top.parent?.parent) top = top.parent;
  const selected = selectedServer(command);
  if (selected === null || selected === 'local' || remoteCommands.has(top.name())) return;
  throw new UsageError(
    `svc ${top.name()} works only on the server's own machine. Run it there with --server local.`,
  );
}

/** Returns 0 after help, 1 for a failure, and 2 for incorrect usage. */
function exitCodeOf(error: unknown): number {
  // Commander has already printed the error or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    console.error(error.message);
    return 2;
  }
  if (error instanceof RemoteError) {
    console.error(nameOptions(error.message));
    return 1;
  }
  if (error instanceof Failure) {
    console.error(nameOptions(error.message));
    return error.code === 'invalid_request' ? 2 : 1;
  }
  const message = startupMessage(error, process.env);
  if (message === null)
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  else console.error(message);
  return 1;
}

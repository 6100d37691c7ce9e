#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { addBooks } from './cli/books.ts';
import { addCatalogue } from './cli/catalogue.ts';
import { addDeployments } from './cli/deployments.ts';
import { addImport } from './cli/import.ts';
import { addKeys } from './cli/keys.ts';
import { addMigrate } from './cli/migrate.ts';
import { addRates } from './cli/rates.ts';
import { addServe } from './cli/serve.ts';
import { addWebhooks } from './cli/webhooks.ts';
import { WrongUsage } from './config.ts';
import { Failure } from './failure.ts';

const program = new Command('svc')
  .description('svc-reader: the Digital Publishing API and what it serves')
  // Set before the commands are added: each inherits it.
  .exitOverride();

addServe(program);
addImport(program);
addCatalogue(program);
addBooks(program);
addKeys(program);
addRates(program);
addWebhooks(program);
addDeployments(program);
addMigrate(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
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

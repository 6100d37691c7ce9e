import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { clearTestData } from '../clear-account-data.ts';
import { UsageError } from '../config.ts';
import { Failure } from '../failure.ts';
import { keyStore } from '../keys/store.ts';
import { printJson, printTable } from './print.ts';
import { withDatabase } from './with-database.ts';

interface ClearFlags {
  account: string;
  yes?: boolean;
  json?: boolean;
}

export function addTestDataCommands(program: Command): void {
  program
    .command('test-data')
    .description('manage the data of test environments')
    .command('clear')
    .description('delete all test data of an account; its test keys remain valid')
    .requiredOption('--account <name>', 'account whose test data to delete')
    .option('--yes', 'delete without asking')
    .option('--json', 'print the number of deleted rows, {sales, books, …}')
    .action(async ({ account, yes, json }: ClearFlags) => {
      await withDatabase(async (db) => {
        const testAccountId = await keyStore(db).findTestAccount(account);
        if (!testAccountId) {
          throw new Failure(
            'account_not_found',
            `Account ${account} has no test environment. Create one with: svc keys create --environment test --account ${account} --tier basic`,
          );
        }
        if (!yes && !(await confirm(account))) return;
        const cleared = await clearTestData(db, testAccountId);
        if (json) return printJson(cleared);
        const rows = Object.entries(cleared).map(([kind, deleted]) => ({ kind, deleted }));
        printTable(rows, '');
      });
    });
}

/** Asks for confirmation before the deletion. @throws UsageError if there is no terminal. */
async function confirm(account: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UsageError('Add --yes to delete the test data without confirmation.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`Delete all test data of account ${account}? [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { printJson } from './print.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('update the database schema; the server also does this when it starts')
    .option('--json', 'print {ran: […]}')
    .action(async ({ json }: { json?: boolean }) => {
      const db = openConfiguredDatabase(readConfig(process.env));
      try {
        const ran = await migrate(db, () => new Date());
        if (json) printJson({ ran });
        else console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The database is up to date.');
      } finally {
        await db.close();
      }
    });
}

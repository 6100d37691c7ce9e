import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { printJson } from './print.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date; the server does so by itself when it starts')
    .option('--json', 'print {ran: […]}')
    .action(async ({ json }: { json?: boolean }) => {
      const db = openConfiguredDatabase(readConfig(process.env));
      try {
        const ran = await migrate(db, () => new Date());
        if (json) printJson({ ran });
        else console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.');
      } finally {
        await db.close();
      }
    });
}

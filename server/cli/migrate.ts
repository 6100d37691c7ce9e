import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openConfigured } from '../open-configured.ts';
import { printJson } from './report.ts';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date; the server does so by itself when it starts')
    .option('--json', 'print {ran: […]}')
    .action(async ({ json }: { json?: boolean }) => {
      const db = openConfigured(readConfig(process.env));
      try {
        const ran = await migrate(db, () => new Date());
        if (json) printJson({ ran });
        else console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.');
      } finally {
        await db.close();
      }
    });
}

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backUp, restore } from '../backup.ts';
import { type Config, readConfig, UsageError } from '../config.ts';
import { printJson } from './print.ts';

interface Flags {
  force?: boolean;
  json?: boolean;
}

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('copy the SQLite database and the secret to one file while the server runs')
    .argument('<file>', 'path of the new file')
    .option('--force', 'replace an existing file')
    .option('--json', 'print {file, bytes, sha256, hasSecret}')
    .action(async (name: string, { force = false, json }: Flags) => {
      const { dataFolder } = sqliteConfig('pg_dump');
      const file = resolve(name);
      const report = await backUp({ dataFolder, file, now: new Date(), force });
      if (json) printJson({ file, ...report });
      else console.log(`Wrote ${file} (${report.bytes} bytes, SHA-256 ${report.sha256}).`);
      if (!report.hasSecret) console.error(`The secret is not included. ${keepSecret}`);
    });

  program
    .command('restore')
    .description('put a file of svc backup into the data folder; stop the server first')
    .argument('<file>', 'file of svc backup')
    .option('--force', 'replace an existing database, and keep the previous files beside it')
    .option('--json', 'print {dataFolder, createdAt, hasSecret, movedAside}')
    .action((name: string, { force = false, json }: Flags) => {
      const { dataFolder } = sqliteConfig('pg_restore');
      const report = restore({ file: resolve(name), dataFolder, now: new Date(), force });
      if (json) printJson({ dataFolder, ...report });
      else console.log(`Restored the backup of ${report.createdAt} to ${dataFolder}.`);
      if (report.movedAside !== null) {
        console.error(`The previous files have the suffix ${report.movedAside}.`);
      }
      if (!report.hasSecret) console.error(`The backup has no secret. ${keepSecret}`);
    });
}

const keepSecret =
  'SVC_SECRET must have the same value after a restore. Without it, webhook secrets cannot be decrypted.';

function sqliteConfig(tool: string): Config {
  const config = readConfig(process.env);
  if (config.databaseUrl === null) return config;
  throw new UsageError(
    `DATABASE_URL selects PostgreSQL. Use ${tool}, and keep SVC_SECRET; see docs/guides/production.md#backup.`,
  );
}

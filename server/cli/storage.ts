import { type Command, Option } from 'commander';
import { UsageError } from '../config.ts';
import type { Database } from '../db/open.ts';
import { StorageError } from '../storage/object-store.ts';
import { checkContents, moveContents, type MoveReport } from '../stored-content.ts';
import { printJson, printTable } from './print.ts';
import { withDatabase } from './with-database.ts';

interface MigrateFlags {
  to: 'storage' | 'database';
  json?: boolean;
}

export function addStorageCommands(program: Command): void {
  const storage = program
    .command('storage')
    .description('move the content of books to the object storage in SVC_STORAGE_URL, or check it');

  storage
    .command('migrate')
    .description('move content that is not there yet, while servers run; repeat it after a failure')
    .addOption(
      new Option('--to <place>', 'where to move the content')
        .choices(['storage', 'database'])
        .default('storage'),
    )
    .option('--json', 'print {url, versions, moved, bytes}')
    .action(({ to, json }: MigrateFlags) =>
      withStorage(async (db, url) => {
        const report = await moveContents(db, to, showProgress);
        if (json) return printJson({ url, ...report });
        const place = to === 'storage' ? url : 'the database';
        console.log(`Moved ${describe(report)} to ${place}.`);
        if (to === 'storage') return;
        console.log(`When all processes run without SVC_STORAGE_URL, you can delete ${url}.`);
      }),
    );

  storage
    .command('check')
    .description('read every object, and compare it with its hash (exit code 1 after a difference)')
    .option('--json', 'print {url, versions, objects, bytes, problems}')
    .action(({ json }: { json?: boolean }) =>
      withStorage(async (db, url) => {
        const report = await checkContents(db);
        if (json) printJson({ url, ...report });
        else if (report.problems.length > 0)
          printTable(
            report.problems.map(({ bookId, content, message }) => ({ bookId, content, message })),
            '',
          );
        else console.log(`All ${report.objects} objects (${report.bytes} bytes) are complete.`);
        if (report.problems.length > 0) process.exitCode = 1;
      }),
    );
}

function describe({ moved, bytes, versions }: MoveReport): string {
  return `${moved} items (${bytes} bytes) of ${versions} versions`;
}

function showProgress(report: MoveReport): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${describe(report)}`);
}

/** @throws UsageError if no object storage is configured, or if it fails. */
async function withStorage(work: (db: Database, url: string) => Promise<void>): Promise<void> {
  await withDatabase(async (db) => {
    if (!db.objects) {
      throw new UsageError(
        'Set SVC_STORAGE_URL to the object storage, such as s3://bucket or file:///var/lib/svc-reader/objects.',
      );
    }
    try {
      await work(db, db.objects.url);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      throw new UsageError(`${error.message}. Run the command again to continue.`, {
        cause: error,
      });
    }
  });
}

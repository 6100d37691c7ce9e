import { UsageError } from '../../config.ts';
import type { Database } from '../../db/open.ts';
import { checkStorage } from '../../startup-checks.ts';
import { type Check, failed, ok, skipped } from './check.ts';

/** Writes to and reads from the object storage, or checks that none is needed. */
export async function checkObjectStorage(db: Database): Promise<Check> {
  try {
    await checkStorage(db);
  } catch (error) {
    const message = error instanceof UsageError ? error.message : String(error);
    const [found = message, ...remedy] = message.split(/(?<=[.]) /);
    return failed('storage', found, remedy.join(' ') || 'Run svc migrate, and try again.');
  }
  return db.objects
    ? ok('storage', `Objects can be written to and read from ${db.objects.url}.`)
    : skipped('storage', 'The content of books is in the database.');
}

import type { Database } from '../db/open.ts';

/**
 * Deletes versions and covers that were replaced before `cutoff`. Versions are deleted one at a
 * time because each has the content of a book.
 *
 * @param pause - Called between versions.
 */
export async function pruneVersions(
  { query }: Database,
  cutoff: string,
  pause: () => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const replaced = await query
      .selectFrom('book_versions')
      .select('id')
      .where('replaced_at', '<', cutoff)
      .limit(1)
      .executeTakeFirst();
    if (!replaced) break;
    await query.deleteFrom('book_versions').where('id', '=', replaced.id).execute();
    await pause();
  }
  await query.deleteFrom('book_covers').where('replaced_at', '<', cutoff).execute();
}

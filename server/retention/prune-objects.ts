import { sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { removalLeaseMs } from '../db/stored-objects.ts';
import type { ObjectStore } from '../storage/object-store.ts';

/** Objects per statement. Other writers wait a few milliseconds for it. */
const batchSize = 500;

/** Whether a row uses this object as its content. */
const isUsed = sql<boolean>`(
  exists (select 1 from sections where sections.object = storage_objects.hash)
  or exists (select 1 from resources where resources.object = storage_objects.hash)
  or exists (select 1 from epub_files where epub_files.object = storage_objects.hash)
  or exists (select 1 from book_covers where book_covers.object = storage_objects.hash)
)`;

/**
 * Removes objects that have had no row for a day. An import stores its objects before its rows, so
 * objects without a row exist during an import and after a crash.
 *
 * @param cutoff - ISO 8601 UTC.
 * @param pause - Called between batches.
 */
export async function pruneObjects(
  db: Database & { objects: ObjectStore },
  { now, cutoff, pause }: { now: Date; cutoff: string; pause: () => Promise<unknown> },
): Promise<void> {
  await updateUse(db, now, pause);
  for (;;) {
    const unused = await db.query
      .selectFrom('storage_objects')
      .select('hash')
      .where('unused_since', '<', cutoff)
      .limit(batchSize)
      .execute();
    let removed = 0;
    for (const { hash } of unused) {
      if (await removeUnused(db, hash, now, cutoff)) removed += 1;
    }
    // Other processes are removing the rest.
    if (removed === 0) return;
    await pause();
  }
}

/** Records the time since which objects have had no row. */
async function updateUse(
  { query }: Database,
  now: Date,
  pause: () => Promise<unknown>,
): Promise<void> {
  for (let last = ''; ; await pause()) {
    const rows = await query
      .selectFrom('storage_objects')
      .select(['hash', 'unused_since', isUsed.as('used')])
      .where('hash', '>', last)
      .orderBy('hash')
      .limit(batchSize)
      .execute();
    const unused = rows.filter((row) => !row.used && row.unused_since === null);
    const used = rows.filter((row) => row.used && row.unused_since !== null);
    await mark(unused, now.toISOString());
    await mark(used, null);
    const end = rows.at(-1);
    if (rows.length < batchSize || !end) return;
    last = end.hash;
  }

  async function mark(rows: { hash: string }[], unused_since: string | null): Promise<void> {
    if (rows.length === 0) return;
    const hashes = rows.map(({ hash }) => hash);
    await query
      .updateTable('storage_objects')
      .set({ unused_since })
      .where('hash', 'in', hashes)
      .where(unused_since === null ? isUsed : sql<boolean>`unused_since is null and not ${isUsed}`)
      .execute();
  }
}

/**
 * Claims and removes an object, so that no import can use it in the meantime. Returns false if it
 * is in use.
 */
async function removeUnused(
  { query, objects }: Database & { objects: ObjectStore },
  hash: string,
  now: Date,
  cutoff: string,
): Promise<boolean> {
  const removing_at = now.toISOString();
  const leaseEnd = new Date(now.getTime() - removalLeaseMs).toISOString();
  const { numUpdatedRows } = await query
    .updateTable('storage_objects')
    .set({ removing_at })
    .where('hash', '=', hash)
    .where('unused_since', '<', cutoff)
    .where((eb) => eb.or([eb('removing_at', 'is', null), eb('removing_at', '<', leaseEnd)]))
    .where(sql<boolean>`not ${isUsed}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await objects.remove(hash);
  await query
    .deleteFrom('storage_objects')
    .where('hash', '=', hash)
    .where('removing_at', '=', removing_at)
    .execute();
  return true;
}

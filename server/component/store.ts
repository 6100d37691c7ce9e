import type { Database } from '../db/open.ts';
import { compressBrotli } from '../values/brotli.ts';
import type { ComponentFile } from './build-files.ts';

/** Rows per statement, below the engines' limits for parameters. */
const batchSize = 100;

/** A published version of the element. */
export interface ComponentVersion {
  version: string;
  /** Path of its script. */
  path: string;
  digest: string;
  addedAt: string;
}

export type ComponentStore = ReturnType<typeof componentStore>;

/** Stores the element's scripts, so that every process can serve those of every deployment. */
export function componentStore(db: Database, now: () => Date) {
  return {
    /** Returns a file, Brotli-compressed, or null if there is none. */
    async find(path: string): Promise<{ bytes: Uint8Array; digest: string } | null> {
      const row = await db.query
        .selectFrom('component_files')
        .innerJoin('component_contents', 'component_contents.digest', 'component_files.digest')
        .select(['component_files.digest', 'bytes'])
        .where('path', '=', path)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Returns the published versions, latest first. */
    async listVersions(): Promise<ComponentVersion[]> {
      const rows = await db.query
        .selectFrom('component_files')
        .select(['version', 'path', 'digest', 'added_at'])
        .where('version', 'is not', null)
        .where('path', 'like', '%.js')
        .where('path', 'not like', '%/%')
        .orderBy('added_at', 'desc')
        .orderBy('path', 'desc')
        .execute();
      return rows.flatMap(({ version, path, digest, added_at }) =>
        version === null ? [] : [{ version, path, digest, addedAt: added_at }],
      );
    },

    /** Stores files that do not exist yet. Existing paths keep their contents. */
    async add(files: ComponentFile[], version: string | null): Promise<void> {
      const known = await db.query
        .selectFrom('component_files')
        .select('path')
        .where(version === null ? 'replaced_at' : 'version', version === null ? 'is' : '=', version)
        .execute();
      const paths = new Set(known.map(({ path }) => path));
      const missing = files.filter(({ path }) => !paths.has(path));
      for (let start = 0; start < missing.length; start += batchSize) {
        await addBatch(missing.slice(start, start + batchSize), version);
      }
    },

    /** Records which chunks belong to the current build. Other chunks are kept for a year. */
    async markCurrent(paths: string[]): Promise<void> {
      const rows = await db.query
        .selectFrom('component_files')
        .select(['path', 'replaced_at'])
        .where('version', 'is', null)
        .execute();
      const current = new Set(paths);
      const returned = rows.filter((row) => row.replaced_at !== null && current.has(row.path));
      const replaced = rows.filter((row) => row.replaced_at === null && !current.has(row.path));
      await setReplaced(returned, null);
      await setReplaced(replaced, now().toISOString());
    },
  };

  async function addBatch(files: ComponentFile[], version: string | null): Promise<void> {
    // A version contains the same chunks as its build.
    const stored = await db.query
      .selectFrom('component_contents')
      .select('digest')
      .where(
        'digest',
        'in',
        files.map(({ digest }) => digest),
      )
      .execute();
    const known = new Set(stored.map(({ digest }) => digest));
    const contents: { digest: string; bytes: Uint8Array }[] = [];
    for (const { digest, text } of files.filter((file) => !known.has(file.digest))) {
      contents.push({ digest, bytes: await compressBrotli(Buffer.from(text)) });
    }
    const added_at = now().toISOString();
    await db.transaction(async (tx) => {
      // Several processes may start at the same time with the same build.
      if (contents.length > 0) {
        await tx
          .insertInto('component_contents')
          .values(contents)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      await tx
        .insertInto('component_files')
        .values(
          files.map(({ path, digest }) => ({ path, digest, version, added_at, replaced_at: null })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  async function setReplaced(rows: { path: string }[], at: string | null): Promise<void> {
    if (rows.length === 0) return;
    await db.query
      .updateTable('component_files')
      .set({ replaced_at: at })
      .where(
        'path',
        'in',
        rows.map(({ path }) => path),
      )
      .execute();
  }
}

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { objectName, type ObjectStore, StorageError } from './object-store.ts';

/**
 * Stores objects as files, for example on a disk that several processes share. @param url -
 * `file:///path`
 */
export function folderStore(url: string): ObjectStore {
  const root = fileURLToPath(url);
  const pathOf = (hash: string) => join(root, objectName(hash));

  return {
    url,

    async put(hash, bytes) {
      const path = pathOf(hash);
      const draft = `${path}.${randomBytes(6).toString('hex')}`;
      await explained(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        try {
          const file = await open(draft, 'wx', 0o600);
          try {
            await file.writeFile(bytes);
            await file.sync();
          } finally {
            await file.close();
          }
          await rename(draft, path);
        } catch (error) {
          await rm(draft, { force: true });
          // Another process has stored the same object and removed this draft.
          if (!(isMissing(error) && existsSync(path))) throw error;
        }
        await removeDrafts(path);
        await syncFolder(dirname(path));
      });
    },

    get: (hash) =>
      explained(async () => {
        try {
          return await readFile(pathOf(hash));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),

    remove: (hash) => explained(() => rm(pathOf(hash), { force: true })),
  };

  async function explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StorageError(`The object storage at ${url} failed: ${reason}`, { cause });
    }
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Removes the drafts of a stored object, which remain if a process is killed. */
async function removeDrafts(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${basename(path)}.`)) await rm(join(folder, name), { force: true });
  }
}

/** Makes the names in a folder durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

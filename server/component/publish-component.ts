import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readChunks, versionFiles } from './build-files.ts';
import type { ComponentStore } from './store.ts';

/**
 * Stores the element's built scripts so that pages can still load them after the next deployment. A
 * version's first build becomes its permanent content.
 *
 * @param folder - Absolute path of the build. Without a build, nothing is stored.
 * @returns Whether the version's script is this build. If not, a build with other contents was
 * published first.
 */
export async function publishComponent(
  store: ComponentStore,
  { folder, version }: { folder: string; version: string },
): Promise<boolean> {
  const entry = await readFile(join(folder, 'svc-reader.js'), 'utf8').catch(() => null);
  if (entry === null) return true;
  const chunks = await readChunks(folder);
  await store.add(chunks, null);
  const files = versionFiles(version, entry, chunks);
  const current = new Set(files.map(({ path }) => path.replace(`@${version}`, '')));
  await store.markCurrent(chunks.map(({ path }) => path).filter((path) => current.has(path)));
  const [script] = files;
  const published = await store.find(`svc-reader@${version}.js`);
  if (published) return published.digest === script?.digest;
  await store.add(files.toReversed(), version);
  return true;
}

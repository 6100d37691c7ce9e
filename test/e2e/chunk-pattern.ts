import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../dist/svc-reader/', import.meta.url);

/**
 * Returns the URL pattern of the chunk that contains a module. Chunk names are hashes, so the chunk
 * is found through its source map.
 */
export function chunkPattern(module: string): string {
  const found = readdirSync(folder).find(
    (name) =>
      name.endsWith('.js.map') &&
      readFileSync(new URL(name, folder), 'utf8').includes(`/src/${module}"`),
  );
  if (!found) throw new Error(`No chunk contains ${module}.`);
  return `**/svc-reader/${found.replace('.map', '')}`;
}

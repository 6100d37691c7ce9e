import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../dist/svc-reader/', import.meta.url);

/** Where the chunk of a module lies, as a pattern: chunks have no names of their own, but maps of their sources. */
export function chunkPattern(module: string): string {
  const found = readdirSync(folder).find(
    (name) =>
      name.endsWith('.js.map') &&
      readFileSync(new URL(name, folder), 'utf8').includes(`/src/${module}"`),
  );
  if (!found) throw new Error(`No chunk holds ${module}.`);
  return `**/svc-reader/${found.replace('.map', '')}`;
}

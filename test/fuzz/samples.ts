import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LRUCache } from 'lru-cache';
import { type BookFile, unpack } from './epub-files.ts';
import { randomBelow, type Random, pick } from './random.ts';
import { builtInBooks } from './built-in-books.ts';

const shared = join(import.meta.dirname, '../../../shared/data');

/** Why there are only the project's own books to change, or null. */
export const sharedDataMissing = existsSync(shared) ? null : `the books of ${shared} are not here`;

export interface Sample {
  name: string;
  bytes: Buffer;
  files: BookFile[];
}

export interface Samples {
  names: string[];
  load(name: string): Promise<Sample>;
  /** Own books half of the time, else one of a folder: no folder counts more for being fuller. */
  choose(chance: Random): Promise<Sample>;
}

/**
 * Books to change: the project's own and, unless `onlyOwn`, those of the shared folders that are
 * there. The same seed chooses the same where the same books are.
 */
export function openSamples(onlyOwn: boolean): Samples {
  const own = Object.keys(builtInBooks).map((name) => `own/${name}`);
  const folders = onlyOwn
    ? []
    : ['epubs', 'epub-tests', 'hostile/epubcheck', 'hostile/zip'].flatMap((folder) => {
        const files = globSync(join(shared, folder, '**/*.{epub,zip}')).sort();
        return files.length === 0 ? [] : [files.map((file) => relative(shared, file))];
      });
  const kept = new LRUCache<string, Sample>({
    maxSize: 200_000_000,
    maxEntrySize: 100_000_000,
    sizeCalculation: ({ bytes, files }) =>
      files.reduce((sum, file) => sum + file.bytes.length, bytes.length + 1),
  });

  async function load(name: string): Promise<Sample> {
    const known = kept.get(name);
    if (known) return known;
    const made = builtInBooks[name.replace('own/', '')];
    const bytes =
      name.startsWith('own/') && made ? await made() : await readFile(join(shared, name));
    const sample = { name, bytes, files: await unpack(bytes) };
    kept.set(name, sample);
    return sample;
  }

  return {
    names: [...own, ...folders.flat()],
    load,
    choose(chance) {
      const isOwn = folders.length === 0 || chance() < 0.5;
      if (isOwn) return load(pick(chance, own));
      // Whole novels take a second each: few of them.
      const [first = own, ...rest] = folders;
      const folder =
        rest.length === 0 || randomBelow(chance, 12) === 0 ? first : pick(chance, rest);
      return load(pick(chance, folder));
    },
  };
}

import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LRUCache } from 'lru-cache';
import { type BookFile, unpack } from './epub-files.ts';
import { randomBelow, type Random, pick } from './random.ts';
import { builtInBooks } from './built-in-books.ts';

const shared = join(import.meta.dirname, '../../../shared/data');

/** Why only the built-in books are available, or null. */
export const sharedDataMissing = existsSync(shared)
  ? null
  : `there are no sample books at ${shared}`;

export interface Sample {
  name: string;
  bytes: Buffer;
  files: BookFile[];
}

export interface Samples {
  names: string[];
  load(name: string): Promise<Sample>;
  /**
   * Chooses a built-in book half of the time, otherwise one from a random folder, regardless of the
   * folder's size.
   */
  choose(chance: Random): Promise<Sample>;
}

/**
 * Books to mutate: the built-in ones and, unless `onlyOwn` is set, those in the shared folders. The
 * same seed chooses the same books if the same files are present.
 */
export function openSamples(onlyOwn: boolean): Samples {
  const builtInNames = Object.keys(builtInBooks).map((name) => `built-in/${name}`);
  const folders = onlyOwn
    ? []
    : ['epubs', 'epub-tests', 'hostile/epubcheck', 'hostile/zip'].flatMap((folder) => {
        const files = globSync(join(shared, folder, '**/*.{epub,zip}')).sort();
        return files.length === 0 ? [] : [files.map((file) => relative(shared, file))];
      });
  const cache = new LRUCache<string, Sample>({
    maxSize: 200_000_000,
    maxEntrySize: 100_000_000,
    sizeCalculation: ({ bytes, files }) =>
      files.reduce((sum, file) => sum + file.bytes.length, bytes.length + 1),
  });

  async function load(name: string): Promise<Sample> {
    const known = cache.get(name);
    if (known) return known;
    const build = builtInBooks[name.replace('built-in/', '')];
    const bytes =
      name.startsWith('built-in/') && build ? await build() : await readFile(join(shared, name));
    const sample = { name, bytes, files: await unpack(bytes) };
    cache.set(name, sample);
    return sample;
  }

  return {
    names: [...builtInNames, ...folders.flat()],
    load,
    choose(chance) {
      const isBuiltIn = folders.length === 0 || chance() < 0.5;
      if (isBuiltIn) return load(pick(chance, builtInNames));
      // Whole novels take a second each, so they are chosen rarely.
      const [first = builtInNames, ...rest] = folders;
      const folder =
        rest.length === 0 || randomBelow(chance, 12) === 0 ? first : pick(chance, rest);
      return load(pick(chance, folder));
    },
  };
}

// Readers that are open know the chunks of the build that they came with: those stay for some weeks after it.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A book is left open in a tab for days, and a page that names it may be cached for longer. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** Of chunks that are of no build any more: when they were of the newest one, in milliseconds since 1970. */
const list = 'earlier.json';

/**
 * Takes the chunks of a folder that is about to be emptied, and gives back how to put those that are still
 * wanted, and that the new build does not have itself, beside the new ones.
 */
export function preserveChunks(folder, nowMs = Date.now()) {
  const listed = existsSync(join(folder, list))
    ? JSON.parse(readFileSync(join(folder, list), 'utf8'))
    : {};
  // A map is for those who look for faults in the newest build.
  const files = globSync('*.js{,.br,.gz}', { cwd: folder });
  const earlier = files
    .map((name) => ({ name, lastMs: listed[name] ?? nowMs }))
    .filter(({ lastMs }) => nowMs - lastMs < keptMs)
    .map((one) => ({ ...one, bytes: readFileSync(join(folder, one.name)) }));
  return () => {
    mkdirSync(folder, { recursive: true });
    const now = new Set(globSync('*', { cwd: folder }).map((name) => basename(name)));
    const kept = earlier.filter(({ name }) => !now.has(name));
    for (const { name, bytes } of kept) writeFileSync(join(folder, name), bytes);
    const times = kept.map(({ name, lastMs }) => [name, lastMs]);
    writeFileSync(join(folder, list), `${JSON.stringify(Object.fromEntries(times))}\n`);
  };
}

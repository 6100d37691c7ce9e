// Keeps chunks of earlier builds for 30 days because open readers still load the chunks of their
// build.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Tabs stay open for days, and pages that reference a build may be cached for longer. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** Time at which each chunk of an earlier build was last current, in Unix milliseconds. */
const list = 'earlier.json';

/**
 * Reads the chunks of a folder that a build is about to empty.
 *
 * @returns A function that restores them after the build, except those that expired or exist again.
 */
export function preserveChunks(folder, nowMs = Date.now()) {
  const listed = existsSync(join(folder, list))
    ? JSON.parse(readFileSync(join(folder, list), 'utf8'))
    : {};
  // Source maps are not preserved because they are used only to debug the newest build.
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

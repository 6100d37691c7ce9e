import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { heapMb } from './compiler-limits.ts';

/**
 * Starts a process that compiles; see `compile-process.ts`.
 *
 * @param program - Path of the Node that runs it.
 */
export function startChild(program: string): ChildProcess {
  const child = fork(new URL('compile-process.ts', import.meta.url), [String(process.pid)], {
    execPath: program,
    serialization: 'advanced',
    // Little garbage is let lie: a shelf of books then takes half the memory.
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      '--semi-space-growth-factor=1',
      '--heap-growing-percent=30',
    ],
    env: environment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An error between two orders is nobody's: the next one finds the process gone.
  return child.on('error', () => undefined);
}

/** No secret of the server is where hostile books are read. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const kept = Object.entries({ PATH, HOME, TMPDIR, LANG }).filter(([, value]) => value);
  const cache = getCompileCacheDir();
  // Many threads take and free buffers in turn, of which the allocator else keeps a heap for each.
  return {
    ...Object.fromEntries(kept),
    // Each version of Node has a folder of its own in there.
    ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }),
    MALLOC_ARENA_MAX: '2',
  };
}
